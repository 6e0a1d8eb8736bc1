#include "testbench/report/description_json.hpp"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace slackline::report {

namespace {

using Json = nlohmann::ordered_json;

const char* to_string(GivenBy by) {
  switch (by) {
    case GivenBy::file: return "file";
    case GivenBy::preset: return "preset";
    case GivenBy::option: return "option";
    case GivenBy::nobody: break;
  }
  return "default";
}

/// The number of "18.75 ns".
double nanoseconds(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

Json key_json(const DescribedKey& key) {
  Json json{{"key", key.key}, {"asked", key.asked}};
  if (!key.unit.empty()) json["unit"] = key.unit;
  if (key.flits) json["flits"] = *key.flits;
  if (key.cycles) json["cycles"] = *key.cycles;
  if (key.fraction) json["cycles"] = key.fraction->value();
  if (!key.duration.empty()) json["ns"] = nanoseconds(key.duration);
  if (key.error) {
    if (!key.error->ns.empty()) json["error_ns"] = nanoseconds(key.error->ns);
    json["error_percent"] = key.error->percent;
  }
  json["given_by"] = to_string(key.given_by);
  if (!key.file.empty()) json[key.given_by == GivenBy::option ? "option" : "file"] = key.file;
  if (key.line != 0) json["line"] = key.line;
  if (!key.source.empty()) json["source"] = key.source;
  return json;
}

Json derived_json(const DescribedKind& d, const settings::Time& clock_period) {
  if (d.packet) {
    Json json{{"wait_cycles", d.packet_wait_cycles()},
              {"hop_cycles", d.packet_hop_cycles()},
              {"hop_ns", nanoseconds(settings::duration(d.packet_hop_cycles(), clock_period))},
              {"longest_packet_flits", d.derived.longest_packet}};
    if (d.packet->pause_at != 0)
      json.update({{"packets_after_pause", d.packets_after_pause()},
                   {"room_after_pause", d.room_after_pause() ? Json(*d.room_after_pause()) : Json()}});
    return json;
  }
  const DelayParts& p = d.parts;
  Json json{{"data_cycles", p.data()},
            {"header_cycles", p.header()},
            {"buffer_read_cycles", p.read},
            {"routing_cycles", p.routing},
            {"arbitration_cycles", p.arbitration},
            {"crossbar_cycles", p.crossbar},
            {"link_cycles", d.link_cycles},
            {"hop_cycles", d.hop_cycles()},
            {"hop_ns", nanoseconds(settings::duration(d.hop_cycles(), clock_period))}};
  if (d.has_credits)
    json.update({{"credits", d.buffer_flits}, {"full_speed_credits", d.derived.full_speed_credits}});
  else
    json.update({{"stop_at", d.derived.stop_at},
                 {"go_at", d.derived.go_at},
                 {"slack_needed_flits", d.derived.slack},
                 {"slack_available_flits", d.slack_available()}});
  json["smallest_buffer_flits"] = d.derived.smallest_buffer;
  if (d.derived.longest_packet != 0) json["longest_packet_flits"] = d.derived.longest_packet;
  return json;
}

/// Each kind, where there are several.
Json kinds_json(const Description& d) {
  Json all = Json::array();
  for (const DescribedKind& kind : d.kinds) {
    Json json{{"switches", kind.switches}, {"first", kind.first}, {"virtual_channels", kind.virtual_channels}};
    json["values"] = Json::array();
    for (const DescribedKey& key : kind.keys) json["values"].push_back(key_json(key));
    json["derived"] = derived_json(kind, d.clock_period);
    all.push_back(std::move(json));
  }
  return all;
}

Json hosts_json(const std::vector<DescribedHosts>& all) {
  Json json = Json::array();
  for (const DescribedHosts& of : all) {
    json.push_back({{"hosts", of.hosts}, {"first", of.first}, {"values", Json::array()}});
    for (const DescribedKey& key : of.keys) json.back()["values"].push_back(key_json(key));
  }
  return json;
}

Json deadlock(const std::optional<DeadlockFacts>& facts) {
  if (!facts) return {{"verdict", "not computed"}};
  Json json{{"verdict", facts->proved() ? "proved" : "not proved"},
            {"channels", facts->channels},
            {"virtual_channels", facts->virtual_channels},
            {"dependencies", facts->dependencies}};
  if (facts->buffer_dependencies != 0) json["buffer_dependencies"] = facts->buffer_dependencies;
  std::string why_not;
  for (const std::string& sentence : facts->why_not) why_not += (why_not.empty() ? "" : "; ") + sentence;
  if (!why_not.empty()) json["why_not"] = why_not;
  if (!facts->cycle.empty()) json["cycle"] = facts->cycle;
  return json;
}

/// Of a switch.
std::uint64_t most_virtual_channels(const Description& d) {
  std::uint64_t most = 0;
  for (const DescribedKind& kind : d.kinds) most = std::max(most, kind.virtual_channels);
  return most;
}

/// Values that are too costly to compute are left out, and "deadlock" reports it.
Json network_json(const Description& d) {
  Json json{{"topology", d.topology},
            {"routing", d.routing},
            {"switches", d.switches},
            {"ports_per_switch", d.ports},
            {"virtual_channels", most_virtual_channels(d)},
            {"hosts", d.hosts},
            {"links", d.links}};
  if (const auto& m = d.facts.distances)
    json.update({{"links_between_switches", m->switch_channels / 2},
                 {"least_links_at_switch", m->least_degree},
                 {"most_links_at_switch", m->most_degree},
                 {"unconnected_pairs", m->unconnected},
                 {"diameter", m->diameter},
                 {"mean_distance", m->mean_distance()}});
  if (const auto& l = d.facts.lengths) json.update({{"mean_route", l->mean}, {"longest_route", l->longest}});
  if (const auto& b = d.facts.bisection) {
    json["bisection"] = {{"channels_each_way", b->channels}};
    if (b->flits_per_cycle) json["bisection"]["flits_per_cycle"] = *b->flits_per_cycle;
  }
  if (const auto& u = d.facts.uniform)
    json["uniform_traffic"] = {{"mean_hops", u->mean_hops},
                               {"most_flits_per_cycle_and_host", u->most},
                               {"bound_by", u->channel},
                               {"and_others", u->others},
                               {"with_response_flits", u->response_flits},
                               {"without_route_flits", u->has_route_flits}};
  json["deadlock_free"] = deadlock(d.facts.deadlock);
  for (const auto& speed : d.speeds)
    json["link_speeds"].push_back(
        {{"name", speed.name},
         {"links", speed.links},
         {"asked_gigabits_per_second", speed.asked_gigabits_per_second},
         {"gigabits_per_second", speed.gigabits_per_second ? Json(*speed.gigabits_per_second) : Json()},
         {"asked_cycles_per_flit", speed.asked_cycles_per_flit},
         {"cycles_per_flit", speed.cycles_per_flit.value()}});
  for (const auto& map : d.port_maps) {
    Json ports = Json::array();
    for (const auto& run : map.runs)
      ports.push_back({{"port", run.port}, {"ports", run.ports}, {"first", run.first}, {"last", run.last}});
    json["port_maps"].push_back({{"switches", map.switches}, {"one_of_them", map.first}, {"runs", std::move(ports)}});
  }
  if (!d.notes.empty()) json["notes"] = d.notes;
  return json;
}

/// What each of several workloads, or of a list, offers, and what else there is to know of some: of one alone under the
/// name that the part of its result has.
void add_workloads(Json& json, const std::vector<DescribedWorkload>& workloads) {
  for (const DescribedWorkload& workload : workloads) {
    const features::Offer& offer = workload.offer;
    if (!workload.is_named()) {
      json[workload.kind.section.part] = *offer.json;
      continue;
    }
    Json one{{"name", workload.name}, {"kind", workload.kind.word}, {"hosts", workload.hosts}, {"offers", offer.text}};
    if (offer.json != nullptr) one.update(*offer.json);
    json["workloads"].push_back(std::move(one));
  }
}

}  // namespace

std::string description_json(const Description& d) {
  Json json;
  json["schema_version"] = 1;
  json["name"] = d.name;
  json["file"] = d.file;
  if (!d.preset.empty()) json["preset"] = {{"name", d.preset}, {"summary", d.preset_summary}};
  json["clock_period_ns"] = nanoseconds(to_string(d.clock_period));
  json["times"] = Json::array();
  for (const DescribedKey& key : d.delays) json["times"].push_back(key_json(key));
  json["values"] = Json::array();
  for (const DescribedKey& key : d.settings) json["values"].push_back(key_json(key));
  if (!d.own_links.empty()) json["own_links"] = Json::array();
  for (const DescribedKey& key : d.own_links) json["own_links"].push_back(key_json(key));
  if (!d.injected.empty()) json["injected_faults"] = Json::array();
  for (const DescribedKey& key : d.injected) json["injected_faults"].push_back(key_json(key));
  if (!d.has_own_kinds())
    json["derived"] = derived_json(d.kinds.front(), d.clock_period);
  else
    json["switch_kinds"] = kinds_json(d);
  if (!d.host_kinds.empty()) json["host_kinds"] = hosts_json(d.host_kinds);
  if (!d.own_clocks.empty()) json["host_clocks"] = hosts_json(d.own_clocks);
  json["network"] = network_json(d);
  add_workloads(json, d.workloads);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace slackline::report
