#include "testbench/topology/metrics.hpp"

#include <catch2/catch.hpp>

#include "testbench/topology/mesh.hpp"

using namespace slackline;
using network::InstanceKind;
using network::Netlist;
using topology::Metrics;
using Size = std::vector<std::uint16_t>;

namespace {

Netlist grid_network(const Size& size, bool wraps = false, std::uint8_t hosts = 1) {
  Netlist netlist;
  topology::build({size, hosts, 1, 1, wraps}, netlist);
  return netlist;
}

/// Switches joined in both directions, and a host at each of some of them.
Netlist joined(std::uint32_t switches, const std::vector<std::pair<unsigned, unsigned>>& links,
               const std::vector<unsigned>& hosts) {
  Netlist netlist;
  netlist.switches.resize(switches);
  std::vector<std::uint8_t> used(switches, 0);
  const auto port = [&](unsigned s) { return network::PortRef{InstanceKind::any_switch, s, PortId(used[s]++)}; };
  const auto join = [&](const network::PortRef& a, const network::PortRef& b) {
    netlist.channels.push_back({{}, a, b});
    netlist.channels.push_back({{}, b, a});
  };
  for (const auto& [a, b] : links) join(port(a), port(b));
  for (const unsigned s : hosts) {
    join({InstanceKind::endpoint, static_cast<std::uint32_t>(netlist.endpoints.size()), PortId(0)}, port(s));
    netlist.endpoints.emplace_back();
  }
  return netlist;
}

/// Channels in one direction between the best halves, by trying all.
std::uint64_t bisection_by_trial(const Netlist& netlist) {
  const std::size_t switches = netlist.switches.size();
  std::uint64_t least = ~std::uint64_t{0};
  for (std::uint32_t half = 0; half < 1u << switches; ++half) {
    if (static_cast<std::size_t>(__builtin_popcount(half)) != switches / 2) continue;
    std::uint64_t cut = 0;
    for (const network::Channel& c : netlist.channels)
      cut += c.from.kind == InstanceKind::any_switch && c.to.kind == InstanceKind::any_switch &&
             ((half >> c.from.instance) & 1) != 0 && ((half >> c.to.instance) & 1) == 0;
    least = std::min(least, cut);
  }
  return least;
}

}  // namespace

TEST_CASE("mean distance and diameter of meshes and tori are those of the closed forms") {
  const Metrics mesh = topology::metrics(grid_network({8, 8})), torus = topology::metrics(grid_network({8, 8}, true));
  CHECK(mesh.distances * 3 == 16 * 64 * 63);  // 2k/3 = 5.3333 for each ordered pair
  CHECK(mesh.mean_distance() == Approx(5.3333).margin(5e-5));
  CHECK(mesh.diameter == 14);
  CHECK(torus.distances == 64 * 256);  // (k/2) k^2/(k^2 - 1) = 256/63
  CHECK(torus.mean_distance() == Approx(4.0635).margin(5e-5));
  CHECK(torus.diameter == 8);
  for (const unsigned k : {2, 3, 4, 5, 7, 16}) {
    const double n = k * k;
    const Metrics m = topology::metrics(grid_network({static_cast<std::uint16_t>(k), static_cast<std::uint16_t>(k)}));
    CHECK(m.mean_distance() == Approx(2.0 / 3 * (k - 1.0 / k) * n / (n - 1)).epsilon(1e-12));
    CHECK(m.diameter == 2 * (k - 1));
    if (k % 2 != 0) continue;
    const Metrics t =
        topology::metrics(grid_network({static_cast<std::uint16_t>(k), static_cast<std::uint16_t>(k)}, true));
    CHECK(t.mean_distance() == Approx(k / 2.0 * n / (n - 1)).epsilon(1e-12));
    CHECK(t.diameter == k);
  }
  CHECK(topology::metrics(grid_network({4, 3, 5}, true)).diameter == 2 + 1 + 2);
}

TEST_CASE("distances count between hosts: those of one switch are 0 apart, switches without hosts are passed only") {
  // 0 - 1 - 2 - 3, hosts at 0, 0 and 2.
  const Metrics m = topology::metrics(joined(4, {{0, 1}, {1, 2}, {2, 3}}, {0, 0, 2}));
  CHECK(m.hosts == 3);
  CHECK(m.distances == 2 * (2 + 2 + 0));
  CHECK(m.mean_distance() == Approx(8.0 / 6));
  CHECK(m.diameter == 2);
  CHECK(m.connected());
  CHECK(topology::metrics(joined(3, {{0, 2}, {2, 1}}, {0, 1, 2})).diameter == 2);
  const Metrics two_each = topology::metrics(grid_network({2}, false, 2));
  CHECK(two_each.distances == 8);
  CHECK(two_each.mean_distance() == Approx(8.0 / 12));
}

TEST_CASE("switches, hosts, links and degrees are counted", "[quick]") {
  const Metrics m = topology::metrics(grid_network({3, 2}, false, 2));
  CHECK(m.switches == 6);
  CHECK(m.hosts == 12);
  CHECK(m.switch_channels == 2 * 7);
  CHECK(m.host_links == 12);
  CHECK(m.least_degree == 2);
  CHECK(m.most_degree == 3);
  CHECK(topology::metrics(grid_network({3, 3}, true)).least_degree == 4);
  const Metrics one = topology::metrics(grid_network({1}, false, 2));
  CHECK(one.most_degree == 0);
  CHECK(one.diameter == 0);
  CHECK(one.mean_distance() == 0);
}

TEST_CASE("pairs of hosts without a way between them are counted, one direction at a time") {
  // Two islands of 2 and 3 hosts.
  const Metrics islands = topology::metrics(joined(4, {{0, 1}, {2, 3}}, {0, 1, 2, 3, 3}));
  CHECK_FALSE(islands.connected());
  CHECK(islands.unconnected == 2 * 2 * 3);
  CHECK(islands.mean_distance() == Approx((2 + 4) / (20.0 - 12)));
  Netlist one_way = joined(2, {{0, 1}}, {0, 1});
  one_way.channels.erase(one_way.channels.begin());  // 0 -> 1
  CHECK(topology::metrics(one_way).unconnected == 1);
}

TEST_CASE("the bisection of a mesh or torus is the least of all halvings", "[quick]") {
  for (const Size& size :
       {Size{2}, {3},    {7},    {8},    {2, 2},    {3, 3},    {4, 4},    {5, 3},    {3, 5},    {6, 3},      {3, 6},
        {5, 2},  {2, 7}, {4, 3}, {1, 5}, {1, 4, 1}, {3, 1, 4}, {2, 2, 2}, {3, 2, 2}, {2, 3, 3}, {2, 2, 2, 2}})
    for (const bool wraps : {false, true}) {
      INFO(size[0] << 'x' << (size.size() > 1 ? size[1] : 1) << (wraps ? " torus" : " mesh"));
      CHECK(topology::grid_bisection(size, wraps) == bisection_by_trial(grid_network(size, wraps)));
    }
  // Dally and Towles: N/k and 2N/k.
  CHECK(topology::grid_bisection({8, 8}, false) == 8);
  CHECK(topology::grid_bisection({8, 8}, true) == 16);
  CHECK(topology::grid_bisection({16, 16, 16}, true) == 512);
  CHECK(topology::grid_bisection({1}, true) == 0);
}
