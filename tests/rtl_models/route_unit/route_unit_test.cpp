#include <array>
#include <catch2/catch.hpp>
#include <utility>
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

/// Coordinates and host of a node, by the numbering in the header file.
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

/// Walks from the switch of `from` to the host `to` along the routed ports; returns the ports taken.
std::vector<unsigned> walk(const Params& p, std::uint32_t from, std::uint32_t to) {
  std::vector<unsigned> ports;
  Place place = address(p, from).place;
  for (unsigned hops = 0; hops < 200; ++hops) {
    const unsigned port = route(p, place, to, PortId(0), VcId(0)).port;
    ports.push_back(port);
    if (port >= 2u * p.dimensions) return ports;
    place.at[port / 2] = static_cast<std::uint16_t>(place.at[port / 2] + (port % 2 == 0 ? 1 : -1));
    REQUIRE(place.at[port / 2] < p.size[port / 2]);
  }
  return ports;
}

/// A ring of k switches with a host each.
Params torus(std::uint16_t k, std::uint8_t virtual_channels) {
  return {1, {k, 1, 1, 1}, 1, Kind::dimension_order, true, virtual_channels};
}

/// The ports that the packets to node 0, 1, ... ask for at a switch of a ring.
std::vector<unsigned> ports_at(const Params& p, std::uint16_t at) {
  std::vector<unsigned> ports;
  for (std::uint32_t to = 0; to < nodes(p); ++to)
    ports.push_back(route(p, Place{{at, 0, 0, 0}}, to, PortId(0), VcId(0)).port);
  return ports;
}

/// Routing by the header's contents, with two virtual channels.
Params by_header(Kind kind, std::uint16_t ports) {
  Params p;
  p.kind = kind;
  p.virtual_channels = 2;
  p.port_count = ports;
  return p;
}

}  // namespace

