#include "testbench/report/result_json.hpp"

#include <nlohmann/json.hpp>

#include "testbench/report/measures_report.hpp"
#include "testbench/report/nic_report.hpp"
#include "testbench/report/packet_switch_report.hpp"
#include "testbench/report/standstill_json.hpp"
#include "testbench/report/transactions_report.hpp"
#include "testbench/run/keys_in_use.hpp"

namespace slackline::report {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::vector<settings::Record>& records) {
  Json list = Json::array();
  for (const settings::Record& record : records) {
    Json fields;
    for (const auto& [name, value] : record)
      std::visit([&, key = std::string(name)](const auto& v) { fields[key] = v; }, value);
    list.push_back(std::move(fields));
  }
  return list;
}

template <class T>
Json plain_json(const T& value) {
  if constexpr (std::is_same_v<T, std::vector<settings::Record>>)
    return json_of(value);
  else
    return value;
}

/// Every key that can change the result, nested as in a configuration file.
Json configuration(const features::Experiment& experiment) {
  Json root;
  const features::KeysInUse is_in_use(experiment);
  for (const settings::Key& key : features::key_table()) {
    if (key.bearing == settings::Bearing::manner || !is_in_use(key)) continue;
    Json* at = &root;
    std::string_view path = key.path;
    for (std::size_t dot; (dot = path.find('.')) != std::string_view::npos; path.remove_prefix(dot + 1))
      at = &(*at)[std::string(path.substr(0, dot))];
    const settings::Value value = settings::value_of(key, experiment);
    if (const auto* records = std::get_if<std::vector<settings::Record>>(&value)) {
      if (!records->empty()) (*at)[std::string(path)] = json_of(*records);
    } else {
      (*at)[std::string(path)] = std::visit([](const auto& plain) { return plain_json(plain); }, value);
    }
  }
  return root;
}

/// The delays of a switch, whose configuration may be times.
Json switch_delays(const features::Experiment& experiment) {
  Json delays;
  for (const char* name : {"header", "data", "arbitration", "crossbar", "flow_control"})
    delays[name] = settings::cycles_of("switch.delay." + std::string(name), experiment);
  return delays;
}

/// The flow control that holds senders back.
Json flow_control(bool has_credits, std::uint64_t buffer_flits, const features::Derived& d) {
  if (has_credits) return {{"credits", buffer_flits}, {"full_speed_credits", d.full_speed_credits}};
  return {{"stop_at", d.stop_at}, {"go_at", d.go_at}, {"slack_needed_flits", d.slack}};
}

/// The word of a key for one of its enumerators.
template <class Enumerator>
std::string_view word_of(const char* key, Enumerator value) {
  return std::get<settings::Choice>(features::find_key(key)->type).words[static_cast<std::size_t>(value)].word;
}

/// A kind of switches in words.
Json kind_words(const network::SwitchKind& p) {
  if (p.is_packet_switch()) return {{"kind", word_of("switch.kind", features::SwitchType::packet)}};
  return {{"kind", word_of("switch.kind", features::SwitchType::wormhole)},
          {"switching", word_of("switch.switching", p.switching)},
          {"flow_control", word_of("switch.buffer.flow_control", p.flow.kind)},
          {"arbiter", word_of("switch.arbiter", p.arbiter)}};
}

/// Delays and flow control of the switches, of each kind where some differ from `switch`.
Json switches(const Result& result) {
  if (result.kinds.empty()) {
    Json json{{"switch_delay_cycles", switch_delays(result.experiment)}};
    json.update(flow_control(features::has_credits(result.experiment), result.experiment.switches.buffer_flits,
                             result.derived));
    return json;
  }
  Json all = Json::array();
  for (const KindResult& kind : result.kinds) {
    const network::SwitchKind& p = kind.params;
    Json json{{"switches", kind.switches}, {"first", kind.first}};
    if (!kind.names.empty()) json["names"] = kind.names;
    json.update(kind_words(p));
    json.update({{"virtual_channels", p.virtual_channels},
                 {"buffer_flits", p.buffer.flits},
                 {"switch_delay_cycles",
                  {{"header", p.header_delay},
                   {"data", p.data_delay},
                   {"arbitration", p.arbitration},
                   {"crossbar", p.crossbar},
                   {"flow_control", p.host_fc_cycles}}}});  // of its hosts: packet switches have no such registers
    json.update(flow_control(p.has_credits(), p.buffer.flits, kind.derived));
    all.push_back(std::move(json));
  }
  return {{"switch_kinds", std::move(all)}};
}

