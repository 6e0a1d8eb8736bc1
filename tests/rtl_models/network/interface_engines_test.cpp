// Both engines, cycle for cycle, where hosts have network interfaces: every register of them, and every word of their
// memory.
#include <catch2/catch.hpp>

#include "rtl_models/host/stored_memory.hpp"
#include "testbench/monitors/engine_comparison.hpp"
#include "tests/rtl_models/network/interface_network.hpp"
#include "tests/support/compared.hpp"

using namespace slackline;
using test::interface_network;

namespace {

/// Checks that the engines are equal; `look` gets each fabric at its end.
template <class Look>
void require_equal(const std::vector<network::Netlist>& netlists, Cycle end, Look&& look) {
  const auto inspect = [&](std::size_t n, const network::Fabric& fabric) {
    INFO("network " << n);
    std::uint64_t done = 0;
    for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i) done += fabric.interface_state(i).host.done;
    CHECK(done > 0);  // some message is complete
    look(fabric);
  };
  for (const monitors::Comparison& comparison :
       monitors::compare_engines(netlists, end, network::Check::all, inspect)) {
    test::say(comparison);
    REQUIRE(comparison.equal());
    REQUIRE(comparison.flits_delivered > 300);
  }
}

void require_equal(const std::vector<network::Netlist>& netlists, Cycle end) {
  require_equal(netlists, end, [](const network::Fabric&) {});
}

test::Settings small() {
  test::Settings settings;
  settings.size = {2, 2};
  return settings;
}

void make_small(network::Netlist& netlist) { test::interfaces_of(netlist).nic.memory_bytes = 4096; }

/// Two switches by two with `unicast`: delays of a variant, `channels` where it is odd, credits from 2 on.
network::Netlist varied(unsigned variant, unsigned delays, std::uint8_t channels, double messages_per_cycle,
                        std::uint16_t words) {
  test::Settings settings = test::with_delays(delays);
  settings.size = {2, 2};
  settings.virtual_channels = variant % 2 == 0 ? 1 : channels;
  if (variant >= 2) settings.flow_control = flow_controller::Kind::credit;
  network::Netlist netlist = interface_network(settings, "unicast", messages_per_cycle, words, 0);
  make_small(netlist);
  return netlist;
}

}  // namespace

TEST_CASE("engines are equal with network interfaces, for each firmware", "[quick]") {
  std::vector<network::Netlist> netlists{interface_network(small(), "unicast", 0.005, 20, 0),
                                         interface_network(small(), "request_response", 0.005, 6, 0),
                                         interface_network(small(), "echo", 0.005, 6, 0)};
  for (network::Netlist& netlist : netlists) make_small(netlist);
  require_equal(netlists, Cycle(3000));
}

TEST_CASE("engines are equal with network interfaces that acknowledge, over a link that changes flits", "[quick]") {
  network::Netlist netlist = interface_network(small(), "unicast", 0.002, 20, 0);
  make_small(netlist);
  test::interfaces_of(netlist).nic.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 400;
  test::add_fault(netlist, "link_host1_to_switch1_p4", test::fault_of(LinkFaultKind::corrupt, 500, 3));
  require_equal({netlist}, Cycle(5000), [](const network::Fabric& fabric) {
    CHECK(fabric.fault_state(0).flits_changed == 3);
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(fabric.interface_state(i).nic.dma.host_corrupt == 0);  // changed packets are sent again
      CHECK(fabric.interface_state(i).host.failed == 0);
    }
  });
}

TEST_CASE("engines are equal when a host dies, with STOP and with credits, in any activity") {
  std::vector<network::Netlist> netlists;
  for (const std::uint64_t from : {700, 1203, 1431})
    for (unsigned variant = 0; variant < 4; ++variant) {
      netlists.push_back(varied(variant, 7 + 23 * variant, 2, 0.02, 30));
      test::interfaces_of(netlists.back()).nic.when_full = nic::WhenFull::stop;
      test::add_fault(netlists.back(), "link_host1_to_switch1_p4", test::fault_of(LinkFaultKind::host_dead, from, 0));
    }
  require_equal(netlists, Cycle(4000), [](const network::Fabric& fabric) {
    std::uint64_t lost = 0;  // in either direction
    for (std::size_t f = 0; f < fabric.netlist().faults.size(); ++f) lost += fabric.fault_state(f).flits_lost;
    CHECK(lost > 0);
  });
}

