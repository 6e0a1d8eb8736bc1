#include "tests/testbench/multicast/trials.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "testbench/routing/routing.hpp"
#include "tests/testbench/routing/networks.hpp"

namespace slackline::test {

using multicast::Algorithm;
using multicast::BufferClass;
using multicast::Costs;
using multicast::Distances;
using multicast::Edge;
using multicast::Order;
using multicast::Tree;

Hosts first_hosts(std::uint32_t hosts) {
  Hosts all(hosts);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

Order by_number(std::uint32_t hosts) { return Order(first_hosts(hosts)); }

Costs equal_costs(std::uint32_t hosts, std::uint32_t tx, std::uint64_t copy_cycles) {
  Costs costs{Distances(hosts), copy_cycles, true};
  for (std::uint32_t a = 0; a < hosts; ++a)
    for (std::uint32_t b = 0; b < hosts; ++b)
      if (a != b) costs.distances.at(a, b) = tx;
  return costs;
}

Costs five_hosts() {
  constexpr std::uint32_t tx[5][5] = {{0, 2, 9, 10, 5},  //
                                      {2, 0, 7, 10, 4},
                                      {9, 7, 0, 5, 20},
                                      {10, 10, 5, 0, 10},
                                      {5, 4, 20, 10, 0}};
  Costs costs{Distances(5), 10, true};
  for (std::uint32_t a = 0; a < 5; ++a)
    for (std::uint32_t b = 0; b < 5; ++b) costs.distances.at(a, b) = tx[a][b];
  return costs;
}

Tree path(Algorithm algorithm, const Hosts& ids, const std::vector<BufferClass>& classes) {
  Tree tree{algorithm, ids.front(), ids, {}};
  std::uint32_t edge = Edge::own;
  for (std::size_t i = 1; i < ids.size(); ++i) edge = tree.add(edge, ids[i], classes[i - 1]);
  return tree;
}

Hops hops(const Tree& tree) {
  Hops found;
  for (const Edge& edge : tree.edges) found.push_back({edge.parent, edge.child});
  return found;
}

std::vector<BufferClass> classes(const Tree& tree) {
  std::vector<BufferClass> found;
  for (const Edge& edge : tree.edges) found.push_back(edge.buffer);
  return found;
}

Trial random_trial(RandomStream& random) {
  network::Netlist netlist = random_network(random, 6 + random.below(8), random.below(8));
  for (std::size_t c = 0; c < netlist.channels.size(); c += 2) {
    network::Channel &there = netlist.channels[c], &back = netlist.channels[c + 1];
    there.delay = back.stop_delay = 1 + random.below(5);
    back.delay = there.stop_delay = 1 + random.below(5);
  }
  topology::Structure structure;
  structure.kind = topology::Kind::random;
  routing::Settings settings;
  settings.algorithm = routing::Algorithm::up_down;
  settings.at_switch = route_unit::Kind::table;
  REQUIRE(routing::fill(settings, structure, netlist).empty());
  const std::uint32_t firmware_cycles = random.below(4) * 100, copy_cycles = 16u << random.below(6);
  Distances distances = multicast::header_latencies(netlist, firmware_cycles);
  Order order = multicast::shortest_order(distances);
  return {{std::move(distances), copy_cycles, random.below(2) == 0}, std::move(order)};
}

Hosts random_group(RandomStream& random, std::uint32_t hosts, std::uint32_t most) {
  Hosts all = first_hosts(hosts);
  for (std::uint32_t i = 0; i + 1 < hosts; ++i) std::swap(all[i], all[i + random.below(hosts - i)]);
  all.resize(std::min(hosts, 2 + random.below(most - 1)));
  return all;
}

}  // namespace slackline::test
