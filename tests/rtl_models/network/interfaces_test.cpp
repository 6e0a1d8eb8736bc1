// Hosts with network interfaces on the fabric.
#include <catch2/catch.hpp>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/network/fabric.hpp"
#include "tests/rtl_models/network/interface_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using network::Fabric;
using test::interface_network;

namespace {

/// Runs until all hosts have had their messages; every one of them exactly once, to the right host, unchanged.
void require_all_arrive(const network::Netlist& netlist, std::uint64_t messages_each, Cycle end) {
  Fabric fabric(netlist);
  fabric.run_until(end);
  std::uint64_t done = 0;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    INFO(netlist.endpoints[i].name);
    const network::HostInterface& s = fabric.interface_state(i);
    INFO(nic::to_string(s.nic.processor.fault.kind) << ", value " << s.nic.processor.fault.value);
    REQUIRE(s.nic.processor.fault.kind == nic::FaultKind::none);
    REQUIRE(s.host.posted == messages_each);
    REQUIRE(!s.host.faults.any());
    REQUIRE(s.host.failed == 0);
    REQUIRE(s.nic.dma.host_corrupt == 0);
    REQUIRE(s.nic.receive.dropped == 0);
    done += s.host.done;
  }
  REQUIRE(done == messages_each * netlist.endpoints.size());
  const test::Totals totals = test::totals(fabric);
  REQUIRE(totals.conserved());
  REQUIRE(!totals.endpoint_faults);
  REQUIRE(!totals.switch_faults);
  REQUIRE(fabric.flits_on_links() == 0);
}

test::Settings square() {
  test::Settings settings;
  settings.size = {3, 3};
  return settings;
}

}  // namespace

TEST_CASE("messages of one packet and of many arrive, each exactly once", "[quick]") {
  const std::uint16_t words = GENERATE(1, 8, 9, 100);
  require_all_arrive(interface_network(square(), "unicast", 0.002, words, 20), 20, Cycle(60'000));
}

TEST_CASE("messages arrive where costs, few ports and slow links hold them up", "[quick]") {
  test::Settings settings = square();
  settings.cycles_per_flit = 2;
  network::Netlist netlist = interface_network(settings, "unicast", 0.0005, 30, 10);
  nic::Params& p = test::interfaces_of(netlist).nic;
  p.costs = *nic::find_costs("lanai4");
  p.memory_ports = 1;
  p.dma_cycles_per_word = 3;
  require_all_arrive(netlist, 10, Cycle(200'000));
}

TEST_CASE("messages arrive over virtual channels with credits, and where switches strip routes", "[quick]") {
  test::Settings settings = square();
  const bool strips = GENERATE(false, true);
  if (strips)
    settings.routing = route_unit::Kind::source_stripped;
  else {
    settings.virtual_channels = 3;
    settings.flow_control = flow_controller::Kind::credit;
  }
  require_all_arrive(interface_network(settings, "unicast", 0.002, 20, 20), 20, Cycle(80'000));
}

TEST_CASE("requests are answered, and echoes come back", "[quick]") {
  require_all_arrive(interface_network(square(), "request_response", 0.001, 6, 10), 10, Cycle(60'000));
  require_all_arrive(interface_network(square(), "echo", 0.001, 6, 10), 10, Cycle(60'000));
}

TEST_CASE("a fabric stopped at every edge shows what one shows that runs through", "[quick]") {
  const network::Netlist netlist = interface_network(square(), "unicast", 0.001, 12, 5);
  Fabric through(netlist), stopping(netlist);
  through.run_until(Cycle(4000));
  for (Cycle now; now < Cycle(4000); now = now + 1) {
    stopping.run_until(now + 1);
    stopping.interface_state(now.value % 9);
  }
  for (std::size_t i = 0; i < 9; ++i) {
    RegisterSnapshot a, b;
    visit(*through.netlist().interfaces, through.nic_place(i), through.interface_state(i), a, true);
    visit(*through.netlist().interfaces, through.nic_place(i), stopping.interface_state(i), b, true);
    REQUIRE(a.values == b.values);
    REQUIRE(through.interface_state(i).nic.time.as_of == Cycle(4000));
  }
}

TEST_CASE("a word changed on the way is found by the packet's sum, and again where it comes to the host", "[quick]") {
  network::Netlist netlist = interface_network(square(), "unicast", 0.002, 20, 20);
  LinkFault fault = test::fault_of(LinkFaultKind::corrupt, 1000);
  fault.probability = 0.1;  // not the head, which comes first
  fault.seed = 1;
  test::add_fault(netlist, "link_switch4_p4_to_host4", fault);
  Fabric fabric(netlist);
  fabric.run_until(Cycle(30'000));
  REQUIRE(fabric.endpoint_state(4).faults.corrupt == 1);
  REQUIRE(fabric.interface_state(4).nic.dma.host_corrupt != 0);
}

TEST_CASE("what network interfaces cannot do yet is refused, all at once", "[quick]") {
  network::Netlist netlist = interface_network(square(), "unicast", 0.002, 20, 20);
  netlist.switch_params.switching = wormhole_switch::Switching::virtual_cut_through;
  netlist.switch_params.buffer.flits = 200;
  netlist.endpoint_params.traffic.response_flits = 3;
  test::interfaces_of(netlist).clocks.pop_back();
  test::interfaces_of(netlist).clocks[2].slot_ticks = 0;
  test::interfaces_of(netlist).nic.memory_ports = 5;
  const std::string text = to_string(network::violations(netlist));
  for (const char* part : {"virtual_cut_through", "response_flits", "clocks", "host2.clock.slot_ticks", "memory_ports"})
    REQUIRE(text.find(part) != std::string::npos);
}
