#include "testbench/studies/song2005/measurement.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace slackline::song2005 {

using Json = nlohmann::json;

std::string name_of(const Run& run) { return run.experiment + ", seed " + std::to_string(run.seed); }

double greatest_skew(const std::vector<double>& ended) {
  if (ended.empty()) return 0;
  const auto [least, most] = std::minmax_element(ended.begin(), ended.end());
  return *most - *least;
}

std::string encode(const Measurement& m) {
  Json json = {{"ended", m.ended},
               {"overhead", m.overhead},
               {"slots_taken", m.slots_taken},
               {"interval", m.interval},
               {"most_before", m.most_before},
               {"application_packets", m.application_packets},
               {"blocked_packets", m.blocked_packets}};
  if (m.first_blocked_slot) json["first_blocked_slot"] = *m.first_blocked_slot;
  if (const auto& e = m.ending)
    json["ending"] = {
        {"missing", e->missing},       {"late", e->late},           {"silent", e->silent}, {"rounds", e->rounds},
        {"last_hosts", e->last_hosts}, {"last_skew", e->last_skew}, {"ended", e->ended},   {"stuck", e->stuck}};
  return json.dump();
}

Measurement decode(const std::string& bytes) {
  const Json json = Json::parse(bytes);
  Measurement m;
  json.at("ended").get_to(m.ended);
  json.at("overhead").get_to(m.overhead);
  json.at("slots_taken").get_to(m.slots_taken);
  json.at("interval").get_to(m.interval);
  json.at("most_before").get_to(m.most_before);
  json.at("application_packets").get_to(m.application_packets);
  json.at("blocked_packets").get_to(m.blocked_packets);
  if (json.contains("first_blocked_slot")) m.first_blocked_slot = json["first_blocked_slot"].get<std::uint64_t>();
  if (json.contains("ending")) {
    const Json& e = json["ending"];
    Ending& ending = m.ending.emplace();
    e.at("missing").get_to(ending.missing);
    e.at("late").get_to(ending.late);
    e.at("silent").get_to(ending.silent);
    e.at("rounds").get_to(ending.rounds);
    e.at("last_hosts").get_to(ending.last_hosts);
    e.at("last_skew").get_to(ending.last_skew);
    e.at("ended").get_to(ending.ended);
    e.at("stuck").get_to(ending.stuck);
  }
  return m;
}

Measurements measure(const std::vector<Run>& runs, const Simulator& simulate, unsigned at_once, const Watch& watch) {
  return reproduction::measure(runs, simulate, decode, at_once, watch);
}

}  // namespace slackline::song2005
