#include <catch2/catch.hpp>

#include "rtl_models/flow_controller/flow_controller_module.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;

namespace {

struct Bench {
  explicit Bench(const flow_controller::Params& params) : flow("flow", params), clock(flow) {
    flow.count(count);
    flow.stop_in(stop_in);
    flow.stop_out(stop_out);
    flow.stopped(stopped);
  }
  void edge(std::uint16_t occupancy, std::uint32_t stop) {
    count = occupancy;
    stop_in = stop;
    clock.edge();
  }

  flow_controller::Module flow;
  test::EdgeClock clock;
  sc_core::sc_signal<std::uint16_t> count;
  sc_core::sc_signal<std::uint32_t> stop_in, stop_out;
  sc_core::sc_signal<bool> stopped;
};

/// With the pins that only credits need.
struct CreditBench : Bench {
  CreditBench(std::uint8_t fc, std::uint16_t credits) : Bench({1, 0, fc, flow_controller::Kind::credit, credits}) {
    flow.freed(freed);
    flow.sent(sent);
  }
  void edge(bool leaves, bool sends, std::uint32_t credit) {
    freed = leaves;
    sent = sends;
    Bench::edge(99, credit);  // the count has no effect
  }

  sc_core::sc_signal<bool> freed, sent;
};

}  // namespace

TEST_CASE("the pins of flow_controller follow after 1 + fc edges, not after fc") {
  Bench b({5, 2, 2});
  b.edge(5, 1);  // STOP decided; stop_in on the first stage
  b.edge(5, 1);
  REQUIRE(b.stop_out.read() == 0);
  REQUIRE_FALSE(b.stopped.read());
  b.edge(2, 0);
  REQUIRE(b.stop_out.read() == 1);
  REQUIRE(b.stopped.read());
  b.edge(2, 0);
  REQUIRE(b.stop_out.read() == 1);
  b.edge(2, 0);
  REQUIRE(b.stop_out.read() == 0);
  REQUIRE_FALSE(b.stopped.read());
}

TEST_CASE("flow_controller without pipeline registers answers at the next edge") {
  Bench b({1, 0, 0});
  b.edge(1, 1);
  REQUIRE(b.stop_out.read() == 1);
  REQUIRE(b.stopped.read());
  b.edge(0, 0);
  REQUIRE(b.stop_out.read() == 0);
  REQUIRE_FALSE(b.stopped.read());
}

TEST_CASE("reset clears the pins of flow_controller and its stages") {
  Bench b({1, 0, 1});
  b.edge(1, 1);
  b.edge(1, 1);
  REQUIRE(b.stop_out.read() == 1);
  b.clock.rst_n = false;
  b.edge(1, 1);
  REQUIRE(b.stop_out.read() == 0);
  b.clock.rst_n = true;
  b.edge(0, 0);
  b.edge(0, 0);
  REQUIRE(b.stop_out.read() == 0);
  REQUIRE_FALSE(b.stopped.read());
}

TEST_CASE("the pins of flow_controller with credits: freed is one pulse of stop_out, 1 + fc edges later", "[quick]") {
  CreditBench b(2, 4);
  b.edge(true, false, 0);
  b.edge(false, false, 0);
  REQUIRE(b.stop_out.read() == 0);
  b.edge(false, false, 0);
  REQUIRE(b.stop_out.read() == 1);
  b.edge(false, false, 0);
  REQUIRE(b.stop_out.read() == 0);
}

TEST_CASE("the pins of flow_controller with credits: stopped after the last one, free again with the next") {
  CreditBench b(1, 2);
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

TEST_CASE("reset of flow_controller restores all credits") {
  CreditBench b(0, 1);
  b.edge(true, true, 0);
  REQUIRE(b.stopped.read());
  b.clock.rst_n = false;
  b.edge(true, true, 0);
  REQUIRE_FALSE(b.stopped.read());
  REQUIRE(b.stop_out.read() == 0);
}

TEST_CASE("a flow_controller module with illegal parameters is refused, naming all of them", "[quick]") {
  REQUIRE_THROWS_WITH(flow_controller::Module("flow", flow_controller::Params{5, 5, 64}),
                      Catch::Contains("go_at = 5") && Catch::Contains("fc_cycles = 64"));
}
