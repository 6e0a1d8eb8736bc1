#include <catch2/catch.hpp>

#include "rtl_models/flow_controller/flow_controller_module.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;

namespace {

struct Bench {
  Bench(std::uint8_t fc, std::uint16_t credits)
      : flow("flow", {1, 0, fc, flow_controller::Kind::credit, credits}), clock(flow) {
    flow.count(count);
    flow.stop_in(stop_in);
    flow.freed(freed);
    flow.sent(sent);
    flow.stop_out(stop_out);
    flow.stopped(stopped);
  }
  void edge(bool leaves, bool sends, std::uint32_t credit) {
    freed = leaves;
    sent = sends;
    stop_in = credit;
    clock.edge();
  }

  flow_controller::Module flow;
  test::EdgeClock clock;
  sc_core::sc_signal<std::uint16_t> count;
  sc_core::sc_signal<std::uint32_t> stop_in, stop_out;
  sc_core::sc_signal<bool> freed, sent, stopped;
};

}  // namespace

TEST_CASE("the pins of flow_controller with credits: freed is one pulse of stop_out, 1 + fc edges on", "[quick]") {
  Bench b(2, 4);
  b.count = 99;  // of no consequence
  b.edge(true, false, 0);
  b.edge(false, false, 0);
  REQUIRE(b.stop_out.read() == 0);
  b.edge(false, false, 0);
  REQUIRE(b.stop_out.read() == 1);
  b.edge(false, false, 0);
  REQUIRE(b.stop_out.read() == 0);
}

TEST_CASE("the pins of flow_controller with credits: stopped behind the last one, free again with the next",
          "[quick]") {
  Bench b(1, 2);
  b.edge(false, true, 0);
  REQUIRE_FALSE(b.stopped.read());
  b.edge(false, true, 0);
  REQUIRE(b.stopped.read());
  b.edge(false, false, 2);  // bit 1: of another virtual channel
  b.edge(false, false, 0);
  b.edge(false, false, 0);
  REQUIRE(b.stopped.read());
  b.edge(false, false, 1);
  REQUIRE(b.stopped.read());
  b.edge(false, false, 0);
  REQUIRE_FALSE(b.stopped.read());
}

TEST_CASE("reset of flow_controller gives all credits back", "[quick]") {
  Bench b(0, 1);
  b.edge(true, true, 0);
  REQUIRE(b.stopped.read());
  b.clock.rst_n = false;
  b.edge(true, true, 0);
  REQUIRE_FALSE(b.stopped.read());
  REQUIRE(b.stop_out.read() == 0);
}
