#include "testbench/workloads/barriers/units.hpp"

#include <algorithm>

#include "testbench/features/kinds/build.hpp"
#include "testbench/routing/switch_graph.hpp"

namespace slackline::features {

using network::InstanceKind;

bool Units::everywhere() const { return std::find(has.begin(), has.end(), false) == has.end(); }

Units units_of(const Values& experiment, const network::Netlist& netlist) {
  Units units;
  const SwitchGroups groups = switch_groups(experiment, netlist);
  for (const std::uint32_t group : groups.of) units.has.push_back(has_barrier_unit(groups.groups[group].values));
  units.switch_of.resize(netlist.endpoints.size());
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::endpoint) units.switch_of[channel.from.instance] = channel.to.instance;
  if (units.everywhere()) {
    units.part.assign(netlist.switches.size(), 0);
    return units;
  }
  constexpr std::uint32_t none = ~std::uint32_t{0};
  units.part.assign(netlist.switches.size(), none);
  const routing::SwitchGraph graph(joined_by_units(netlist, units));
  std::vector<std::uint32_t> reached;
  for (std::uint32_t s = 0; s < graph.switches(); ++s) {
    if (units.part[s] != none) continue;
    units.part[s] = s;
    reached.assign(1, s);
    while (!reached.empty()) {
      const std::uint32_t at = reached.back();
      reached.pop_back();
      for (const routing::SwitchGraph::Link& link : graph.from(at))
        if (units.part[link.other] == none) {
          units.part[link.other] = s;
          reached.push_back(link.other);
        }
    }
  }
  return units;
}

network::Netlist joined_by_units(const network::Netlist& netlist, const Units& units) {
  network::Netlist joined = netlist;
  const auto lacks_unit = [&](const network::PortRef& port) {
    return port.kind == InstanceKind::any_switch && !units.has[port.instance];
  };
  const auto goes = [&](const network::Channel& channel) {
    const bool of_host = channel.from.kind == InstanceKind::endpoint || channel.to.kind == InstanceKind::endpoint;
    return !of_host && (lacks_unit(channel.from) || lacks_unit(channel.to));
  };
  joined.channels.erase(std::remove_if(joined.channels.begin(), joined.channels.end(), goes), joined.channels.end());
  return joined;
}

bool cuts_worms(const Values& experiment) {
  const std::vector<SwitchValues> all = possible_switches(experiment);
  return std::any_of(all.begin(), all.end(), [](const SwitchValues& values) {
    return has_barrier_unit(values) &&
           values.get<BarrierUnitSettings>().architecture != preemption_unit::Architecture::waiting;
  });
}

}  // namespace slackline::features