TEST_CASE("every packet reaches its host by a shortest path, dimension by dimension, in 1 to 4 dimensions") {
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

TEST_CASE("even ports lead to higher coordinates, odd ports to lower ones, hosts come last") {
  const Params p = mesh(2, {3, 3, 1, 1}, 2);
  const Place middle{{1, 1, 0, 0}};
  const auto port = [&](unsigned x, unsigned y, unsigned host) {
    return unsigned{route(p, middle, (y * 3 + x) * 2 + host, PortId(0), VcId(0)).port};
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

TEST_CASE("a header at edge N is routed in cycle N; other flits are not") {
  const Params p = mesh(1, {3, 1, 1, 1}, 1);
  const Place middle{{1, 0, 0, 0}};
  State s;
  step(p, middle, PortId(0), s, Flit());
  REQUIRE_FALSE(s.valid);
  step(p, middle, PortId(0), s, Flit(FlitKind::head, VcId(0), 0, 1));
  REQUIRE(s.valid);
  REQUIRE(s.port == 1);
  for (const FlitKind kind : {FlitKind::body, FlitKind::tail, FlitKind::padding, FlitKind::abort}) {
    step(p, middle, PortId(0), s, Flit(kind, VcId(0), 2, 1));
    REQUIRE_FALSE(s.valid);
  }
  step(p, middle, PortId(0), s, Flit(FlitKind::single, VcId(15), 2, 1));
  REQUIRE(s.valid);
  REQUIRE(s.port == 0);
}

TEST_CASE("on a mesh a packet may take every virtual channel, or keeps its own") {
  Params p = mesh(2, {3, 3, 1, 1}, 1);
  const Place middle{{1, 1, 0, 0}};
  for (const unsigned v : {1u, 2u, 3u, 16u}) {
    p.virtual_channels = static_cast<std::uint8_t>(v);
    for (std::uint32_t node = 0; node < 9; ++node)
      for (std::uint8_t vc = 0; vc < v; ++vc) {
        p.vc_assignment = VcAssignment::any;
        REQUIRE(route(p, middle, node, PortId(0), VcId(vc)).vcs == (1u << v) - 1);
        p.vc_assignment = VcAssignment::keep;
        REQUIRE(route(p, middle, node, PortId(0), VcId(vc)).vcs == 1u << vc);
      }
  }
}

TEST_CASE("on a torus a packet goes the shorter way, around the edge if that is shorter") {
  const Params five = torus(5, 2);  // port 0 up, 1 down, 2 host; to = 0 .. 4
  REQUIRE(ports_at(five, 0) == std::vector<unsigned>{2, 0, 0, 1, 1});
  REQUIRE(ports_at(five, 3) == std::vector<unsigned>{0, 1, 1, 2, 0});
}

TEST_CASE("a tie on a torus goes up from an even coordinate and down from an odd one") {
  const Params four = torus(4, 2);
  REQUIRE(ports_at(four, 0) == std::vector<unsigned>{2, 0, 0, 1});
  REQUIRE(ports_at(four, 1) == std::vector<unsigned>{1, 2, 0, 1});
  REQUIRE(ports_at(four, 2) == std::vector<unsigned>{0, 1, 2, 0});
  REQUIRE(ports_at(four, 3) == std::vector<unsigned>{0, 1, 1, 2});
}

TEST_CASE("on a torus of two switches one link carries both directions, and the one around the edge nothing") {
  const Params two = torus(2, 2);
  REQUIRE(ports_at(two, 0) == std::vector<unsigned>{2, 0});
  REQUIRE(ports_at(two, 1) == std::vector<unsigned>{1, 2});
  REQUIRE(ports_at(torus(1, 2), 0) == std::vector<unsigned>{2});
}

TEST_CASE("a packet is in class 0 up to the hop across the dateline, and in class 1 after it") {
  const Params p = torus(8, 2);
  const auto dateline_class = [&](unsigned at, unsigned to) {
    return route(p, Place{{static_cast<std::uint16_t>(at), 0, 0, 0}}, to, PortId(0), VcId(0)).vcs - 1;  // 0b01, 0b10
  };
  for (const auto& [at, to] : {std::pair{6, 1}, {7, 1}, {7, 0}, {5, 0}})  // up across 7 -> 0
    REQUIRE(dateline_class(at, to) == 0);
  for (const auto& [at, to] : {std::pair{0, 1}, {0, 4}, {2, 6}, {6, 7}})  // up, and not across
    REQUIRE(dateline_class(at, to) == 1);
  for (const auto& [at, to] : {std::pair{1, 6}, {0, 6}, {0, 7}, {2, 7}})  // down across 0 -> 7
    REQUIRE(dateline_class(at, to) == 0);
  for (const auto& [at, to] : {std::pair{7, 6}, {7, 3}, {4, 1}, {1, 0}})  // down, and not across
    REQUIRE(dateline_class(at, to) == 1);
}

TEST_CASE("a packet on a torus may take all channels of its class, or the one that corresponds to its own") {
  Params p = torus(5, 6);
  const Place at4{{4, 0, 0, 0}};
  for (std::uint8_t vc = 0; vc < 6; ++vc) {
    p.vc_assignment = VcAssignment::any;
    REQUIRE(route(p, at4, 0, PortId(0), VcId(vc)).vcs == 0b000111);  // up, across the dateline
    REQUIRE(route(p, at4, 3, PortId(0), VcId(vc)).vcs == 0b111000);
    REQUIRE(route(p, at4, 4, PortId(0), VcId(vc)).vcs == 0b111111);  // to the host
    p.vc_assignment = VcAssignment::keep;
    REQUIRE(route(p, at4, 0, PortId(0), VcId(vc)).vcs == 1u << vc % 3);
    REQUIRE(route(p, at4, 3, PortId(0), VcId(vc)).vcs == 8u << vc % 3);
    REQUIRE(route(p, at4, 4, PortId(0), VcId(vc)).vcs == 1u << vc);
  }
}

TEST_CASE("a table gives each destination its port, and no port to a number that is no node", "[quick]") {
  const std::uint16_t table[] = {7, 0, no_port};
  const Place place{{}, table};
  Params p = by_header(Kind::table, 8);
  p.nodes = 3;
  REQUIRE(p.violations().empty());
  REQUIRE(route(p, place, 0, PortId(0), VcId(1)).port == 7);
  REQUIRE(route(p, place, 0, PortId(0), VcId(1)).vcs == 0b11);
  REQUIRE(route(p, place, 1, PortId(0), VcId(0)).port == 0);
  REQUIRE_FALSE(route(p, place, 2, PortId(0), VcId(0)).possible());
  REQUIRE_FALSE(route(p, place, 3, PortId(0), VcId(0)).possible());
  REQUIRE_FALSE(route(p, place, ~0u, PortId(0), VcId(0)).possible());
  REQUIRE(next_header(p, place, 2, PortId(0)) == 2);
  p.vc_assignment = VcAssignment::keep;
  REQUIRE(route(p, place, 0, PortId(0), VcId(1)).vcs == 0b10);
}

TEST_CASE("a stripped route flit is the port, of 6 bits, or of 7 or 8 in networks of larger switches", "[quick]") {
  const Params p = by_header(Kind::source_stripped, 8);
  REQUIRE(route(p, {}, 0, PortId(0), VcId(0)).port == 0);
  REQUIRE(route(p, {}, 63, PortId(0), VcId(0)).port == 63);  // whether it is wired is checked by the switch
  REQUIRE(route(p, {}, 63, PortId(0), VcId(0)).vcs == 0b11);
  REQUIRE_FALSE(route(p, {}, 64, PortId(0), VcId(0)).possible());
  REQUIRE_FALSE(route(p, {}, 256, PortId(0), VcId(0)).possible());  // not its low byte
  REQUIRE_FALSE(route(p, {}, ~0u, PortId(0), VcId(0)).possible());
  REQUIRE(next_header(p, {}, 63, PortId(0)) == 63);
  for (const auto& [ports, bits] : {std::pair<std::uint16_t, unsigned>{64, 6}, {65, 7}, {128, 7}, {129, 8}, {256, 8}}) {
    Params large = by_header(Kind::source_stripped, ports);
    large.classes = 2;
    REQUIRE(route(large, {}, ports - 1u, PortId(0), VcId(0)).port == ports - 1);
    REQUIRE(route(large, {}, ports - 1u, PortId(0), VcId(0)).vcs == 0b01);
    REQUIRE(route(large, {}, ports - 1u + (1u << bits), PortId(0), VcId(0)).port == ports - 1);
    REQUIRE(route(large, {}, ports - 1u + (1u << bits), PortId(0), VcId(0)).vcs == 0b10);
    REQUIRE_FALSE(route(large, {}, 2u << bits, PortId(0), VcId(0)).possible());  // class 2
  }
}

TEST_CASE("a shifted header gives one port after the other, in the minimum number of bits", "[quick]") {
  struct Case {
    std::uint16_t ports;
    unsigned bits;
  };
  for (const Case& c :
       {Case{2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {9, 4}, {33, 6}, {64, 6}, {65, 7}, {129, 8}, {256, 8}})
    REQUIRE(by_header(Kind::source_shifted, c.ports).port_bits() == c.bits);
  const Params p = by_header(Kind::source_shifted, 5);
  std::uint32_t header = 4u | 1u << 3 | 0u << 6 | 3u << 9;
  for (const unsigned port : {4u, 1u, 0u, 3u, 0u}) {
    REQUIRE(route(p, {}, header, PortId(0), VcId(0)).port == port);
    header = next_header(p, {}, header, PortId(0));
  }
  REQUIRE(header == 0);
}

TEST_CASE("a header asks for the virtual channels it may take at edge N") {
  const Params p = torus(5, 4);
  State s;
  step(p, Place{}, PortId(0), s, Flit(FlitKind::head, VcId(0), 1, 1));
  REQUIRE(s.vcs == 0b1100);
  step(p, Place{}, PortId(0), s, Flit(FlitKind::head, VcId(0), 4, 1));
  REQUIRE(s.vcs == 0b0011);
}

TEST_CASE("the largest switches and meshes are legal") {
  REQUIRE(mesh(4, {1024, 1024, 1024, 1024}, 248).violations().empty());
  REQUIRE(mesh(2, {1, 1, 1, 1}, 252).violations().empty());
  REQUIRE(mesh(2, {1, 1, 1, 1}, 252).ports() == 256);
}

TEST_CASE("all illegal parameters are named at once", "[quick]") {
  REQUIRE(to_string(mesh(0, {2, 2, 1, 1}, 0).violations()) ==
          "dimensions = 0: expected 1 to 4\nhosts_per_switch = 0: expected 1 to 254");
  const std::string text = to_string(mesh(4, {0, 1025, 1, 1}, 249).violations());
  REQUIRE_THAT(text,
               Catch::Contains("size = 0") && Catch::Contains("size = 1025") && Catch::Contains("at most 256 ports"));
}

TEST_CASE("of an odd number of virtual channels on a ring the last one is left over", "[quick]") {
  const Params p = torus(5, 3);
  REQUIRE(p.violations().empty());
  REQUIRE(to_string(p.left_over()) ==
          "virtual_channels = 3: expected an even number on a ring (half of them in each of two dateline classes)");
  REQUIRE(torus(5, 4).left_over().empty());
  const auto vcs = [&](std::uint32_t node) { return route(p, Place{}, node, PortId(0), VcId(2)).vcs; };
  REQUIRE(vcs(4) == 0b001);  // by the dateline
  REQUIRE(vcs(1) == 0b010);
  REQUIRE(vcs(0) == 0b111);  // to its host
}

TEST_CASE("illegal combinations of virtual channels, a torus or a table are named", "[quick]") {
  Params p = torus(4, 1);
  REQUIRE(to_string(p.violations()) ==
          "virtual_channels = 1: expected an even number on a ring (half of them in each of two dateline classes)");
  p.dimensions = 2;
  REQUIRE(to_string(p.violations()) ==
          "virtual_channels = 1: expected an even number on a torus (half of them in each of two dateline classes)");
  p.dimensions = 1;
  p.virtual_channels = 0;
  REQUIRE(p.violations().size() == 2);  // too few, and not two classes of one at least
  p.virtual_channels = 17;
  REQUIRE(p.violations().size() == 1);
  p.virtual_channels = 16;
  REQUIRE(p.violations().empty());
  p.port_count = 4;  // a switch of one dimension has 3
  REQUIRE_THAT(to_string(p.violations()), Catch::Contains("port_count = 4: expected 2 x dimensions"));

  p = by_header(Kind::table, 257);
  REQUIRE(to_string(p.violations()) == "port_count = 257: expected 2 to 256\nnodes = 0: expected 1 to 16777216");
  p = by_header(Kind::source_stripped, 64);
  p.dimensions = 0;  // coordinates are not used
  p.wraps = true;
  p.virtual_channels = 1;
  REQUIRE(p.violations().empty());
  p.port_count = 0;
  REQUIRE(p.violations().size() == 1);
}
