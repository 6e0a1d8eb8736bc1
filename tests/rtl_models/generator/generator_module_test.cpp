#include <algorithm>
#include <catch2/catch.hpp>

#include "rtl_models/generator/generator_module.hpp"

using namespace slackline;

namespace {

/// Two hosts wired to each other, with different link delays.
struct Pair {
  Pair() {
    a.set_link_delay(3);
    b.set_link_delay(5);
    for (generator::Module* host : {&a, &b}) {
      host->clk(clk);
      host->rst_n(rst_n);
    }
    a.flit_out(a_to_b);
    b.flit_in(a_to_b);
    b.flit_out(b_to_a);
    a.flit_in(b_to_a);
    rst_n = true;
  }
  static generator::Workload workload() {
    generator::Workload w;
    w.traffic.packet_flits = 4;
    w.traffic.packets_per_cycle = 0.1;
    return w;
  }
  void run(int cycles) { sc_core::sc_start(10 * cycles, sc_core::SC_NS); }

  /// Checks the packets received `edges` edges after reset against the timing contracts: each packet leaves when it is
  /// created, or in the cycle after the one before it, one flit a cycle; its tail arrives `link_delay` + 3 cycles
  /// later.
  void require_received(const generator::Module& host, NodeId from, unsigned link_delay, std::uint64_t edges) const {
    const generator::RandomTraffic source(workload().traffic);
    std::uint64_t count = 0, total = 0, free_at = 0;
    for (generator::TrafficState next = source.first(from);; source.next(from, next)) {
      const std::uint64_t head = std::max(next.created.value, free_at), tail_in = head + link_delay + 3;
      if (tail_in >= edges) break;
      free_at = head + 4;
      ++count;
      total += tail_in - next.created.value;
    }
    REQUIRE(count > 0);
    REQUIRE(host.state().packets_received == count);
    REQUIRE(host.state().latency.packets == count);
    REQUIRE(host.state().latency.total == total);
    REQUIRE(host.state().latency.network == count * (link_delay + 3));
    REQUIRE_FALSE(host.state().errors.any());
  }
  void require_both_received(std::uint64_t edges) const {
    require_received(a, NodeId(1), 3, edges);
    require_received(b, NodeId(0), 5, edges);
  }

  const generator::Workloads workloads{{workload()}};
  PacketTable packets{2, 1};
  port::Latencies latencies;
  generator::Module a{"host0", port::Params(), workloads, {NodeId(0)}, packets, latencies};
  generator::Module b{"host1", port::Params(), workloads, {NodeId(1)}, packets, latencies};
  sc_core::sc_clock clk{"clk", 10, sc_core::SC_NS, 0.5, 5, sc_core::SC_NS, true};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  sc_core::sc_signal<std::uint64_t> a_to_b{"a_to_b"}, b_to_a{"b_to_a"};
};

}  // namespace

TEST_CASE("pins: two hosts wired to each other exchange packets over the delays of their links", "[quick]") {
  Pair pair;
  pair.run(2000);
  pair.require_both_received(2000);
}

TEST_CASE("pins: a reset in the middle restarts traffic, counters and links") {
  Pair pair;
  for (int cycles = 501; cycles < 507; ++cycles) {  // at different positions in packets
    pair.run(cycles);
    pair.rst_n = false;
    pair.run(7);
    REQUIRE(pair.a_to_b.read() == 0);
    REQUIRE(pair.a.state().flits_received == 0);
    pair.rst_n = true;
    pair.run(600);
    pair.require_both_received(600);  // the same as from cycle 0: no packet is created during the reset
  }
}

TEST_CASE("a link delay of 0 is refused") {
  Pair pair;
  REQUIRE_THROWS_WITH(pair.a.set_link_delay(0), Catch::Contains("link delay = 0"));
  REQUIRE_THROWS_WITH(pair.a.set_stop_delay(0), Catch::Contains("expected 1 to"));
}
