#include "rtl_models/network/barrier_ways.hpp"

#include "rtl_models/common/random_stream.hpp"
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

namespace {

barrier_unit::Place unit_place(const Netlist& netlist, std::uint32_t sw) {
  const BarrierWays& ways = netlist.barrier_ways;
  barrier_unit::Place place;
  place.self = barrier_unit::Address::of_switch(sw);
  place.ports_to_switch = ways.ports_to_switch.data() + std::size_t{sw} * netlist.switches.size();
  place.switch_of_host = ways.switch_of_host.data();
  place.port_of_host = ways.port_of_host.data();
  place.switches = static_cast<std::uint16_t>(netlist.switches.size());
  place.hosts = static_cast<std::uint16_t>(netlist.endpoints.size());
  place.ways = ways.choices.data();
  place.ways_count = static_cast<std::uint16_t>(ways.choices.size());
  if (!ways.planned.empty()) {
    place.planned = ways.planned[sw].data();
    place.planned_entries = static_cast<std::uint16_t>(ways.planned[sw].size());
  }
  return place;
}

}  // namespace

void wire_barriers(const Netlist& netlist, std::uint32_t sw, wormhole_switch::Place& place) {
  place.barrier = unit_place(netlist, sw);
  place.hosts = {};
  const BarrierWays& ways = netlist.barrier_ways;
  place.holds = ways.holds.data();
  place.groups_with_holds = static_cast<std::uint16_t>(ways.holds.size());
  for (std::size_t host = 0; host < ways.port_of_host.size(); ++host)
    if (ways.switch_of_host[host] == sw && ways.port_of_host[host] != barrier_unit::Place::no_way)
      insert(place.hosts, ways.port_of_host[host]);
  RandomStream random(netlist.workloads[0].traffic.seed, sw, RandomPurpose::victims);
  place.victims = static_cast<std::uint32_t>(random.bits()) | 1;
}

}  // namespace slackline::network
