// Tables with classes of virtual channels, two rows, choices, and Valiant's two legs.
#include <catch2/catch.hpp>

#include "rtl_models/route_unit/route_unit.hpp"

using namespace slackline;
using route_unit::Choice;
using route_unit::Kind;
using route_unit::Params;
using route_unit::Place;
using route_unit::Route;
using route_unit::TableEntry;
using route_unit::VcAssignment;

namespace {

/// 8 ports, 4 nodes.
Params by_table(std::uint8_t vcs, std::uint8_t classes) {
  Params p;
  p.kind = Kind::table;
  p.port_count = 8;
  p.nodes = 4;
  p.virtual_channels = vcs;
  p.classes = classes;
  return p;
}

Route at(const Params& p, const Place& place, std::uint32_t header, unsigned from, unsigned vc) {
  return route(p, place, header, PortId(static_cast<std::uint8_t>(from)), VcId(static_cast<std::uint8_t>(vc)));
}

}  // namespace

TEST_CASE("an entry holds a port and a class in 16 bits; 65535 is no route") {
  for (unsigned port = 0; port < 256; ++port)
    for (unsigned vc_class = 0; vc_class < 4; ++vc_class) {
      const TableEntry entry(TableEntry(port, vc_class).word());
      REQUIRE(entry.leads_on());
      REQUIRE(entry.port() == port);
      REQUIRE(entry.vc_class() == vc_class);
    }
  REQUIRE(TableEntry(5u, 0u).word() == 5);  // class 0: the port alone
  REQUIRE_FALSE(TableEntry().leads_on());
  REQUIRE(TableEntry(route_unit::no_port).port() == route_unit::no_port);
}

TEST_CASE("an entry's class is its share of the virtual channels; to a host any channel is allowed") {
  Params p = by_table(6, 3);
  const std::uint16_t table[] = {TableEntry(1, 0).word(), TableEntry(2, 1).word(), TableEntry(3, 2).word(),
                                 TableEntry(7, 1).word()};
  Place place;
  place.table = table;
  place.hosts = bit(7);
  const VcMask any[] = {0b000011, 0b001100, 0b110000, 0b111111};
  for (unsigned vc = 0; vc < 6; ++vc)
    for (unsigned node = 0; node < 4; ++node) {
      p.vc_assignment = VcAssignment::any;
      REQUIRE(at(p, place, node, 0, vc).port == (node == 3 ? 7 : node + 1));
      REQUIRE(at(p, place, node, 0, vc).vcs == any[node]);
      p.vc_assignment = VcAssignment::keep;
      REQUIRE(at(p, place, node, 0, vc).vcs == (node == 3 ? 1u << vc : 1u << (2 * node + vc % 2)));
    }
  p.classes = 2;
  REQUIRE_FALSE(at(p, place, 2, 0, 0).possible());  // a class that does not exist
}

TEST_CASE("packets of some input ports use the second row") {
  const Params p = by_table(1, 1);
  const std::uint16_t table[] = {1, 2, 3, 4, 5, 6, 7, route_unit::no_port};
  Place place;
  place.table = table;
  place.second_row = bit(2) | bit(6);
  for (unsigned from = 0; from < 8; ++from) {
    const bool second = from == 2 || from == 6;
    REQUIRE(at(p, place, 0, from, 0).port == (second ? 5 : 1));
    REQUIRE(at(p, place, 3, from, 0).possible() == !second);
    REQUIRE_FALSE(at(p, place, 4, from, 0).possible());  // no such node: not the second row's first
  }
}

TEST_CASE("an element of a route from the source holds the class above the port", "[quick]") {
  Params p = by_table(4, 4);
  p.kind = Kind::source_stripped;
  const std::uint32_t route_flit = route_unit::stripped_route_flit(TableEntry(5, 2), 6);
  REQUIRE(route_flit == (2u << 6 | 5u));
  REQUIRE(at(p, {}, route_flit, 0, 0).port == 5);
  REQUIRE(at(p, {}, route_flit, 0, 0).vcs == 0b0100);
  REQUIRE_FALSE(at(p, {}, 256 + 5, 0, 0).possible());
  p.kind = Kind::source_shifted;
  const std::uint32_t header = 7u | 3u << 3 | 2u << 5 | 1u << 8;  // port 7 class 3, then port 2 class 1
  REQUIRE(at(p, {}, header, 0, 0).port == 7);
  REQUIRE(at(p, {}, header, 0, 0).vcs == 0b1000);
  const std::uint32_t behind = next_header(p, {}, header, PortId(0));
  REQUIRE(at(p, {}, behind, 0, 0).port == 2);
  REQUIRE(at(p, {}, behind, 0, 0).vcs == 0b0010);
  REQUIRE(next_header(p, {}, behind, PortId(0)) == 0);
}

