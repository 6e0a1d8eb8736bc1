#include "testbench/workloads/traffic/kind.hpp"

#include <algorithm>
#include <vector>

#include "testbench/features/nic/build.hpp"
#include "testbench/settings/number.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/workloads/traffic/meter.hpp"
#include "testbench/workloads/traffic/settings.hpp"
#include "testbench/workloads/traffic/waves.hpp"

namespace slackline::traffic {

namespace {

using features::PacketSettings;
using features::TrafficSettings;
using settings::Values;

/// "6 flits", "4 or 12 flits"
std::string lengths_of(const Values& experiment) {
  std::vector<std::uint64_t> lengths = experiment.get<TrafficSettings>().lengths;
  if (lengths.empty()) lengths = {experiment.get<PacketSettings>().flits};
  std::string text;
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) text += std::to_string(lengths[i]) + " or ";
  return text + text::counted(lengths.back(), features::has_nics(experiment) ? "word" : "flit");
}

/// "0.2 flits per cycle and host, in packets of 6 flits, uniform"
features::Offer offer_of(const Values& experiment) {
  const bool has_messages = features::has_nics(experiment);
  const TrafficSettings& traffic = experiment.get<TrafficSettings>();
  const auto pattern = settings::value_of(*experiment.keys().find("traffic.pattern"), experiment);
  features::Offer offer{settings::to_string(traffic.load) + " " +
                        text::noun_for(traffic.load == 1 ? 1 : 2, has_messages ? "word" : "flit") +
                        " per cycle and host, in " + (has_messages ? "messages" : "packets") + " of " +
                        lengths_of(experiment) + ", " + settings::to_string(pattern)};
  if (traffic.response_flits != 0)
    offer.text += "; each is answered by one of " + text::counted(traffic.response_flits, "flit");
  return offer;
}

std::string contents_of(const Values& experiment) {
  std::string text;
  for (const std::uint64_t to : experiment.get<TrafficSettings>().permutation) text.append(std::to_string(to)) += '\n';
  return text;
}

}  // namespace

features::WorkloadKind kind() {
  features::WorkloadKind kind{"traffic", "hosts send random packets; keys of `traffic`; page: docs/statistics.md"};
  kind.ends = false;
  kind.keys = {{"traffic.", features::traffic_keys()}};
  std::vector<settings::Key>& keys = kind.keys.front().keys;  // without the format: all packets of a network have one
  keys.erase(std::remove_if(keys.begin(), keys.end(),
                            [](const settings::Key& key) { return key.path == "traffic.packet.format"; }),
             keys.end());
  kind.section = {"traffic"};
  kind.meter = meter_of;
  kind.waves = waves_of;
  kind.offer = offer_of;
  kind.headlines = {{"load.accepted", "accepted", 4}, {"latency.total.mean", "latency", 2}};
  kind.contents = contents_of;
  kind.add_settings = [](settings::Sections& sections) {
    sections.add<TrafficSettings>();
    sections.add<PacketSettings>();
  };
  kind.check = [](const Values& experiment, const features::WorkloadKind::Report& error) {
    if (experiment.get<features::WorkloadHosts>().nodes.size() == 1)
      error("hosts", settings::value_found("one host"), "at least 2 (random packets go from one to another)");
  };
  kind.numbered_late = [](const Values& experiment) -> std::optional<features::WorkloadKind::NumberedLate> {
    if (experiment.get<TrafficSettings>().response_flits == 0) return std::nullopt;
    return features::WorkloadKind::NumberedLate{"response.flits",
                                                "where hosts respond, packets are numbered when they are sent"};
  };
  return kind;
}

}  // namespace slackline::traffic
