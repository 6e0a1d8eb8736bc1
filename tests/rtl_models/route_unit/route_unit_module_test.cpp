#include <catch2/catch.hpp>

#include "rtl_models/route_unit/route_unit_module.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;

namespace {

using route_unit::Kind;
using route_unit::Params;
using route_unit::VcAssignment;

struct Bench {
  explicit Bench(const Params& params = {1, {3, 1, 1, 1}, 1}, const std::uint16_t* table = nullptr)
      : unit("unit", params, {{1, 0, 0, 0}, table}), clock(unit) {
    unit.header(header);
    unit.port(port);
    unit.vcs(vcs);
    unit.valid(valid);
  }
  void edge(Flit flit) {
    header = flit.word();
    clock.edge();
  }

  route_unit::Module unit;
  test::EdgeClock clock;
  sc_core::sc_signal<std::uint64_t> header;
  sc_core::sc_signal<std::uint8_t> port;
  sc_core::sc_signal<VcMask> vcs;
  sc_core::sc_signal<bool> valid;
};

}  // namespace

TEST_CASE("route_unit shows the port at the edge that samples the header, and withdraws it at the next") {
  Bench b;
  b.edge(Flit());
  REQUIRE_FALSE(b.valid.read());
  b.edge(Flit(FlitKind::head, VcId(0), 0, 4));
  REQUIRE(b.valid.read());
  REQUIRE(b.port.read() == 1);
  REQUIRE(b.vcs.read() == 1);
  b.edge(Flit(FlitKind::body, VcId(0), 2, 4));
  REQUIRE_FALSE(b.valid.read());
  b.edge(Flit(FlitKind::single, VcId(0), 1, 4));
  REQUIRE(b.port.read() == 2);
  b.clock.rst_n = false;
  b.edge(Flit(FlitKind::single, VcId(0), 1, 4));
  REQUIRE_FALSE(b.valid.read());
}

TEST_CASE("a route_unit module with illegal parameters is refused, naming them", "[quick]") {
  REQUIRE_THROWS_WITH(route_unit::Module("unit", route_unit::Params{5, {1, 1, 1, 1}, 0}, route_unit::Place{}),
                      Catch::Contains("dimensions = 5") && Catch::Contains("hosts_per_switch = 0"));
}

TEST_CASE("a route_unit module shows the virtual channels that a header may take") {
  Bench b({1, {3, 1, 1, 1}, 1, Kind::dimension_order, true, 4, VcAssignment::keep});
  b.edge(Flit(FlitKind::head, VcId(3), 2, 4));
  REQUIRE(b.port.read() == 0);
  REQUIRE(b.vcs.read() == 0b1000);
  b.edge(Flit(FlitKind::head, VcId(0), 0, 4));
  REQUIRE(b.port.read() == 1);
  REQUIRE(b.vcs.read() == 0b0100);
}

TEST_CASE("a route_unit module looks up its table, and allows no channel if there is no route") {
  const std::uint16_t table[] = {3, 0};
  Params params;
  params.kind = Kind::table;
  params.port_count = 4;
  params.nodes = 2;
  Bench b(params, table);
  b.edge(Flit(FlitKind::head, VcId(0), 0, 4));
  REQUIRE(b.port.read() == 3);
  b.edge(Flit(FlitKind::head, VcId(0), 2, 4));
  REQUIRE(b.valid.read());
  REQUIRE(b.vcs.read() == 0);
}

TEST_CASE("a route_unit module that routes by table is refused without one") {
  Params params;
  params.kind = Kind::table;
  params.nodes = 2;
  REQUIRE_THROWS_WITH(route_unit::Module("unit", params, route_unit::Place{}), Catch::Contains("no table"));
}
