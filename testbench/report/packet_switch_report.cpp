#include "testbench/report/packet_switch_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace slackline::report {

using packet_switch::Counters;
using packet_switch::Drop;
using statistics::PacketPort;
using statistics::PacketSwitchTotals;

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Counters& counters) {
  Json dropped = Json::object();
  for (std::size_t cause = 0; cause < packet_switch::drop_causes; ++cause)
    dropped[packet_switch::to_string(static_cast<Drop>(cause))] = counters.dropped[cause];
  return {{"in", counters.frames_in},
          {"out", counters.frames_out},
          {"dropped", std::move(dropped)},
          {"refused_for_output", counters.refused},
          {"most_held", counters.most_frames}};
}

std::uint64_t dropped_at(const PacketPort& port) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : port.counters.dropped) sum += count;
  return sum;
}

}  // namespace

Json packet_switch_json(const PacketSwitchTotals& t) {
  Json json = json_of(t.all);
  json["most_shared"] = t.most_shared;
  json["ports"] = Json::array();
  for (const PacketPort& port : t.ports) {
    Json one{{"port", port.name}};
    one.update(json_of(port.counters));
    json["ports"].push_back(std::move(one));
  }
  return json;
}

std::vector<present::Row> packet_switch_rows(const PacketSwitchTotals& t) {
  std::string causes;
  for (std::size_t cause = 0; cause < packet_switch::drop_causes; ++cause)
    if (const std::uint64_t count = t.all.dropped[cause]; count != 0)
      causes += (causes.empty() ? "" : ", ") + std::to_string(count) + " " +
                packet_switch::to_string(static_cast<Drop>(cause));
  if (!causes.empty()) {
    const auto most = std::max_element(t.ports.begin(), t.ports.end(), [](const PacketPort& a, const PacketPort& b) {
      return dropped_at(a) < dropped_at(b);
    });
    causes += "; most at input " + most->name + ", " + std::to_string(dropped_at(*most));
  }
  return {{"packets in switches", std::to_string(t.all.frames_in),
           "taken in by packet switches, at each again; the most that a buffer held: " +
               std::to_string(std::max(t.all.most_frames, t.most_shared))},
          {"packets dropped", std::to_string(t.dropped()), causes}};
}

std::string packet_switch_csv(const PacketSwitchTotals& t) {
  std::string csv = "port,packets_in,packets_out";
  for (std::size_t cause = 0; cause < packet_switch::drop_causes; ++cause)
    csv += std::string(",") + packet_switch::to_string(static_cast<Drop>(cause));
  csv += ",refused_for_output,most_held\n";
  for (const PacketPort& port : t.ports) {
    csv += port.name + "," + std::to_string(port.counters.frames_in) + "," + std::to_string(port.counters.frames_out);
    for (const std::uint64_t count : port.counters.dropped) csv += "," + std::to_string(count);
    csv += "," + std::to_string(port.counters.refused) + "," + std::to_string(port.counters.most_frames) + "\n";
  }
  return csv;
}

}  // namespace slackline::report
