#include <algorithm>
#include <limits>

#include "testbench/features/nic/build.hpp"
#include "testbench/settings/number.hpp"
#include "testbench/studies/sweep_report.hpp"

namespace slackline::studies {

namespace {

/// The values of a series, briefly: "mesh, virtual channels 2". A word speaks for itself, a number needs its key's last
/// one.
std::string label_of(const Series& series, const std::string& but) {
  std::string label;
  for (const settings::Override& value : series.values) {
    if (value.key == but) continue;
    std::string key = value.key.substr(value.key.rfind('.') + 1) + ' ';
    std::replace(key.begin(), key.end(), '_', ' ');
    if (value.value.find_first_of("0123456789") == std::string::npos) key.clear();
    label += (label.empty() ? "" : ", ") + key + value.value;
  }
  return label;
}

/// A mean that was measured over batches, and not well enough. Of what happens once there are none.
bool lacks_interval(const PointResult& result, const Estimate& mean) {
  return !mean.half_width && !result.program && !result.skew && !result.barriers;
}

/// Barriers: the later ones, or the first where there are no others.
std::optional<PlotPoint> plotted_barriers(double x, const BarrierResult& barriers) {
  if (barriers.later) return PlotPoint{x, *barriers.later, barriers.later_half_width, false};
  if (barriers.first) return PlotPoint{x, *barriers.first, {}, false};
  return std::nullopt;
}

std::optional<PlotPoint> plotted(double x, const SweepPoint& point) {
  if (point.state == PointState::run && !point.result.failed && point.result.barriers)
    return plotted_barriers(x, *point.result.barriers);
  if (point.state != PointState::run || point.result.failed || point.result.saturated == true || !point.result.total)
    return std::nullopt;
  const Estimate& latency = point.result.total->mean;
  return PlotPoint{x, latency.mean, latency.half_width, lacks_interval(point.result, latency)};
}

std::optional<PlotPoint> plotted_accepted(double x, const SweepPoint& point) {
  if (point.state != PointState::run || point.result.failed || !point.result.accepted) return std::nullopt;
  const Estimate& accepted = *point.result.accepted;
  return PlotPoint{x, accepted.mean, accepted.half_width, lacks_interval(point.result, accepted)};
}

PlotSeries curve_of(const Series& series) {
  PlotSeries curve{label_of(series, ""), {}, {}};
  for (const SweepPoint& point : series.points)
    if (const auto p = plotted(point.load->value(), point)) curve.points.push_back(*p);
  if (series.saturation) curve.band = PlotBand{series.saturation->low.value(), series.saturation->high.value()};
  return curve;
}

/// Near saturation latency has no bound: the axis ends where the bend of every curve is seen.
std::optional<double> cut_of(const std::vector<PlotSeries>& curves) {
  double highest = 0, unbounded = 0;
  for (const PlotSeries& curve : curves)
    for (const PlotPoint& point : curve.points) {
      highest = std::max(highest, point.y);
      if (curve.band) unbounded = std::max(unbounded, curve.points.front().y);
    }
  if (unbounded == 0 || highest <= 6 * unbounded) return std::nullopt;
  return 6 * unbounded;
}

/// The loads that are varied are those of messages: of one workload, or of all.
bool has_messages(const SweepPlan& plan) {
  const features::Experiment experiment = plan.point(0, plan.first_load()).experiment;
  for (std::size_t i = 0; i < experiment.workloads.judged.size(); ++i)
    if (plan.load_key == std::string(features::workloads_key) + "[" + std::to_string(i) + "].load")
      return features::has_nics(*experiment.workloads.judged[i]);
  return features::has_nics(experiment);
}

/// Without loads: over the first key whose values are all numbers.
const Varied* numeric_key(const SweepPlan& plan) {
  for (const Varied& varied : plan.keys)
    if (varied.values.size() > 1 && std::all_of(varied.values.begin(), varied.values.end(),
                                                [](const std::string& v) { return parse_decimal(v).has_value(); }))
      return &varied;
  return nullptr;
}

/// With network interfaces a flit of a message is a word of it: the axis has the size in bytes.
std::string x_label_of(const Varied& over, const SweepPlan& plan) {
  if (over.key != "traffic.packet.flits" || !has_messages(plan)) return over.key;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max(), most = 0;
  for (const std::string& text : over.values) {
    const auto words = static_cast<std::uint64_t>(parse_decimal(text)->value());
    least = std::min(least, words);
    most = std::max(most, words);
  }
  return "message in words of 4 bytes, from " + settings::bytes_text(4 * least) + " to " +
         settings::bytes_text(4 * most);
}

/// `plotted(x, point)`: a point of the figure, or nothing.
template <class Plotted>
std::vector<PlotSeries> lines_over(const std::string& key, const Sweep& sweep, Plotted&& plotted) {
  std::vector<PlotSeries> lines;
  for (const Series& series : sweep.series) {
    const auto value = std::find_if(series.values.begin(), series.values.end(),
                                    [&](const settings::Override& o) { return o.key == key; });
    const std::string label = label_of(series, key);
    auto line = std::find_if(lines.begin(), lines.end(), [&](const PlotSeries& l) { return l.label == label; });
    if (line == lines.end()) line = lines.insert(line, {label, {}, {}});
    if (const auto p = plotted(parse_decimal(value->value)->value(), series.points.front())) line->points.push_back(*p);
  }
  for (PlotSeries& line : lines)
    std::sort(line.points.begin(), line.points.end(), [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
  return lines;
}

/// Values that span more than two powers of ten need logarithmic axes.
bool spans_decades(const std::vector<PlotSeries>& lines) {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const PlotSeries& line : lines)
    for (const PlotPoint& point : line.points) {
      if (!(point.x > 0 && point.y > 0)) return false;
      least = std::min(least, point.x);
      most = std::max(most, point.x);
    }
  return most > 100 * least;
}

}  // namespace

std::optional<Plot> sweep_plot(const Sweep& sweep) {
  Plot plot;
  plot.title = sweep.name;
  plot.y_label = sweep.has_barriers() ? "mean latency of a barrier (cycles)" : "mean latency (cycles)";
  if (!sweep.plan.loads.empty()) {
    plot.x_label = (sweep.plan.load_key == "traffic.load" ? "offered load" : sweep.plan.load_key) +
                   (has_messages(sweep.plan) ? " (words per cycle and host)" : " (flits per cycle and host)");
    for (const Series& series : sweep.series) plot.series.push_back(curve_of(series));
    plot.y_most = cut_of(plot.series);
    return plot;
  }
  const Varied* over = numeric_key(sweep.plan);
  if (over == nullptr) return std::nullopt;
  plot.x_label = x_label_of(*over, sweep.plan);
  plot.series = lines_over(over->key, sweep, plotted);
  plot.logarithmic = spans_decades(plot.series);
  return plot;
}

std::optional<Plot> sweep_accepted_plot(const Sweep& sweep) {
  const Varied* over = numeric_key(sweep.plan);
  if (over == nullptr || !sweep.plan.loads.empty() || sweep.replays()) return std::nullopt;
  Plot plot;
  plot.title = sweep.name;
  plot.x_label = x_label_of(*over, sweep.plan);
  plot.y_label =
      std::string("accepted load (") + (has_messages(sweep.plan) ? "words" : "flits") + " per cycle and host)";
  plot.series = lines_over(over->key, sweep, plotted_accepted);
  plot.logarithmic = spans_decades(plot.series);
  return plot;
}

}  // namespace slackline::studies
