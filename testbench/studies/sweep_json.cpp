#include <nlohmann/json.hpp>

#include "testbench/studies/sweep_report.hpp"

namespace slackline::studies {

namespace {

using OrderedJson = nlohmann::ordered_json;

template <class T>
OrderedJson or_null(const std::optional<T>& value) {
  return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

OrderedJson json_of(const std::optional<Latency>& latency) {
  if (!latency) return nullptr;
  return {{"mean", latency->mean.mean},
          {"half_width", or_null(latency->mean.half_width)},
          {"p50", or_null(latency->p50)},
          {"p99", or_null(latency->p99)}};
}

OrderedJson json_of(const SweepPoint& point) {
  OrderedJson json;
  if (point.load) {
    json["load"] = point.load->value();
    json["halving"] = point.halving;
  }
  json["state"] = to_string(point.state);
  if (point.state == PointState::crashed) json["why"] = point.why;
  if (point.state != PointState::run) return json;
  const PointResult& r = point.result;
  json["failed"] = r.failed;
  if (!r.came_to_stand.empty()) json["came_to_stand"] = r.came_to_stand;
  json["saturated"] = or_null(r.saturated);
  json["converged"] = or_null(r.converged);
  json["steady"] = or_null(r.steady);
  json["doubt"] = r.doubt.empty() ? OrderedJson(nullptr) : OrderedJson(r.doubt);
  json["offered"] = or_null(r.offered);
  json["accepted"] = {{"mean", nullptr}, {"half_width", nullptr}};
  if (r.accepted) json["accepted"] = {{"mean", r.accepted->mean}, {"half_width", or_null(r.accepted->half_width)}};
  json["latency"] = {{"packets", r.packets}, {"total", json_of(r.total)}, {"network", json_of(r.network)}};
  json["hops"] = or_null(r.hops);
  json["cycles"] = r.cycles;
  if (r.program)
    json["program"] = {{"cycles", r.program->cycles},
                       {"computing", r.program->computing},
                       {"busiest_link", r.program->busiest_link},
                       {"busiest_link_utilisation", or_null(r.program->busiest_utilisation)},
                       {"hottest_trunk_utilisation", or_null(r.program->trunk_utilisation)}};
  if (const auto& barriers = r.barriers)
    json["barriers"] = {{"first", or_null(barriers->first)},
                        {"later", or_null(barriers->later)},
                        {"worms_cut", barriers->worms_cut},
                        {"padding_flits", barriers->padding_flits}};
  for (const auto& [name, value] : r.of_workloads) json["workloads"][name] = value;
  if (const auto& skew = r.skew)
    json["skew"] = {{"behind", skew->behind},
                    {"behind_ns", skew->behind_ns},
                    {"estimate_paper", or_null(skew->paper)},
                    {"estimate_drained", or_null(skew->drained)},
                    {"before", skew->before},
                    {"stream_held_up", skew->held_up}};
  return json;
}

OrderedJson json_of(const Series& series) {
  OrderedJson json;
  json["values"] = OrderedJson::object();
  for (const settings::Override& value : series.values) json["values"][value.key] = value.value;
  json["points"] = OrderedJson::array();
  for (const SweepPoint& point : series.points) json["points"].push_back(json_of(point));
  json["saturation"] = nullptr;
  if (series.saturation)
    json["saturation"] = {{"low", series.saturation->low.value()}, {"high", series.saturation->high.value()}};
  return json;
}

}  // namespace

std::string sweep_json(const Sweep& sweep) {
  OrderedJson json;
  json["schema_version"] = 1;
  json["name"] = sweep.name;
  json["status"] = sweep.finished ? "complete" : "partial";
  json["varied"] = OrderedJson::array();
  for (const Varied& varied : sweep.plan.keys)
    json["varied"].push_back({{"key", varied.key}, {"values", varied.values}});
  if (!sweep.plan.loads.empty()) {
    OrderedJson loads = OrderedJson::array();
    for (const Decimal load : sweep.plan.loads) loads.push_back(load.value());
    json["varied"].push_back({{"key", sweep.plan.load_key}, {"values", loads}});
    json["resolution"] = sweep.plan.resolution.value();
  }
  json["series"] = OrderedJson::array();
  for (const Series& series : sweep.series) json["series"].push_back(json_of(series));
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace slackline::studies
