#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "testbench/present/text_table.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/studies/sweep_report.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::studies {

namespace {

using present::Align;
using Row = std::vector<std::string>;

std::string number(std::optional<double> value, int decimals) {
  return value ? fmt::format("{:.{}f}", *value, decimals) : "";
}

std::string half_width(std::optional<double> value, int decimals) {
  return value ? "± " + number(value, decimals) : "";
}

/// Neighbours that were not run for the same reason share a row.
bool share_row(const SweepPoint& a, const SweepPoint& b) {
  return a.load && a.state == b.state && a.state != PointState::run && a.state != PointState::crashed;
}

/// The first point that does not share the row of `first`.
std::size_t row_end(const Series& series, std::size_t first) {
  std::size_t end = first + 1;
  while (end < series.points.size() && share_row(series.points[first], series.points[end])) ++end;
  return end;
}

/// The columns of a replayed program, instead of loads.
void add_program(Row& row, const PointResult& r) {
  row.push_back(std::to_string(r.program->cycles));
  row.push_back(number(100 * r.program->computing, 2));
  row.push_back(r.total ? number(r.total->mean.mean, 2) : "");
  row.push_back(r.total ? number(r.total->p99, 0) : "");
  row.push_back(number(r.hops, 3));
  row.push_back(r.program->busiest_utilisation ? number(100 * *r.program->busiest_utilisation, 2) : "");
  row.push_back(r.program->trunk_utilisation ? number(100 * *r.program->trunk_utilisation, 2) : "");
}

/// The columns of synchronized clocks, in cycles except for the second.
void add_skew(Row& row, const PointResult& r) {
  row.push_back(number(r.skew->behind, 0));
  row.push_back(number(r.skew->behind_ns, 2));
  row.push_back(number(r.skew->paper, 1));
  row.push_back(number(r.skew->drained, 1));
  row.push_back(number(r.skew->before, 0));
  row.push_back(std::to_string(r.skew->held_up));
  row.push_back(number(r.hops, 3));
}

/// The columns of barriers and of the data next to them.
void add_barriers(Row& row, const PointResult& r) {
  row.push_back(number(r.barriers->first, 1));
  row.push_back(number(r.barriers->later, 1));
  row.push_back(std::to_string(r.barriers->worms_cut));
  row.push_back(std::to_string(r.barriers->padding_flits));
  row.push_back(r.accepted ? number(r.accepted->mean, 4) : "");
  row.push_back(r.total ? number(r.total->mean.mean, 2) : "");
  row.push_back(number(r.hops, 3));
}

void add_loads(Row& row, const PointResult& r) {
  row.push_back(number(r.offered, 4));
  row.push_back(r.accepted ? number(r.accepted->mean, 4) : "");
  row.push_back(r.accepted ? half_width(r.accepted->half_width, 4) : "");
  row.push_back(r.total ? number(r.total->mean.mean, 2) : "");
  row.push_back(r.total ? half_width(r.total->mean.half_width, 2) : "");
  row.push_back(r.total ? number(r.total->p99, 0) : "");
  row.push_back(number(r.hops, 3));
}

/// A column of a workload of a list.
struct ListColumn {
  std::string heading;  ///< "meet later"
  std::string number;   ///< "meet.later.mean"
  int decimals;
  double factor;
};

std::vector<ListColumn> list_columns(const SweepPlan& plan) {
  std::vector<ListColumn> columns;
  const features::Experiment experiment = plan.point(0, plan.first_load()).experiment;
  for (const features::Workload& workload : features::listed_workloads(experiment))
    for (const features::WorkloadKind::Headline& of : workload.kind->headlines)
      columns.push_back({workload.name + " " + of.heading, workload.name + "." + of.path, of.decimals, of.factor});
  return columns;
}

void add_list(Row& row, const std::vector<ListColumn>& columns, const PointResult& r) {
  for (const ListColumn& column : columns) {
    const auto found = std::find_if(r.of_workloads.begin(), r.of_workloads.end(),
                                    [&](const auto& number) { return number.first == column.number; });
    row.push_back(found == r.of_workloads.end() ? "" : number(column.factor * found->second, column.decimals));
  }
}

Row row_of(const Sweep& sweep, const Series& series, const SweepPoint& point, const std::vector<ListColumn>& of_list) {
  Row row;
  if (sweep.plan.loads.empty())
    for (const settings::Override& value : series.values) row.push_back(value.value);
  else
    row.push_back(to_string(*point.load));
  if (point.state != PointState::run) {
    row.insert(row.end(), 7 + of_list.size(), "");
    row.push_back(remark_on(point));
    return row;
  }
  const PointResult& r = point.result;
  if (r.program)
    add_program(row, r);
  else if (r.skew)
    add_skew(row, r);
  else if (r.barriers)
    add_barriers(row, r);
  else
    add_loads(row, r);
  add_list(row, of_list, r);
  row.push_back(remark_on(point));
  return row;
}

/// "; 2 runs are too short to tell": those without a verdict, which the search takes for not saturated.
std::string undecided(const Series& series) {
  const auto runs = static_cast<std::size_t>(
      std::count_if(series.points.begin(), series.points.end(), [](const SweepPoint& p) { return is_undecided(p); }));
  return runs == 0 ? "" : "; " + text::counted(runs, "run") + (runs == 1 ? " is" : " are") + " too short to tell";
}

std::string saturation_of(const Sweep& sweep, const Series& series) {
  const bool complete = series.saturation && series.saturation->high.billionths - series.saturation->low.billionths <=
                                                 sweep.plan.resolution.billionths;
  if (complete)
    return fmt::format("saturates between {} and {}", to_string(series.saturation->low),
                       to_string(series.saturation->high));
  if (series.saturation)
    return fmt::format("saturates between {} and {}; not narrowed further", to_string(series.saturation->low),
                       to_string(series.saturation->high));
  const SweepPoint& last = series.points.back();
  if (last.state == PointState::run && !last.result.failed && last.result.saturated == false)
    return "does not saturate up to " + to_string(*last.load);
  return "saturation was not found";
}

}  // namespace

