#include "testbench/studies/point_result.hpp"

#include <nlohmann/json.hpp>

namespace slackline::studies {

namespace {

using Json = nlohmann::json;

/// The number at a path; nothing when it is null or not there.
std::optional<double> number_at(const Json& json, const char* path) {
  const Json::json_pointer pointer(path);
  if (!json.contains(pointer) || !json[pointer].is_number()) return std::nullopt;
  return json[pointer].get<double>();
}

std::optional<bool> flag_at(const Json& json, const char* path) {
  const Json::json_pointer pointer(path);
  if (!json.contains(pointer) || !json[pointer].is_boolean()) return std::nullopt;
  return json[pointer].get<bool>();
}

/// The text at a path; empty when there is none.
std::string text_at(const Json& json, const char* path) {
  const Json::json_pointer pointer(path);
  return json.contains(pointer) && json[pointer].is_string() ? json[pointer].get<std::string>() : std::string();
}

/// How the network came to stand; empty: it did not.
std::string standstill_in(const Json& json) {
  for (const char* kind : {"deadlock", "stuck"})
    if (json.contains(kind)) return kind;
  if (const auto since = number_at(json, "/nothing_completed_since"))
    return "nothing completed since cycle " + std::to_string(static_cast<std::uint64_t>(*since));
  return "";
}

std::optional<Latency> latency_at(const Json& json, const std::string& path) {
  const std::optional<double> mean = number_at(json, (path + "/mean").c_str());
  if (!mean) return std::nullopt;
  return Latency{{*mean, number_at(json, (path + "/half_width").c_str())},
                 number_at(json, (path + "/p50").c_str()),
                 number_at(json, (path + "/p99").c_str())};
}

std::optional<ProgramResult> program_at(const Json& json) {
  const std::optional<double> cycles = number_at(json, "/program/cycles");
  if (!cycles) return std::nullopt;
  ProgramResult program;
  program.cycles = static_cast<std::uint64_t>(*cycles);
  program.computing = number_at(json, "/program/computing").value_or(0);
  program.busiest_link = text_at(json, "/program/busiest_links/0/name");
  program.busiest_utilisation = number_at(json, "/program/busiest_links/0/utilisation");
  program.trunk_utilisation = number_at(json, "/program/hottest_trunk/utilisation");
  return program;
}

std::optional<SkewResult> skew_at(const Json& json) {
  const std::optional<double> behind = number_at(json, "/synchronization/worst/cycles");
  if (!behind) return std::nullopt;
  SkewResult skew;
  skew.behind = *behind;
  skew.behind_ns = number_at(json, "/synchronization/worst/ns").value_or(0);
  skew.before = number_at(json, "/synchronization/most_before/cycles").value_or(0);
  skew.paper = number_at(json, "/synchronization/estimates/paper/cycles");
  skew.drained = number_at(json, "/synchronization/estimates/drained_as_links/cycles");
  skew.held_up = static_cast<std::uint64_t>(number_at(json, "/synchronization/stream/held_up/packets").value_or(0));
  return skew;
}

std::optional<BarrierResult> barriers_at(const Json& json) {
  const std::optional<double> cuts = number_at(json, "/barriers/worms_cut");
  if (!cuts) return std::nullopt;
  return BarrierResult{number_at(json, "/barriers/first/mean"), number_at(json, "/barriers/later/mean"),
                       number_at(json, "/barriers/later/half_width"), static_cast<std::uint64_t>(*cuts),
                       static_cast<std::uint64_t>(number_at(json, "/barriers/padding_flits").value_or(0))};
}

void add_numbers(const std::string& path, const Json& json, std::vector<std::pair<std::string, double>>& numbers) {
  if (json.is_number()) numbers.emplace_back(path, json.get<double>());
  if (!json.is_object()) return;
  for (const auto& [name, part] : json.items()) {
    std::string below = path;
    if (!below.empty()) below += '.';
    below += name;
    add_numbers(below, part, numbers);
  }
}

}  // namespace

std::optional<PointResult> read_result(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("status")) return std::nullopt;
  const bool failed = json["status"] == "failed";
  if (!failed && json["status"] != "complete") return std::nullopt;
  const auto offered = number_at(json, "/load/offered"), accepted = number_at(json, "/load/accepted");
  const auto cycles = number_at(json, "/cycles/run");
  const bool has_load = offered && accepted, has_none = json.contains("load") && json["load"].is_null();
  if ((!has_load && !has_none) || !cycles || !json.contains("convergence")) return std::nullopt;

  PointResult result;
  result.failed = failed;
  result.came_to_stand = standstill_in(json);
  result.offered = offered;
  if (accepted) result.accepted = Estimate{*accepted, number_at(json, "/load/accepted_half_width")};
  result.saturated = flag_at(json, "/convergence/saturated");
  result.steady = flag_at(json, "/convergence/steady");
  result.doubt = text_at(json, "/convergence/doubt");
  result.converged = flag_at(json, "/convergence/converged");
  const bool messages = json.contains("nic");  // what they take counts, not what their packets take
  result.total = latency_at(json, messages ? "/nic/latency/total" : "/latency/total");
  result.network = latency_at(json, messages ? "/nic/latency/from_command" : "/latency/network");
  result.hops = number_at(json, "/hops/mean");
  result.packets = static_cast<std::uint64_t>(number_at(json, "/latency/packets").value_or(0));
  result.cycles = static_cast<std::uint64_t>(*cycles);
  result.program = program_at(json);
  result.firmware_lines = static_cast<std::uint64_t>(number_at(json, "/nic/log/lines").value_or(0));
  result.firmware_says = text_at(json, "/nic/log/first/0");
  result.skew = skew_at(json);
  result.barriers = barriers_at(json);
  if (json.contains("workloads")) add_numbers("", json["workloads"], result.of_workloads);
  if (json.contains("barrier_units")) add_numbers("barrier_units", json["barrier_units"], result.of_workloads);
  return result;
}

}  // namespace slackline::studies
