#include "tests/testbench/monitors/deadlocks.hpp"

#include <deque>
#include <stdexcept>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/routing/routing.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/deadlock/ring_table.hpp"

namespace slackline::test {

using network::InstanceKind;

namespace {

constexpr std::uint32_t far = ~0u;

/// Hops from each switch to the host.
std::vector<std::uint32_t> distances(const network::Netlist& netlist, std::uint32_t host) {
  std::vector<std::uint32_t> hops(netlist.switches.size(), far);
  std::deque<std::uint32_t> next;
  const auto reach = [&](std::uint32_t sw, std::uint32_t n) {
    if (hops[sw] != far) return;
    hops[sw] = n;
    next.push_back(sw);
  };
  for (const network::Channel& c : netlist.channels)
    if (c.to.kind == InstanceKind::endpoint && c.to.instance == host) reach(c.from.instance, 1);
  for (; !next.empty(); next.pop_front())
    for (const network::Channel& c : netlist.channels)
      if (c.from.kind == c.to.kind && c.to.instance == next.front()) reach(c.from.instance, hops[next.front()] + 1);
  return hops;
}

void fill(network::Netlist& netlist, routing::Algorithm algorithm, std::uint64_t seed) {
  const route_unit::Params& route = netlist.routing;
  const std::vector<std::uint16_t> size(route.size.begin(), route.size.begin() + route.dimensions);
  const Violations found = routing::fill({algorithm, route_unit::Kind::table, std::nullopt, seed, false},
                                         {topology::Kind::torus, size, true, {}, {}}, netlist);
  if (!found.empty()) throw std::invalid_argument(to_string(found));
}

}  // namespace

void random_shortest_tables(network::Netlist& netlist, std::uint64_t seed) {
  RandomStream random(seed, 1, RandomPurpose::test);
  const std::size_t hosts = netlist.endpoints.size();
  netlist.route_tables.entries.assign(netlist.switches.size() * hosts, 255);
  for (std::uint32_t host = 0; host < hosts; ++host) {
    const std::vector<std::uint32_t> hops = distances(netlist, host);
    std::vector<std::uint32_t> ways(netlist.switches.size(), 0);
    for (const network::Channel& c : netlist.channels) {
      if (c.from.kind == InstanceKind::endpoint) continue;
      const bool to_host = c.to.kind == InstanceKind::endpoint;
      if (to_host ? c.to.instance != host : hops[c.to.instance] + 1 != hops[c.from.instance]) continue;
      if (to_host || random.below(++ways[c.from.instance]) == 0)  // each of n ways with probability 1/n
        netlist.route_tables.entries[c.from.instance * hosts + host] = c.from.port.value;
    }
  }
  netlist.routing.kind = route_unit::Kind::table;
}

network::Netlist ring_that_locks_up(unsigned switches, unsigned up, std::uint16_t flits, unsigned vcs) {
  network::Netlist netlist = ring_with_table(switches, vcs, Way::up);
  netlist.workloads[0].traffic.packet_flits = flits;
  netlist.workloads[0].traffic.packets_per_cycle = 1;
  for (std::uint32_t i = 0; i < switches; ++i) netlist.workloads[0].traffic.set_partner(i, NodeId((i + up) % switches));
  return netlist;
}

network::Netlist torus_with_any_shortest_way(std::uint16_t k, std::uint16_t flits, std::uint64_t seed) {
  Settings settings;
  settings.size = {k, k};
  settings.wraps = true;
  network::Netlist netlist = mesh_network(settings);
  fill(netlist, routing::Algorithm::minimal, seed);
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::uniform;
  traffic.packet_flits = flits;
  traffic.packets_per_cycle = 1.0 / flits;
  traffic.seed = seed;
  return netlist;
}

network::Netlist adaptive_ring_that_locks_up(std::uint16_t switches, std::uint16_t flits) {
  Settings settings;
  settings.size = {switches};
  settings.wraps = true;
  settings.virtual_channels = 3;
  settings.flow_control = flow_controller::Kind::credit;
  network::Netlist netlist = mesh_network(settings);
  fill(netlist, routing::Algorithm::adaptive, 1);
  for (std::uint16_t& entry : netlist.route_tables.entries) entry &= 0xff;  // class 0 everywhere
  netlist.routing.classes = 1;
  netlist.switch_kinds[0].virtual_channels = 2;
  netlist.switch_kinds[0].buffer.flits = 16;
  netlist.workloads[0].traffic.packet_flits = flits;
  netlist.workloads[0].traffic.packets_per_cycle = 1.0 / flits;
  for (std::uint32_t i = 0; i < switches; ++i)
    netlist.workloads[0].traffic.set_partner(i, NodeId((i + switches / 2u - 1) % switches));
  return netlist;
}

network::Netlist network_with_cycles(std::uint64_t seed) {
  RandomStream random(seed, 0, RandomPurpose::test);
  const auto any = [&](std::uint32_t least, std::uint32_t most) { return least + random.below(most - least + 1); };
  Settings settings = with_delays(any(0, delay_variants - 1));
  settings.wraps = true;
  settings.virtual_channels = static_cast<std::uint8_t>(any(1, 2));
  settings.extra_flits = static_cast<int>(any(0, 8));
  if (any(0, 2) == 0) settings.flow_control = flow_controller::Kind::credit;
  if (any(0, 3) == 0) settings.vc_assignment = route_unit::VcAssignment::keep;
  const bool ring = any(0, 1) == 0;
  settings.size =
      ring ? std::vector<std::uint16_t>{static_cast<std::uint16_t>(any(5, 9))}
           : std::vector<std::uint16_t>{static_cast<std::uint16_t>(any(3, 5)), static_cast<std::uint16_t>(any(3, 5))};
  network::Netlist netlist = mesh_network(settings);
  switch (seed % 3) {
    case 0: random_shortest_tables(netlist, seed); break;
    case 1: fill(netlist, routing::Algorithm::dimension_order, seed); break;
    default: fill(netlist, routing::Algorithm::minimal, seed);
  }
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::uniform;
  traffic.packet_flits = static_cast<std::uint16_t>(any(1, 40));
  traffic.packets_per_cycle = 1.0 / traffic.packet_flits;
  traffic.seed = seed;
  return netlist;
}

}  // namespace slackline::test
