#include "testbench/workloads/barriers/kind.hpp"

#include <algorithm>
#include <set>

#include "testbench/features/topology/build.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/workloads/barriers/groups.hpp"
#include "testbench/workloads/barriers/meter.hpp"
#include "testbench/workloads/barriers/settings.hpp"
#include "testbench/workloads/barriers/waves.hpp"

namespace slackline::barriers {

namespace {

using features::BarrierGroup;
using features::BarrierSettings;
using settings::Values;

constexpr const char* members_key = "barriers.groups.members";

/// The fields of a group, without its members: `hosts` of the workload names them.
std::vector<settings::Key> keys_of_group() {
  std::vector<settings::Key> keys(features::group_fields().begin(), features::group_fields().end());
  keys.erase(std::remove_if(keys.begin(), keys.end(), [](const settings::Key& key) { return key.path == members_key; }),
             keys.end());
  return keys;
}

void append_group(const Values& record, const std::vector<std::uint32_t>& nodes, Values& experiment) {
  BarrierGroup group = record.get<BarrierGroup>();
  if (!group.size && nodes.empty()) group.members = {"all"};
  for (const std::uint32_t node : nodes)
    if (!group.size) group.members.push_back(std::to_string(node));
  experiment.get<BarrierSettings>().groups.push_back(std::move(group));
}

std::uint64_t hosts_in_groups(const Values& experiment) {
  const network::Netlist netlist = features::bare_network_of(experiment);
  const features::HostIndex index(netlist);
  std::set<std::uint32_t> hosts;
  for (const BarrierGroup& settings : experiment.get<BarrierSettings>().groups) {
    const features::Group group = features::group_of(settings, netlist, index, false);
    hosts.insert(group.members.begin(), group.members.end());
  }
  return hosts.size();
}

features::Offer offer_of(const Values& experiment) {
  const BarrierSettings& barriers = experiment.get<BarrierSettings>();
  features::Offer offer{text::counted(barriers.rounds, "barrier")};
  if (barriers.groups.size() > 1) {  // of a section
    offer.text += " in each of " + text::counted(barriers.groups.size(), "group");
    return offer;
  }
  for (const BarrierGroup& group : barriers.groups)
    if (group.size) offer.text += " of " + text::counted(*group.size, "host") + " that are drawn";
  return offer;
}

}  // namespace

features::WorkloadKind kind() {
  features::WorkloadKind kind{
      "barriers",
      "hosts meet in barriers, as one group; keys of `barriers` and `barriers.groups`; page: docs/barriers.md"};
  kind.keys = {{"barriers.", features::barrier_keys()}, {"barriers.groups.", keys_of_group()}};
  kind.section = {"barriers", "barriers.groups",
                  [](const Values& experiment) { return !experiment.get<BarrierSettings>().groups.empty(); }};
  kind.groups = {"barriers.groups", members_key, append_group, hosts_in_groups};
  kind.meter = meter_of;
  kind.waves = waves_of;
  kind.offer = offer_of;
  kind.headlines = {{"first.mean", "first", 1}, {"later.mean", "later", 1}};
  kind.add_settings = [](settings::Sections& sections) {
    sections.add<BarrierSettings>();
    sections.add<BarrierGroup>();
  };
  kind.check = [](const Values& experiment, const features::WorkloadKind::Report& error) {
    const std::optional<std::uint64_t>& size = experiment.get<BarrierGroup>().size;
    if (size && !experiment.get<features::WorkloadHosts>().nodes.empty())
      error("size", settings::problem("given together with hosts"), settings::advice("give one of the two"));
  };
  return kind;
}

}  // namespace slackline::barriers