TEST_CASE("Valiant: to the intermediate host's switch, and from there by the first row, in classes of its own") {
  Params p = by_table(4, 2);
  p.valiant = true;
  // Node 0 by port 1 or, in the second row, 2; node 1 is here; node 2 by port 3 or 4; no way to node 3.
  const std::uint16_t table[] = {1, 7, 3, route_unit::no_port, 2, 7, 4, route_unit::no_port};
  Place place;
  place.table = table;
  place.second_row = bit(5);
  place.hosts = bit(7);
  const auto header = [](unsigned via, unsigned to) { return (via + 1) << 16 | to; };
  const auto behind = [&](std::uint32_t h, unsigned from) {
    return next_header(p, place, h, PortId(static_cast<std::uint8_t>(from)));
  };
  // On the way to the intermediate host.
  REQUIRE(at(p, place, header(0, 2), 0, 0).port == 1);
  REQUIRE(at(p, place, header(0, 2), 0, 0).vcs == 0b0011);
  REQUIRE(at(p, place, header(0, 2), 5, 0).port == 2);
  REQUIRE(behind(header(0, 2), 0) == header(0, 2));
  // At its switch: the first row, wherever the packet came from.
  for (const unsigned from : {0u, 5u}) {
    REQUIRE(at(p, place, header(1, 2), from, 0).port == 3);
    REQUIRE(at(p, place, header(1, 2), from, 0).vcs == 0b1100);
    REQUIRE(behind(header(1, 2), from) == 2);
    REQUIRE(at(p, place, header(1, 1), from, 0).port == 7);
    REQUIRE(at(p, place, header(1, 1), from, 0).vcs == 0b1111);
  }
  // After it.
  REQUIRE(at(p, place, 2, 0, 0).port == 3);
  REQUIRE(at(p, place, 2, 5, 0).port == 4);
  REQUIRE(at(p, place, 2, 5, 0).vcs == 0b1100);
  REQUIRE(behind(2, 5) == 2);
  REQUIRE_FALSE(at(p, place, header(3, 2), 0, 0).possible());
  REQUIRE_FALSE(at(p, place, header(4, 2), 0, 0).possible());
  REQUIRE_FALSE(at(p, place, header(1, 4), 0, 0).possible());
}

TEST_CASE("options: minimal gives a set on the entry's class, adaptive a set and the escape channel") {
  Params p = by_table(4, 2);
  // Node 0: ports 1, 2, the entries port 2 class 1, and in the second row port 3 class 0. Node 1 is here.
  const std::uint16_t table[] = {TableEntry(2, 1).word(), 7, route_unit::no_port, route_unit::no_port,
                                 TableEntry(3, 0).word(), 7, route_unit::no_port, route_unit::no_port};
  const std::uint16_t choices[] = {1, 0, 1, 1};
  const PortSet sets[] = {bit(7), 0b110};
  Place place;
  place.table = table;
  place.choices = choices;
  place.port_sets = sets;
  place.hosts = bit(7);
  const auto options_at = [&](unsigned node, unsigned from, unsigned vc) {
    return options(p, place, node, PortId(static_cast<std::uint8_t>(from)), VcId(static_cast<std::uint8_t>(vc)));
  };
  p.choice = Choice::minimal;
  REQUIRE(options_at(0, 0, 0).ports == 0b110);
  REQUIRE(options_at(0, 0, 0).vcs == 0b1100);
  REQUIRE_FALSE(options_at(0, 0, 0).otherwise.possible());
  REQUIRE(options_at(1, 0, 0).ports == 0);
  REQUIRE(options_at(1, 0, 0).otherwise.port == 7);
  REQUIRE(options_at(1, 0, 0).otherwise.vcs == 0b1111);
  REQUIRE_FALSE(options_at(4, 0, 0).possible());

  p.choice = Choice::adaptive;
  place.second_row = bit(5) | bit(7);
  for (const unsigned vc : {2u, 3u}) {  // from adaptive channels, the first row
    REQUIRE(options_at(0, 5, vc).ports == 0b110);
    REQUIRE(options_at(0, 5, vc).vcs == 0b1100);
    REQUIRE(options_at(0, 5, vc).otherwise.port == 2);
    REQUIRE(options_at(0, 5, vc).otherwise.vcs == 0b0010);
  }
  for (const unsigned vc : {0u, 1u}) {
    REQUIRE(options_at(0, 7, vc).ports == 0b110);  // from a host, any channel counts as adaptive
    REQUIRE(options_at(0, 7, vc).otherwise.port == 2);
    REQUIRE(options_at(0, 5, vc).ports == 0);  // from an escape channel only the entries of its row
    REQUIRE(options_at(0, 5, vc).otherwise.port == 3);
    REQUIRE(options_at(0, 5, vc).otherwise.vcs == 0b0001);
    REQUIRE(options_at(0, 0, vc).otherwise.port == 2);
  }
}

