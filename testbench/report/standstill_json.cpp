#include "testbench/report/standstill_json.hpp"

#include <nlohmann/json.hpp>

namespace slackline::report {

namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json list_of(const std::vector<T>& things) {
  Json list = Json::array();
  for (const T& thing : things) list.push_back(report::json_of(thing));
  return list;
}

Json json_of(const monitors::StuckWorm& worm) {
  return {{"packet", worm.packet},        {"source", worm.source},       {"destination", worm.destination},
          {"flits", worm.flits},          {"head", worm.head},           {"since", worm.since.value},
          {"holds", list_of(worm.holds)}, {"waits", list_of(worm.waits)}};
}

Json json_of(const monitors::KeptWorm& worm) {
  return {{"host", worm.host},           {"queue", worm.queue},          {"source", worm.source},
          {"message", worm.message},     {"offset", worm.offset},        {"state", worm.state},
          {"next_host", worm.next_host}, {"next_queue", worm.next_queue}};
}

}  // namespace

Json json_of(const monitors::ChannelName& channel) { return {{"channel", channel.channel}, {"vc", channel.vc}}; }

Json json_of(const monitors::NamedWait& wait) {
  Json json{{"why", wait.why}};
  if (!wait.channel.channel.empty()) json.update(json_of(wait.channel));
  if (!wait.buffer.empty()) json["buffer"] = wait.buffer;
  if (!wait.packet.empty()) json["packet"] = wait.packet;
  return json;
}

Json json_of(const monitors::Standstill& standstill) {
  Json worms = Json::array();
  for (const monitors::StuckWorm& worm : standstill.worms) worms.push_back(json_of(worm));
  Json json{{"kind", to_string(standstill.kind)},
            {"formed_in_cycle", standstill.formed.value},
            {"found_in_cycle", standstill.found.value},
            {"worms", worms},
            {"more_deadlocks", standstill.knots > 1 ? standstill.knots - 1 : 0},
            {"more_worms", standstill.behind},
            {"hosts", standstill.hosts}};
  if (standstill.interfaces != 0) json["interfaces"] = standstill.interfaces;
  for (const monitors::KeptWorm& worm : standstill.kept) json["kept_worms"].push_back(json_of(worm));
  return json;
}

}  // namespace slackline::report
