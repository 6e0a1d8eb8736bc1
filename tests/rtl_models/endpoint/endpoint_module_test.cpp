#include <catch2/catch.hpp>

#include "rtl_models/endpoint/endpoint_module.hpp"

using namespace slackline;

namespace {

/// Two endpoints wired to each other, with different link delays.
struct Pair {
  Pair() {
    a.set_link_delay(3);
    b.set_link_delay(5);
    for (endpoint::Module* host : {&a, &b}) {
      host->clk(clk);
      host->rst_n(rst_n);
    }
    a.flit_out(a_to_b);
    b.flit_in(a_to_b);
    b.flit_out(b_to_a);
    a.flit_in(b_to_a);
    rst_n = true;
  }
  static endpoint::Params params() {
    endpoint::Params p;
    p.traffic.packet_flits = 4;
    p.traffic.packets_per_cycle = 0.1;
    return p;
  }
  void run(int cycles) { sc_core::sc_start(10 * cycles, sc_core::SC_NS); }

  PacketTable packets{2, 1};
  endpoint::LatencyTally latencies;
  endpoint::Module a{"host0", params(), {NodeId(0), NodeId(1)}, packets, latencies};
  endpoint::Module b{"host1", params(), {NodeId(1), NodeId(0)}, packets, latencies};
  sc_core::sc_clock clk{"clk", 10, sc_core::SC_NS, 0.5, 5, sc_core::SC_NS, true};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  sc_core::sc_signal<std::uint64_t> a_to_b{"a_to_b"}, b_to_a{"b_to_a"};
};

}  // namespace

TEST_CASE("pins: two endpoints wired to each other exchange packets over the delays of their links", "[quick]") {
  Pair pair;
  pair.run(2000);
  for (const endpoint::Module* host : {&pair.a, &pair.b}) {
    REQUIRE_FALSE(host->state().faults.any());
    REQUIRE(host->state().packets_received > 100);
  }
  // Network latency: the wire and its delay line, then three more flits.
  REQUIRE(pair.a.state().latency.network == pair.a.state().latency.packets * (3 + 3));
  REQUIRE(pair.b.state().latency.network == pair.b.state().latency.packets * (5 + 3));
}

TEST_CASE("pins: a reset in the middle starts traffic, counters and links anew", "[quick]") {
  Pair pair;
  for (int cycles = 501; cycles < 507; ++cycles) {  // at different places of packets
    pair.run(cycles);
    pair.rst_n = false;
    pair.run(7);
    REQUIRE(pair.a_to_b.read() == 0);
    REQUIRE(pair.a.state().flits_received == 0);
    pair.rst_n = true;
    pair.run(600);
    for (const endpoint::Module* host : {&pair.a, &pair.b}) {
      REQUIRE_FALSE(host->state().faults.any());
      REQUIRE(host->state().packets_received > 30);
    }
    // Nothing created during the reset waits: total latency stays near that of the network.
    REQUIRE(pair.latencies.total.most() < 40);
    REQUIRE(pair.b.state().latency.network == pair.b.state().latency.packets * (5 + 3));
  }
}

TEST_CASE("a link delay of 0 is refused", "[quick]") {
  Pair pair;
  REQUIRE_THROWS_WITH(pair.a.set_link_delay(0), Catch::Contains("link delay = 0"));
  REQUIRE_THROWS_WITH(pair.a.set_stop_delay(0), Catch::Contains("allowed 1 to"));
}
