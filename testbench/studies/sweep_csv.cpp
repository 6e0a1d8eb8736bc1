#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "testbench/settings/number.hpp"
#include "testbench/studies/sweep_report.hpp"

namespace slackline::studies {

namespace {

/// RFC 4180.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string cell(std::optional<double> value) { return value ? settings::to_string(*value) : ""; }

std::string line_of(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& c : cells) line += (&c == &cells.front() ? "" : ",") + c;
  return line + "\n";
}

void add_latency(std::vector<std::string>& cells, const std::optional<Latency>& latency) {
  cells.push_back(latency ? cell(latency->mean.mean) : "");
  cells.push_back(latency ? cell(latency->mean.half_width) : "");
  cells.push_back(latency ? cell(latency->p50) : "");
  cells.push_back(latency ? cell(latency->p99) : "");
}

void add_result(std::vector<std::string>& cells, const SweepPoint& point) {
  if (point.state != PointState::run) {
    cells.insert(cells.end(), 17, "");
    return;
  }
  const PointResult& r = point.result;
  const auto word = [](std::optional<bool> yes) { return !yes ? "" : *yes ? "true" : "false"; };
  cells.push_back(cell(r.offered));
  cells.push_back(r.accepted ? cell(r.accepted->mean) : "");
  cells.push_back(r.accepted ? cell(r.accepted->half_width) : "");
  add_latency(cells, r.total);
  add_latency(cells, r.network);
  cells.push_back(cell(r.hops));
  cells.emplace_back(word(r.failed));
  cells.emplace_back(word(r.saturated));
  cells.emplace_back(word(r.converged));
  cells.emplace_back(word(r.steady));
  cells.push_back(cell(r.doubt));
}

void add_program_cells(std::vector<std::string>& cells, const PointResult& r) {
  cells.push_back(r.program ? std::to_string(r.program->cycles) : "");
  cells.push_back(r.program ? cell(r.program->computing) : "");
  cells.push_back(r.program ? cell(r.program->busiest_link) : "");
  cells.push_back(r.program ? cell(r.program->busiest_utilisation) : "");
  cells.push_back(r.program ? cell(r.program->trunk_utilisation) : "");
}

void add_skew(std::vector<std::string>& cells, const std::optional<SkewResult>& skew) {
  if (!skew) {
    cells.insert(cells.end(), 6, "");
    return;
  }
  cells.push_back(cell(skew->behind));
  cells.push_back(cell(skew->behind_ns));
  cells.push_back(cell(skew->paper));
  cells.push_back(cell(skew->drained));
  cells.push_back(cell(skew->before));
  cells.push_back(std::to_string(skew->held_up));
}

void add_barriers(std::vector<std::string>& cells, const std::optional<BarrierResult>& barriers) {
  cells.push_back(barriers ? cell(barriers->first) : "");
  cells.push_back(barriers ? cell(barriers->later) : "");
  cells.push_back(barriers ? std::to_string(barriers->worms_cut) : "");
  cells.push_back(barriers ? std::to_string(barriers->padding_flits) : "");
}

/// The parts of a list's workloads; which of them a point has depends on what it varies.
std::vector<std::string> names_of_workloads(const Sweep& sweep) {
  std::vector<std::string> names;
  for (const Series& series : sweep.series)
    for (const SweepPoint& point : series.points)
      for (const auto& [name, value] : point.result.of_workloads)
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

void add_workloads(std::vector<std::string>& cells, const std::vector<std::string>& names, const PointResult& r) {
  for (const std::string& name : names) {
    const auto found = std::find_if(r.of_workloads.begin(), r.of_workloads.end(),
                                    [&](const auto& number) { return number.first == name; });
    cells.push_back(found == r.of_workloads.end() ? "" : cell(found->second));
  }
}

}  // namespace

std::string sweep_csv(const Sweep& sweep) {
  const bool curves = !sweep.plan.loads.empty();
  std::vector<std::string> heading;
  for (const Varied& varied : sweep.plan.keys) heading.push_back(varied.key);
  if (curves) heading.insert(heading.end(), {sweep.plan.load_key, "halving"});
  for (const char* name :
       {"state", "offered", "accepted", "accepted_half_width", "latency", "latency_half_width", "latency_p50",
        "latency_p99", "network_latency", "network_latency_half_width", "network_latency_p50", "network_latency_p99",
        "hops", "failed", "saturated", "converged", "steady", "doubt"})
    heading.emplace_back(name);
  const bool replays = sweep.replays();
  if (replays)
    for (const char* name :
         {"program_cycles", "computing", "busiest_link", "busiest_link_utilisation", "hottest_trunk_utilisation"})
      heading.emplace_back(name);
  const bool synchronizes = sweep.synchronizes();
  if (synchronizes)
    for (const char* name :
         {"skew_behind", "skew_behind_ns", "estimate_paper", "estimate_drained", "skew_before", "stream_held_up"})
      heading.emplace_back(name);
  const bool has_barriers = sweep.has_barriers();
  if (has_barriers)
    for (const char* name : {"barrier_first", "barrier_later", "worms_cut", "padding_flits"})
      heading.emplace_back(name);
  const std::vector<std::string> of_workloads = names_of_workloads(sweep);
  heading.insert(heading.end(), of_workloads.begin(), of_workloads.end());
  std::string text = line_of(heading);
  for (const Series& series : sweep.series)
    for (const SweepPoint& point : series.points) {
      std::vector<std::string> cells;
      for (const settings::Override& value : series.values) cells.push_back(cell(value.value));
      if (curves) {
        cells.push_back(to_string(*point.load));
        cells.emplace_back(point.halving ? "true" : "false");
      }
      cells.emplace_back(to_string(point.state));
      add_result(cells, point);
      if (replays) add_program_cells(cells, point.result);
      if (synchronizes) add_skew(cells, point.result.skew);
      if (has_barriers) add_barriers(cells, point.result.barriers);
      add_workloads(cells, of_workloads, point.result);
      text += line_of(cells);
    }
  return text;
}

}  // namespace slackline::studies
