#include <catch2/catch.hpp>

#include "rtl_models/route_unit/route_unit_module.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;

namespace {

struct Bench {
  Bench() : unit("unit", route_unit::Params{1, {3, 1, 1, 1}, 1}, route_unit::Place{{1, 0, 0, 0}}), clock(unit) {
    unit.header(header);
    unit.port(port);
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
  sc_core::sc_signal<bool> valid;
};

}  // namespace

TEST_CASE("route_unit shows the port at the edge that samples the header, and withdraws it at the next", "[quick]") {
  Bench b;
  b.edge(Flit());
  REQUIRE_FALSE(b.valid.read());
  b.edge(Flit(FlitKind::head, VcId(0), 0, 4));
  REQUIRE(b.valid.read());
  REQUIRE(b.port.read() == 1);
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
