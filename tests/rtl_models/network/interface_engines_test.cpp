// Both engines, cycle for cycle, where hosts have network interfaces: every register of them, and every word of their
// memory.
#include <catch2/catch.hpp>

#include "testbench/monitors/engine_comparison.hpp"
#include "tests/rtl_models/network/interface_network.hpp"

using namespace slackline;
using test::interface_network;

namespace {

void require_equal(const std::vector<network::Netlist>& netlists, Cycle end) {
  for (const monitors::Comparison& comparison : monitors::compare_engines(netlists, end)) {
    for (const monitors::Difference& d : comparison.differences)
      UNSCOPED_INFO("cycle " << d.cycle.value << " " << d.what << ": signal " << d.signal << ", fabric " << d.fabric);
    REQUIRE(comparison.equal());
    REQUIRE(comparison.flits_delivered > 300);
  }
}

test::Settings small() {
  test::Settings settings;
  settings.size = {2, 2};
  return settings;
}

void make_small(network::Netlist& netlist) { test::interfaces_of(netlist).nic.memory_bytes = 4096; }

}  // namespace

TEST_CASE("engines are equal with network interfaces, for each firmware") {
  std::vector<network::Netlist> netlists{interface_network(small(), "unicast", 0.005, 20, 0),
                                         interface_network(small(), "request_response", 0.005, 6, 0),
                                         interface_network(small(), "echo", 0.005, 6, 0)};
  for (network::Netlist& netlist : netlists) make_small(netlist);
  require_equal(netlists, Cycle(3000));
}

TEST_CASE("engines are equal with network interfaces that acknowledge, over links that lose flits") {
  network::Netlist netlist = interface_network(small(), "unicast", 0.002, 20, 0);
  make_small(netlist);
  test::interfaces_of(netlist).nic.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 400;
  test::add_fault(netlist, "link_host1_to_switch1_p4", test::fault_of(LinkFaultKind::corrupt, 500, 3));
  require_equal({netlist}, Cycle(5000));
}

TEST_CASE("engines are equal with network interfaces, costs, few ports, virtual channels, credits and slow links") {
  std::vector<network::Netlist> netlists;
  for (unsigned variant = 0; variant < 4; ++variant) {
    test::Settings settings = test::with_delays(5 + 17 * variant);
    settings.size = {2, 2};
    settings.virtual_channels = variant % 2 == 0 ? 1 : 3;
    if (variant >= 2) settings.flow_control = flow_controller::Kind::credit;
    netlists.push_back(interface_network(settings, "unicast", 0.004, 15, 0));
    make_small(netlists.back());
    nic::Params& p = test::interfaces_of(netlists.back()).nic;
    p.costs = *nic::find_costs(variant % 2 == 0 ? "lanai4" : "free");
    p.memory_ports = static_cast<std::uint8_t>(1 + variant);
    p.dma_cycles_per_word = 1 + variant;
  }
  require_equal(netlists, Cycle(3000));
}
