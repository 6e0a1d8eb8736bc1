#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "rtl_models/route_unit/route_unit.hpp"

using namespace slackline;
using namespace slackline::route_unit;

namespace {

Params mesh(std::uint8_t dimensions, std::array<std::uint16_t, max_dimensions> size, std::uint8_t hosts) {
  return {dimensions, size, hosts};
}

std::uint32_t nodes(const Params& p) {
  std::uint32_t n = p.hosts_per_switch;
  for (unsigned i = 0; i < p.dimensions; ++i) n *= p.size[i];
  return n;
}

/// Coordinates and host of a node, by the numbering that the header promises.
struct Address {
  Place place;
  unsigned host;
};
Address address(const Params& p, std::uint32_t node) {
  Address a{{}, node % p.hosts_per_switch};
  node /= p.hosts_per_switch;
  for (unsigned i = 0; i < p.dimensions; ++i) {
    a.place.at[i] = static_cast<std::uint16_t>(node % p.size[i]);
    node /= p.size[i];
  }
  return a;
}

/// Walks from the switch of `from` to the host `to` as the ports say; returns the hops, and the ports taken.
std::vector<unsigned> walk(const Params& p, std::uint32_t from, std::uint32_t to) {
  std::vector<unsigned> ports;
  Place place = address(p, from).place;
  for (unsigned hops = 0; hops < 200; ++hops) {
    const unsigned port = route(p, place, NodeId(to)).value;
    ports.push_back(port);
    if (port >= 2u * p.dimensions) return ports;
    place.at[port / 2] = static_cast<std::uint16_t>(place.at[port / 2] + (port % 2 == 0 ? 1 : -1));
    REQUIRE(place.at[port / 2] < p.size[port / 2]);
  }
  return ports;
}

}  // namespace

TEST_CASE("every packet reaches its host by a shortest path, dimension by dimension, in 1 to 4 dimensions", "[quick]") {
  for (const Params& p : {mesh(1, {9, 1, 1, 1}, 1), mesh(2, {4, 3, 1, 1}, 1), mesh(2, {3, 3, 1, 1}, 3),
                          mesh(3, {2, 3, 2, 1}, 2), mesh(4, {2, 2, 3, 2}, 1), mesh(2, {1, 5, 1, 1}, 1)}) {
    REQUIRE(p.violations().empty());
    for (std::uint32_t from = 0; from < nodes(p); ++from)
      for (std::uint32_t to = 0; to < nodes(p); ++to) {
        const Address a = address(p, from), b = address(p, to);
        unsigned distance = 0;
        for (unsigned i = 0; i < p.dimensions; ++i)
          distance += a.place.at[i] > b.place.at[i] ? a.place.at[i] - b.place.at[i] : b.place.at[i] - a.place.at[i];
        const std::vector<unsigned> ports = walk(p, from, to);
        REQUIRE(ports.size() == distance + 1);
        REQUIRE(ports.back() == 2u * p.dimensions + b.host);
        for (std::size_t i = 1; i < ports.size(); ++i)
          REQUIRE(ports[i - 1] / 2 <= ports[i] / 2 + (ports[i] >= 2u * p.dimensions ? 200 : 0));
      }
  }
}

TEST_CASE("even ports lead to higher coordinates, odd ports to lower ones, hosts come last", "[quick]") {
  const Params p = mesh(2, {3, 3, 1, 1}, 2);
  const Place middle{{1, 1, 0, 0}};
  const auto port = [&](unsigned x, unsigned y, unsigned host) {
    return unsigned{route(p, middle, NodeId((y * 3 + x) * 2 + host)).value};
  };
  REQUIRE(port(2, 1, 0) == 0);
  REQUIRE(port(0, 1, 0) == 1);
  REQUIRE(port(1, 2, 0) == 2);
  REQUIRE(port(1, 0, 0) == 3);
  REQUIRE(port(1, 1, 0) == 4);
  REQUIRE(port(1, 1, 1) == 5);
  REQUIRE(port(2, 0, 0) == 0);  // dimension 0 first
  REQUIRE(port(0, 2, 1) == 1);
}

TEST_CASE("a header at edge N is routed in cycle N; what is no header is not", "[quick]") {
  const Params p = mesh(1, {3, 1, 1, 1}, 1);
  const Place middle{{1, 0, 0, 0}};
  State s;
  step(p, middle, s, Flit());
  REQUIRE_FALSE(s.valid);
  step(p, middle, s, Flit(FlitKind::head, VcId(0), 0, 1));
  REQUIRE(s.valid);
  REQUIRE(s.port == 1);
  for (const FlitKind kind : {FlitKind::body, FlitKind::tail, FlitKind::padding, FlitKind::abort}) {
    step(p, middle, s, Flit(kind, VcId(0), 2, 1));
    REQUIRE_FALSE(s.valid);
  }
  step(p, middle, s, Flit(FlitKind::single, VcId(15), 2, 1));
  REQUIRE(s.valid);
  REQUIRE(s.port == 0);
}

TEST_CASE("the largest switches and meshes are legal", "[quick]") {
  REQUIRE(mesh(4, {1024, 1024, 1024, 1024}, 56).violations().empty());
  REQUIRE(mesh(2, {1, 1, 1, 1}, 60).violations().empty());
  REQUIRE(mesh(2, {1, 1, 1, 1}, 60).ports() == 64);
}

TEST_CASE("all illegal parameters are named at once", "[quick]") {
  REQUIRE(to_string(mesh(0, {2, 2, 1, 1}, 0).violations()) ==
          "dimensions = 0: allowed 1 to 4\nhosts_per_switch = 0: allowed 1 to 60");
  const std::string text = to_string(mesh(4, {0, 1025, 1, 1}, 57).violations());
  REQUIRE_THAT(text,
               Catch::Contains("size = 0") && Catch::Contains("size = 1025") && Catch::Contains("at most 64 ports"));
}
