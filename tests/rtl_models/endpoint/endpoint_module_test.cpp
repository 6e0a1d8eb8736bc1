#include <catch2/catch.hpp>

#include "rtl_models/endpoint/endpoint_module.hpp"

using namespace slackline;

TEST_CASE("pins: two endpoints wired to each other exchange packets over the delays of their links", "[quick]") {
  endpoint::Params params;
  params.traffic.packet_flits = 4;
  params.traffic.packets_per_cycle = 0.1;
  PacketTable packets(2, 1);
  endpoint::Module a("host0", params, {NodeId(0), NodeId(1)}, packets);
  endpoint::Module b("host1", params, {NodeId(1), NodeId(0)}, packets);
  a.set_link_delay(3);
  b.set_link_delay(5);
  sc_core::sc_clock clk("clk", 10, sc_core::SC_NS, 0.5, 5, sc_core::SC_NS, true);
  sc_core::sc_signal<bool> rst_n("rst_n");
  rst_n = true;
  sc_core::sc_signal<std::uint64_t> a_to_b("a_to_b"), b_to_a("b_to_a");
  for (endpoint::Module* host : {&a, &b}) {
    host->clk(clk);
    host->rst_n(rst_n);
  }
  a.flit_out(a_to_b);
  b.flit_in(a_to_b);
  b.flit_out(b_to_a);
  a.flit_in(b_to_a);
  sc_core::sc_start(20'000, sc_core::SC_NS);
  REQUIRE_FALSE(a.state().faults.any());
  REQUIRE_FALSE(b.state().faults.any());
  REQUIRE(a.state().packets_received > 100);
  REQUIRE(b.state().packets_received > 100);
  // Network latency: the wire and its delay line, then three more flits.
  REQUIRE(a.state().latency.network == a.state().latency.packets * (3 + 3));
  REQUIRE(b.state().latency.network == b.state().latency.packets * (5 + 3));
}
