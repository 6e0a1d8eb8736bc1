// The SystemC kernel reused: it elaborates once a process, and does not start again after its stop. Both uses throw:
// a second network that silently did nothing would look like one without traffic.
#include <catch2/catch.hpp>

#include "rtl_models/network/signal_network.hpp"
#include "tests/support/line_network.hpp"

using namespace slackline;

namespace {

network::Netlist busy() {
  test::Settings settings;
  settings.packets_per_cycle = 0.05;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.set_partner(0, NodeId(1));
  return netlist;
}

}  // namespace

TEST_CASE("the kernel reused after its stop: a network that is to run on is refused, and its state does not change") {
  network::SignalNetwork signals("signals", network::elaborate(busy()));
  signals.run_until(Cycle(100));
  const std::uint64_t received = signals.port_state(1).flits_received;
  REQUIRE(received > 0);
  sc_core::sc_stop();
  REQUIRE_THROWS(signals.run_until(Cycle(200)));
  REQUIRE(signals.now() == Cycle(100));
  REQUIRE(signals.port_state(1).flits_received == received);
}

TEST_CASE("the kernel reused: a second network after the run of the first one is refused", "[quick]") {
  network::SignalNetwork first("first", network::elaborate(busy()));
  first.run_until(Cycle(10));
  REQUIRE_THROWS(network::SignalNetwork("second", network::elaborate(busy())));
  first.run_until(Cycle(20));  // the first one goes on
  REQUIRE(first.now() == Cycle(20));
}