TEST_CASE("classes, choices and Valiant that do not fit are refused", "[quick]") {
  const auto violations = [](const Params& p) { return to_string(p.violations()); };
  REQUIRE(violations(by_table(4, 2)).empty());
  REQUIRE_THAT(violations(by_table(2, 3)), Catch::Contains("a multiple of the classes (3)"));
  REQUIRE_THAT(violations(by_table(4, 0)), Catch::Contains("classes = 0: expected 1 to 4"));
  REQUIRE_THAT(violations(by_table(10, 5)), Catch::Contains("classes = 5: expected 1 to 4"));
  Params p = by_table(3, 3);
  p.choice = Choice::adaptive;
  REQUIRE_THAT(violations(p), Catch::Contains("more than the escape channels (3)"));
  p.virtual_channels = 4;
  REQUIRE(violations(p).empty());
  REQUIRE(p.left_over().empty());  // all but the escape channels are adaptive
  p.vc_assignment = VcAssignment::keep;
  REQUIRE_THAT(violations(p), Catch::Contains("any with adaptive routing"));
  p.vc_assignment = VcAssignment::any;
  p.kind = Kind::source_stripped;
  REQUIRE_THAT(violations(p), Catch::Contains("a source does not see which channels are free"));
  p = by_table(3, 3);
  p.valiant = true;
  REQUIRE_THAT(violations(p), Catch::Contains("an even number with valiant"));
  p = by_table(2, 2);
  p.valiant = true;
  p.nodes = 65535;
  REQUIRE(violations(p).empty());
  p.nodes = 65536;
  REQUIRE_THAT(violations(p), Catch::Contains("at most 65535 with valiant"));
  p.choice = Choice::minimal;
  REQUIRE_THAT(violations(p), Catch::Contains("none with valiant"));
  p = Params();
  p.classes = 2;
  p.virtual_channels = 2;
  REQUIRE_THAT(violations(p), Catch::Contains("1 with dimension order"));
}

TEST_CASE("virtual channels that are no multiple of the classes are left over above them", "[quick]") {
  const Params p = by_table(5, 2);
  REQUIRE(p.violations().empty());
  REQUIRE(to_string(p.left_over()) == "virtual_channels = 5: expected a multiple of the classes (2)");
  REQUIRE(by_table(4, 2).left_over().empty());
  const std::uint16_t table[] = {TableEntry(1, 0).word(), TableEntry(2, 1).word(), TableEntry(7, 1).word(), 0};
  Place place;
  place.table = table;
  place.hosts = bit(7);
  const VcMask expected[] = {0b00011, 0b01100, 0b11111};
  for (unsigned node = 0; node < 3; ++node) REQUIRE(at(p, place, node, 0, 4).vcs == expected[node]);
}

TEST_CASE("a torus without datelines gives every channel, and may have an odd number of them") {
  Params p{1, {4, 1, 1, 1}, 1, Kind::dimension_order, true, 3};
  REQUIRE(p.left_over().size() == 1);  // with datelines: two classes of as many
  p.dateline = false;
  REQUIRE(p.left_over().empty());
  REQUIRE(p.violations().empty());
  for (std::uint32_t node = 0; node < 4; ++node) REQUIRE(at(p, Place{{3, 0, 0, 0}}, node, 0, 1).vcs == 0b111);
}
