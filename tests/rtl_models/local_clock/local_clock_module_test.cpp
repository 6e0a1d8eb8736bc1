#include <catch2/catch.hpp>

#include "rtl_models/local_clock/local_clock_module.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;

TEST_CASE("the pins of local_clock show position, slot and its beginning after the edge, not before", "[quick]") {
  local_clock::Module local("local", {0, 0, 3, 1});
  test::EdgeClock clock(local);
  sc_core::sc_signal<bool> hold, slot_start;
  sc_core::sc_signal<std::uint64_t> slot;
  sc_core::sc_signal<std::uint32_t> position;
  local.hold(hold);
  local.slot_start(slot_start);
  local.slot(slot);
  local.position(position);

  clock.edge();
  REQUIRE(position.read() == 2);
  REQUIRE_FALSE(slot_start.read());
  hold = true;
  clock.edge();
  REQUIRE(position.read() == 2);
  hold = false;
  clock.edge();
  REQUIRE(position.read() == 0);
  REQUIRE(slot_start.read());
  REQUIRE(slot.read() == 1);
  clock.edge();
  REQUIRE_FALSE(slot_start.read());
  REQUIRE(position.read() == 1);
}