std::string remark_on(const SweepPoint& point) {
  switch (point.state) {
    case PointState::crashed: return "crashed: " + point.why;
    case PointState::past_saturation: return "not run: past saturation";
    case PointState::behind_failure: return "not run: a lower load has failed";
    case PointState::not_run: return "not run: interrupted";
    case PointState::run: break;
  }
  if (!point.result.came_to_stand.empty()) return point.result.came_to_stand;
  if (point.result.failed) return "a check failed";
  if (point.result.saturated == true) return "saturated";
  if (point.result.steady == false) return "not steady: " + point.result.doubt;
  if (point.result.converged == false) return "not converged";
  if (point.result.packets == 0) {
    const bool ends = point.result.barriers || point.result.skew || point.result.program;
    const bool is_list = !point.result.of_workloads.empty() && !(point.result.offered > 0);
    if (ends || is_list) return "";  // those may have none
    return point.result.offered > 0 ? "no packet arrived in the measured window"
                                    : "nothing was sent in the measured window";
  }
  return point.result.doubt.empty() ? "" : "no interval: " + point.result.doubt;
}

std::string sweep_table(const Sweep& sweep) {
  const bool curves = !sweep.plan.loads.empty();
  std::vector<Align> columns;
  Row heading;
  if (curves) {
    columns.push_back(Align::point);
    heading.push_back("load");
  } else {
    for (const Varied& varied : sweep.plan.keys) {
      columns.push_back(Align::left);
      heading.push_back(varied.key);
    }
  }
  const std::vector<const char*> of_loads{"offered", "accepted", "95 %", "latency", "95 %", "p99", "hops"},
      of_programs{"cycles", "computing %", "latency", "p99", "hops", "link %", "trunk %"},
      of_clocks{"skew", "ns", "paper's", "drained", "before", "held up", "hops"},
      of_barriers{"first", "later", "worms cut", "padding", "accepted", "latency", "hops"};
  for (const char* name : sweep.replays()        ? of_programs
                          : sweep.synchronizes() ? of_clocks
                          : sweep.has_barriers() ? of_barriers
                                                 : of_loads) {
    columns.push_back(Align::point);
    heading.emplace_back(name);
  }
  const std::vector<ListColumn> of_list = list_columns(sweep.plan);
  for (const ListColumn& column : of_list) {
    columns.push_back(Align::point);
    heading.push_back(column.heading);
  }
  columns.push_back(Align::left);
  heading.emplace_back();
  std::vector<Row> rows{heading};
  for (const Series& series : sweep.series)
    for (std::size_t i = 0; i < series.points.size(); i = row_end(series, i)) {
      rows.push_back(row_of(sweep, series, series.points[i], of_list));
      if (const std::size_t last = row_end(series, i) - 1; last != i)
        rows.back().back().insert(std::string("not run").size(), " up to " + to_string(*series.points[last].load));
    }
  const std::string lines = present::text_table(columns, rows);

  std::string text = sweep.name + ": " + text::counted(sweep.ran, "point") + " run";
  if (sweep.stored != 0) text += fmt::format(", {} from an earlier sweep", sweep.stored);
  if (!sweep.finished) text += " (partial)";
  text += '\n';
  std::size_t at = lines.find('\n') + 1;
  text += lines.substr(0, at);
  for (const Series& series : sweep.series) {
    if (curves && !series.values.empty()) text += "  " + point_name(series.values) + '\n';
    for (std::size_t i = 0; i < series.points.size(); i = row_end(series, i)) {
      const std::size_t end = lines.find('\n', at) + 1;
      text += lines.substr(at, end - at);
      at = end;
    }
    // A run with barriers ends with them, one that synchronizes clocks with that: neither judges whether its load
    // saturates.
    if (curves && !sweep.has_barriers() && !sweep.synchronizes())
      text += "  " + saturation_of(sweep, series) + undecided(series) + '\n';
  }
  return text;
}

}  // namespace slackline::studies
