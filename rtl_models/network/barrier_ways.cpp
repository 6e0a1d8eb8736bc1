#include "rtl_models/network/barrier_ways.hpp"

#include "rtl_models/network/netlist.hpp"

namespace slackline::network {

BarrierWays completed_ways(const Netlist& netlist) {
  BarrierWays ways = netlist.barrier_ways;
  ways.switch_of_host.assign(netlist.endpoints.size(), 0);
  ways.port_of_host.assign(netlist.endpoints.size(), barrier_unit::Place::no_way);
  for (const Channel& channel : netlist.channels) {
    if (channel.from.kind != InstanceKind::wormhole_switch || channel.to.kind != InstanceKind::endpoint) continue;
    const std::uint32_t node = netlist.endpoints[channel.to.instance].place.node.value;
    ways.switch_of_host[node] = static_cast<std::uint16_t>(channel.from.instance);
    ways.port_of_host[node] = channel.from.port.value;
  }
  return ways;
}

barrier_unit::Place barrier_place(const Netlist& netlist, std::uint32_t sw) {
  const BarrierWays& ways = netlist.barrier_ways;
  barrier_unit::Place place;
  place.self = barrier_unit::Address::of_switch(sw);
  place.ports_to_switch = ways.ports_to_switch.data() + std::size_t{sw} * netlist.switches.size();
  place.switch_of_host = ways.switch_of_host.data();
  place.port_of_host = ways.port_of_host.data();
  place.switches = static_cast<std::uint16_t>(netlist.switches.size());
  place.hosts = static_cast<std::uint16_t>(netlist.endpoints.size());
  return place;
}

std::vector<PortMask> host_ports(const Netlist& netlist) {
  std::vector<PortMask> ports(netlist.switches.size(), 0);
  for (const Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::wormhole_switch && channel.to.kind == InstanceKind::endpoint)
      ports[channel.from.instance] |= bit(channel.from.port.value);
  return ports;
}

}  // namespace slackline::network
