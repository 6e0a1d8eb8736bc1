#include <catch2/catch.hpp>
#include <set>

#include "rtl_models/port/source_routes.hpp"
#include "rtl_models/route_unit/table_entry.hpp"

using namespace slackline;
using port::SourceRoutes;
using Ports = std::vector<std::uint16_t>;

namespace {

/// Two switches of three ports: 0 joins them, 1 has the host (node 0 at switch 0, node 1 at switch 1), 2 has no link.
SourceRoutes two_switches() {
  constexpr auto host = SourceRoutes::host, none = SourceRoutes::none;
  SourceRoutes routes;
  routes.ports = 3;
  routes.nodes = 2;
  routes.table = {1, 0, 0, 1};
  routes.next = {1, host | 0, none, 0, host | 1, none};
  routes.row_behind.assign(6, 0);
  routes.first = {0, 1};
  routes.first_row = {0, 0};
  return routes;
}

std::uint32_t header_of(const Ports& route, unsigned port_bits) {
  return port::shifted_header(route.data(), route.size(), port_bits);
}

}  // namespace

TEST_CASE("a source finds the port at each switch on the way, and the host's own at the last") {
  const SourceRoutes routes = two_switches();
  Ports route{7, 7, 7};
  REQUIRE(routes.find(NodeId(0), NodeId(1), route));
  REQUIRE(route == Ports{0, 1});
  REQUIRE(routes.find(NodeId(1), NodeId(1), route));  // to itself, through its switch
  REQUIRE(route == Ports{1});
}

TEST_CASE("where a table does not lead to the destination a source finds no route") {
  Ports route{7};
  const auto finds = [&](const SourceRoutes& routes) {
    return routes.find(NodeId(0), NodeId(1), route) || !route.empty();
  };
  SourceRoutes routes = two_switches();
  REQUIRE(finds(routes));
  for (const unsigned port : {0u, 2u, 3u, unsigned{route_unit::no_port}}) {  // back, nowhere, no port, no route
    routes.table[3] = static_cast<std::uint16_t>(port);
    REQUIRE_FALSE(finds(routes));
  }
  routes = two_switches();
  routes.table[1] = 1;  // to the wrong host
  REQUIRE_FALSE(finds(routes));
  routes = two_switches();
  routes.first[0] = SourceRoutes::none;
  REQUIRE_FALSE(finds(routes));
  REQUIRE_FALSE(two_switches().find(NodeId(0), NodeId(2), route));
  REQUIRE_FALSE(two_switches().find(NodeId(2), NodeId(0), route));
}

TEST_CASE("after its intermediate switch a route continues as if it began there, in the next class") {
  // Two rows, as with up*/down*: packets that come from the other switch use row 1, which leads to this switch's host only.
  constexpr std::uint16_t none = route_unit::no_port;
  SourceRoutes routes = two_switches();
  routes.rows = 2;
  routes.table = {1, 0, 1, none, 0, 1, none, 1};
  routes.row_behind[0] = routes.row_behind[3] = 1;
  routes.valiant = true;
  routes.classes = 2;
  // From host 0 to itself, by way of its own switch or of the other one.
  const auto second = [](unsigned port) { return route_unit::TableEntry(port, 1).word(); };
  RandomStream random(1, 0, RandomPurpose::test);
  std::set<Ports> seen;
  for (int draw = 0; draw < 20; ++draw) {
    Ports route(4);
    route.resize(routes.draw(NodeId(0), NodeId(0), route.data(), 4, random));
    seen.insert(route);
  }
  REQUIRE(seen == std::set<Ports>{{second(1)}, {0, second(0), second(1)}});
}

TEST_CASE("a shifted header has the first port in its lowest bits", "[quick]") {
  REQUIRE(header_of({}, 3) == 0);
  REQUIRE(header_of({5, 1, 7}, 3) == (5u | 1u << 3 | 7u << 6));
  REQUIRE(header_of(Ports(32, 1), 1) == ~0u);
  REQUIRE(port::most_shifted_hops(1) == 32);
  REQUIRE(port::most_shifted_hops(3) == 10);
  REQUIRE(port::most_shifted_hops(6) == 5);
}
