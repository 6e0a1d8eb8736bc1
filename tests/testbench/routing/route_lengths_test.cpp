#include "testbench/routing/route_lengths.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/network/route_table.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/topology/mesh.hpp"
#include "testbench/topology/metrics.hpp"
#include "tests/testbench/routing/grids.hpp"
#include "tests/testbench/routing/networks.hpp"

using namespace slackline;
using network::Netlist;
using routing::Algorithm;
using routing::RouteLengths;
using test::grid;
using Size = std::vector<std::uint16_t>;

namespace {

void route(Netlist& netlist, const topology::Structure& structure, Algorithm algorithm, std::uint64_t seed) {
  REQUIRE(routing::fill({algorithm, route_unit::Kind::table, std::nullopt, seed, false}, structure, netlist).empty());
  netlist.switch_kinds[0].virtual_channels = netlist.routing.classes;
}

Netlist random_network(RandomStream& random, Algorithm algorithm) {
  Netlist netlist = test::random_network(random, 2 + random.below(8), random.below(6));
  topology::Structure structure;
  structure.kind = topology::Kind::random;
  route(netlist, structure, algorithm, random.below(1000));
  return netlist;
}

std::optional<RouteLengths> lengths(const Netlist& netlist) { return routing::route_lengths(routing::Routes(netlist)); }

/// Every route one by one, and with Valiant's routing through every host.
RouteLengths one_by_one(const Netlist& netlist) {
  const port::SourceRoutes routes = network::source_routes(netlist);
  const auto length = [&](std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint16_t> route;
    REQUIRE(routes.find(NodeId(from), NodeId(to), route));
    return static_cast<std::uint32_t>(route.size() - 1);
  };
  RouteLengths found;
  double ways = 0, sum = 0;
  const auto add = [&](std::uint32_t channels) {
    found.longest = std::max(found.longest, channels);
    sum += channels;
    ++ways;
  };
  for (std::uint32_t from = 0; from < routes.nodes; ++from)
    for (std::uint32_t to = 0; to < routes.nodes; ++to) {
      if (from == to) continue;
      if (!routes.valiant) add(length(from, to));
      for (std::uint32_t between = 0; routes.valiant && between < routes.nodes; ++between)
        add(length(from, between) + length(between, to));
    }
  found.mean = sum / ways;
  return found;
}

}  // namespace

TEST_CASE("routes in dimension order are as long as the distances") {
  for (const Size& size : {Size{4}, {5, 3}, {1, 4}, {3, 4, 2}})
    for (const bool wraps : {false, true})
      for (const std::uint8_t hosts : {1, 3}) {
        const Netlist netlist = grid(size, wraps, hosts);
        const topology::Metrics metrics = topology::metrics(netlist);
        const std::optional<RouteLengths> found = lengths(netlist);
        REQUIRE(found);
        CHECK(found->mean == Approx(metrics.mean_distance()).epsilon(1e-12));
        CHECK(found->longest == metrics.diameter);
      }
}

TEST_CASE("lengths on random networks are those of all routes, followed one by one") {
  RandomStream random(77, 0, RandomPurpose::test);
  unsigned longer = 0;
  for (const Algorithm algorithm :
       {Algorithm::up_down, Algorithm::shortest_path, Algorithm::minimal, Algorithm::valiant})
    for (unsigned round = 0; round < 30; ++round) {
      const Netlist netlist = random_network(random, algorithm);
      const std::optional<RouteLengths> found = lengths(netlist);
      const RouteLengths all = one_by_one(netlist);
      REQUIRE(found);
      CHECK(found->mean == Approx(all.mean).epsilon(1e-12));
      CHECK(found->longest == all.longest);
      const topology::Metrics metrics = topology::metrics(netlist);
      if (algorithm == Algorithm::up_down || algorithm == Algorithm::valiant) {
        longer += found->longest > metrics.diameter;
      } else {
        CHECK(found->mean == Approx(metrics.mean_distance()).epsilon(1e-12));
        CHECK(found->longest == metrics.diameter);
      }
    }
  CHECK(longer > 20);
}

TEST_CASE("on an even ring no host is its own destination by way of the one opposite") {
  for (const std::uint8_t hosts : {1, 2}) {
    Netlist netlist = grid({6}, true, hosts);
    topology::Structure ring;
    ring.kind = topology::Kind::ring;
    ring.size = {6};
    ring.wraps = true;
    route(netlist, ring, Algorithm::valiant, 1);
    REQUIRE(lengths(netlist));
    CHECK(lengths(netlist)->longest == (hosts == 1 ? 5 : 6));
    CHECK(lengths(netlist)->longest == one_by_one(netlist).longest);
    CHECK(lengths(netlist)->mean == Approx(3.0));
  }
}

TEST_CASE("adaptive routes have no length before a run, and routes that do not arrive have none", "[quick]") {
  RandomStream random(78, 0, RandomPurpose::test);
  CHECK_FALSE(lengths(random_network(random, Algorithm::adaptive)));
  Netlist row = test::joined(3, {{0, 1}, {1, 2}}, {1, 1, 1});
  topology::Structure structure;
  structure.kind = topology::Kind::random;
  route(row, structure, Algorithm::shortest_path, 1);
  REQUIRE(lengths(row));
  Netlist circles = row, ends = row, elsewhere = row;
  circles.route_tables.entries[1 * 3 + 2] = 0;  // from 1 back to 0
  ends.route_tables.entries[1 * 3 + 2] = route_unit::no_port;
  elsewhere.route_tables.entries[1 * 3 + 2] = 2;  // to host 1
  for (const Netlist& lost : {circles, ends, elsewhere}) CHECK_FALSE(lengths(lost));
}