TEST_CASE("engines are equal with network interfaces in the format myrinet, and with virtual cut-through") {
  std::vector<network::Netlist> netlists{test::myrinet_interface_network(small(), 0.001, 20, 0),
                                         test::myrinet_interface_network(small(), 0.002, 6, 0)};
  test::interfaces_of(netlists[1]).nic.when_full = nic::WhenFull::stop;
  test::Settings settings = small();
  settings.switching = wormhole_switch::Switching::virtual_cut_through;
  netlists.push_back(interface_network(settings, "unicast", 0.005, 20, 0));
  test::interfaces_of(netlists[2]).nic.most_packet_words = 5 + 8;
  netlists[2].switch_kinds[0].buffer.flits = static_cast<std::uint16_t>(test::smallest_buffer(netlists[2]));
  for (network::Netlist& netlist : netlists) make_small(netlist);
  require_equal(netlists, Cycle(4000));
}

TEST_CASE("engines are equal with network interfaces that hold their links back") {
  std::vector<network::Netlist> netlists;
  for (unsigned variant = 0; variant < 4; ++variant) {
    netlists.push_back(varied(variant, 7 + 23 * variant, 2, 0.02, 30));
    nic::Params& p = test::interfaces_of(netlists.back()).nic;
    p.costs = test::some_costs();
    p.when_full = nic::WhenFull::stop;
    p.parameters[NIC_PARAMETER_BUFFERS] = 2;
  }
  for (const network::Netlist& netlist : {netlists[0], netlists[1]}) {  // STOP, to switches
    network::Fabric fabric(network::elaborate(netlist));
    std::uint64_t held_back = 0;
    while (fabric.now() < Cycle(4000)) {
      fabric.run_until(fabric.now() + 1);
      for (std::size_t c = 0; c < netlist.channels.size(); ++c)
        held_back += netlist.channels[c].to.kind == network::InstanceKind::endpoint && fabric.channel_stop(c) != 0;
    }
    CHECK(held_back > 4 * 4000 / 10);  // a tenth of the cycles, of four hosts
  }
  require_equal(netlists, Cycle(4000), [](const network::Fabric& fabric) {
    std::uint64_t without_credit = 0;  // cycles, at hosts
    for (std::size_t i = 0; i < 4; ++i) {
      without_credit += fabric.interface_state(i).nic.send.stopped_total;
      CHECK(fabric.interface_state(i).nic.receive.dropped == 0);
    }
    if (fabric.netlist().switch_kinds[0].has_credits()) CHECK(without_credit > 0);
  });
}

TEST_CASE("engines are equal with network interfaces, costs, few ports, virtual channels, credits and slow links") {
  std::vector<network::Netlist> netlists;
  for (unsigned variant = 0; variant < 4; ++variant) {
    netlists.push_back(varied(variant, 5 + 17 * variant, 3, 0.004, 15));
    nic::Params& p = test::interfaces_of(netlists.back()).nic;
    if (variant % 2 == 0) p.costs = test::some_costs();
    p.memory_ports = static_cast<std::uint8_t>(1 + variant);
    p.dma_cycles_per_word = 1 + variant;
  }
  require_equal(netlists, Cycle(3000));
}

TEST_CASE(
    "hosts that store bytes have the cycles of those that hash them, in both engines, and get the bytes that were sent",
    "[quick]") {
  test::Settings settings;
  settings.size = {2, 2};
  network::Netlist hashed = test::interface_network(settings, "unicast", 0.01, 21, 8), stored = hashed;
  auto interfaces = std::make_shared<network::HostInterfaces>(*hashed.interfaces);
  interfaces->memory = network::MemoryKind::stored;
  std::uint32_t messages = 0;
  interfaces->contents = [&messages](NodeId sender, std::uint32_t message, std::vector<std::byte>& bytes) {
    ++messages;
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(sender.value + message + i);
  };
  stored.interfaces = interfaces;
  const monitors::Comparison comparison = monitors::compare_engines(stored, Cycle(4000));
  test::say(comparison);
  CHECK(comparison.equal());

  network::Fabric a(network::elaborate(hashed)), b(network::elaborate(stored));
  a.run_until(Cycle(20'000));
  messages = 0;
  b.run_until(Cycle(20'000));
  CHECK(messages == 4 * 8);
  for (std::size_t i = 0; i < 4; ++i) {
    const host::State one = a.interface_state(i).host, other = b.interface_state(i).host;
    CHECK(one.done == other.done);
    CHECK(one.total_latency == other.total_latency);
    CHECK(a.port_state(i).flits_received == b.port_state(i).flits_received);
    CHECK_FALSE(other.faults.any());
    CHECK(b.interface_state(i).nic.dma.host_corrupt == 0);
  }
  const auto& memory = dynamic_cast<const host::StoredMemory&>(*b.hosts().memory);
  const std::vector<std::byte>* last = memory.arrived(NodeId(2), 7);
  REQUIRE(last != nullptr);
  REQUIRE(last->size() == 21 * 4);
  for (std::size_t i = 0; i < last->size(); ++i) CHECK(last->at(i) == static_cast<std::byte>(2 + 7 + i));
}
