#include <catch2/catch.hpp>

#include "rtl_models/endpoint/source_routes.hpp"

using namespace slackline;
using endpoint::SourceRoutes;
using Ports = std::vector<std::uint8_t>;

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
  return endpoint::shifted_header(route.data(), route.size(), port_bits);
}

}  // namespace

TEST_CASE("a source finds the port at each switch on the way, and the host's own at the last", "[quick]") {
  const SourceRoutes routes = two_switches();
  Ports route{7, 7, 7};
  REQUIRE(routes.find(NodeId(0), NodeId(1), route));
  REQUIRE(route == Ports{0, 1});
  REQUIRE(routes.find(NodeId(1), NodeId(1), route));  // to itself, through its switch
  REQUIRE(route == Ports{1});
}

TEST_CASE("where a table does not lead to the destination a source finds no route", "[quick]") {
  Ports route{7};
  const auto finds = [&](const SourceRoutes& routes) {
    return routes.find(NodeId(0), NodeId(1), route) || !route.empty();
  };
  SourceRoutes routes = two_switches();
  REQUIRE(finds(routes));
  for (const unsigned port : {0u, 2u, 3u, 255u}) {  // back, nowhere, no port, no route
    routes.table[3] = static_cast<std::uint8_t>(port);
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

TEST_CASE("a shifted header has the first port in its lowest bits", "[quick]") {
  REQUIRE(header_of({}, 3) == 0);
  REQUIRE(header_of({5, 1, 7}, 3) == (5u | 1u << 3 | 7u << 6));
  REQUIRE(header_of(Ports(32, 1), 1) == ~0u);
  REQUIRE(endpoint::most_shifted_hops(1) == 32);
  REQUIRE(endpoint::most_shifted_hops(3) == 10);
  REQUIRE(endpoint::most_shifted_hops(6) == 5);
}