/// The effects of injected faults. Findings of checks cannot be assigned to single faults: they are given for all.
Json injected_faults(const statistics::RunTotals& totals) {
  Json links = Json::array();
  for (const statistics::InjectedFault& f : totals.injected) {
    Json fault{{"kind", features::word_of(f.kind)}, {"link", f.link}};
    if (f.kind == LinkFaultKind::held)
      fault.update({{"hits", f.state.hits()}, {"worms_placed", f.state.worms_placed}});
    else if (f.kind != LinkFaultKind::stop_stuck)
      fault.update({{"hits", f.state.hits()},
                    {"flits_lost", f.state.flits_lost},
                    {"flits_changed", f.state.flits_changed},
                    {"credits_lost", f.state.credits_lost}});
    links.push_back(std::move(fault));
  }
  return {{"hits", totals.injected_hits()}, {"detected", totals.failed()}, {"links", links}};
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json half_width(const statistics::Estimate& estimate) {
  return estimate.interval ? Json(estimate.interval->half_width) : Json();
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

/// The correlation of neighbouring batches, where there are enough of them.
Json correlation(const statistics::Estimate& estimate) {
  using statistics::Doubt;
  for (const Doubt unknown : {Doubt::not_measured, Doubt::too_short, Doubt::came_to_stand})
    if (estimate.doubt == unknown) return {};
  return estimate.correlation;
}

/// How far the means can be trusted.
Json convergence(const Result& result) {
  const statistics::Verdict& v = result.verdict;
  const bool has_batches = result.is_measured();
  return {{"relative_error", v.relative_error},
          {"converged", or_null(v.converged)},
          {"saturated", or_null(v.saturated)},
          {"saturated_by", text_or_null(v.saturated_by)},
          {"steady", or_null(v.steady())},
          {"doubt", text_or_null(v.doubt())},
          {"warmup", {{"method", v.warmup_given ? "given" : "mser"}, {"cycles", v.warmup}, {"found", v.warmup_found}}},
          {"batches", has_batches ? Json(v.batches) : Json()},
          {"batch_cycles", has_batches ? Json(v.batch_cycles) : Json()},
          {"correlation", {{"latency", correlation(v.total_latency)}, {"accepted", correlation(v.accepted)}}},
          {"trend", or_null(v.trend)}};
}

/// In flits per cycle and host.
Json load(const statistics::RunTotals& t, const statistics::Verdict& v) {
  Json accepted_half;
  if (const auto& interval = v.accepted.interval) accepted_half = interval->half_width / static_cast<double>(t.hosts);
  return {{"offered", t.offered_load()},
          {"accepted", t.accepted_load()},
          {"accepted_half_width", accepted_half},
          {"fairness", or_null(t.fairness)}};
}

Json latency(const statistics::Distribution& d, const statistics::Estimate& estimate) {
  return {{"mean", d.mean()},         {"half_width", half_width(estimate)}, {"min", d.least()},
          {"max", d.most()},          {"p50", d.percentile(500)},           {"p90", d.percentile(900)},
          {"p99", d.percentile(990)}, {"p99_9", d.percentile(999)}};
}

Json busiest_link(const Result& result) {
  if (!result.is_measured()) return {};
  const statistics::LinkUse* link = result.totals.busiest_link();
  if (link == nullptr) return {{"name", ""}, {"flits", 0}, {"utilisation", 0.0}};
  return {{"name", link->name}, {"flits", link->flits}, {"utilisation", link->utilisation()}};
}

/// The accepted flits per cycle over the windows that lie in the measured window.
Json throughput(const std::optional<statistics::Throughput>& t) {
  if (!t) return {};
  const Json peak = t->peak ? Json{{"lag", t->peak->lag}, {"value", t->peak->value}} : Json();
  return {{"windows", t->windows},
          {"mean", t->mean},
          {"standard_deviation", t->deviation},
          {"coefficient_of_variation", or_null(t->variation())},
          {"autocorrelation", {{"significant", t->significant()}, {"peak", peak}}}};
}

}  // namespace

std::string result_json(const Result& result) {
  const statistics::RunTotals& t = result.totals;
  Json json;
  json["schema_version"] = 1;
  json["name"] = result.experiment.run.name;
  json["status"] = to_string(result.status);
  json["configuration"] = configuration(result.experiment);
  json["network"] = {{"switches", result.switches},
                     {"hosts", t.hosts},
                     {"channels", result.channels},
                     {"link_delay_cycles", settings::cycles_of("link.delay", result.experiment)}};
  json["network"].update(switches(result));
  if (!result.host_kinds.empty()) json["network"]["host_kinds"] = host_kinds_json(result);
  json["cycles"] = {{"run", t.cycles}, {"measured", result.is_measured() ? t.measured_cycles() : 0}};
  json["convergence"] = convergence(result);
  json["load"] = result.is_measured() ? load(t, result.verdict) : Json();
  json["latency"] = {{"packets", result.is_measured() ? t.total_latency.packets() : 0}};
  if (result.is_measured() && t.total_latency.packets() != 0) {
    // With network interfaces intervals are of messages: nic_json().
    const statistics::Estimate none;
    json["latency"]["total"] = latency(t.total_latency, t.nic ? none : result.verdict.total_latency);
    json["latency"]["network"] = latency(t.network_latency, t.nic ? none : result.verdict.network_latency);
  }
  json["hops"] = {{"mean", result.is_measured() ? or_null(t.mean_hops()) : Json()}};
  json["packets"] = {{"created", t.at_end.packets_created},
                     {"waiting_at_hosts", t.packets_waiting()},
                     {"in_flight", t.packets_in_flight()},
                     {"delivered", t.packets_delivered},
                     {"overtaken", t.packets_overtaken}};
  json["flits"] = {{"injected", t.at_end.flits_injected},
                   {"delivered", t.flits_delivered},
                   {"in_switches", t.flits_in_switches},
                   {"on_links", t.flits_on_links},
                   {"stripped", t.flits_stripped},
                   {"discarded", t.flits_discarded},
                   {"lost", t.flits_lost},
                   {"changed", t.flits_changed},
                   {"aborts_made", t.aborts_made}};
  json["busiest_link"] = busiest_link(result);
  if (t.windows)
    json["windows"] = {{"number", t.windows->size()},
                       {"cycles", t.windows->cycles()},
                       {"accepted", result.is_measured() ? throughput(t.windows->throughput()) : Json()}};
  if (t.packet_switches) json["packet_switches"] = packet_switch_json(*t.packet_switches);
  if (t.nic) json["nic"] = nic_json(result);
  if (t.transactions && result.is_measured()) json["transactions"] = transactions_json(*t.transactions);
  if (t.measures && result.is_measured()) json["measures"] = measures_json(*t.measures);
  Json& parts = features::has_list(result.experiment) ? json["workloads"] : json;
  for (const auto& section : result.sections) {
    Json& part = parts[section->name()];
    if (features::has_list(result.experiment)) part["kind"] = section->kind();
    part.update(section->json(result.facts(*section)));
  }
  for (const present::SharedPart& part : result.shared_parts()) json[part.name] = *part.json;
  if (!t.injected.empty()) json["injected_faults"] = injected_faults(t);
  json["checks"]["conserved"] = t.conserved();
  json["checks"]["errors"] = Json::array();
  for (const statistics::InstanceError& f : t.errors)
    json["checks"]["errors"].push_back({{"instance", f.instance}, {"error", f.error}, {"count", f.count}});
  if (result.nothing_since) json["nothing_completed_since"] = result.nothing_since->value;
  if (result.standstill) json[result.standstill->is_deadlock() ? "deadlock" : "stuck"] = json_of(*result.standstill);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";  // a name may hold bytes that are no UTF-8
}

}  // namespace slackline::report
