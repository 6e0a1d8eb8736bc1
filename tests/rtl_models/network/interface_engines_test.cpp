// Both engines, cycle for cycle, where hosts have network interfaces: every register of them, and every word of their
// memory.
#include <catch2/catch.hpp>
#include <numeric>

#include "rtl_models/host/stored_memory.hpp"
#include "testbench/monitors/engine_comparison.hpp"
#include "testbench/soak/firmware_experiment.hpp"
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
    for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i)
      done += fabric.interface_state(i).host.packets_received;
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

void make_small(network::Netlist& netlist) { test::interfaces_of(netlist).nics[0].memory_bytes = 4096; }

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

/// Costly: some requests are dropped, and sent again.
void compare_flow_controls(bool is_costly) {
  std::vector<network::Netlist> netlists;
  for (const char* firmware :
       {"static_window", "alternating_window", "simplified_packet_pair", "packet_pair", "aimd_window"}) {
    test::Settings settings = small();
    if (!is_costly) settings.format = port::PacketFormat::servernet;
    netlists.push_back(interface_network(settings, firmware, 0.004, 20, 0));
    make_small(netlists.back());
    nic::Params& p = test::interfaces_of(netlists.back()).nics[0];
    p.most_packet_words = 4 + 8;
    // Service, start-up; writes, or reads; then windows of 6, from 6 down to 2; or what a firmware has of its own.
    p.own_parameters = {30, 50, is_costly, 6, 2};
    const std::string name = firmware;
    if (name == "simplified_packet_pair") p.own_parameters = {30, 0, 0, 10, 4, 20, 4, is_costly, is_costly};
    if (name == "packet_pair") p.own_parameters = {30, 0, is_costly, 8, 64};
    if (name == "aimd_window") p.own_parameters = {30, 0, 0, 2, 6, 50, is_costly, 300};
    if (name == "aimd_window") netlists.back().switch_kinds[0].mark_at = 4;
    test::interfaces_of(netlists.back()).delivery =
        firmware::find_firmware(name)->delivery_with(p.own_parameters.data());
    if (!is_costly) continue;
    p.costs = test::some_costs();
    p.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 3000;
    p.parameters[NIC_PARAMETER_BUFFERS] = 2;  // some requests are dropped
  }
  require_equal(netlists, Cycle(30'000));
}

}  // namespace

TEST_CASE("engines are equal with network interfaces, for each firmware", "[quick]") {
  std::vector<network::Netlist> netlists{interface_network(small(), "unicast", 0.005, 20, 0),
                                         interface_network(small(), "request_response", 0.005, 6, 0),
                                         interface_network(small(), "echo", 0.005, 6, 0)};
  for (network::Netlist& netlist : netlists) make_small(netlist);
  require_equal(netlists, Cycle(3000));
}

TEST_CASE("engines are equal with several kinds of network interfaces at several kinds of switches, in every cycle") {
  std::vector<network::Netlist> netlists;
  for (const bool two_kinds_of_switches : {false, true})
    for (const double load : {0.002, 0.02}) {
      network::Netlist& netlist = netlists.emplace_back(interface_network(small(), "unicast", load, 20, 0));
      make_small(netlist);
      network::HostInterfaces& interfaces = test::interfaces_of(netlist);
      interfaces.nics.resize(3, interfaces.nics[0]);
      interfaces.nics[1].costs = test::some_costs();
      interfaces.nics[1].when_full = nic::WhenFull::stop;
      interfaces.nics[1].host_queue = 5;
      interfaces.nics[2].memory_bytes = 8192;
      interfaces.nics[2].memory_ports = 1;
      interfaces.nics[2].dma_latency = 90;
      interfaces.nics[2].parameters[NIC_PARAMETER_WINDOW] = 1;
      netlist.endpoints[1].nic = netlist.endpoints[2].nic = 1;
      netlist.endpoints[3].nic = 2;
      if (!two_kinds_of_switches) continue;
      netlist.switch_kinds.push_back(netlist.switch_kinds[0]);
      netlist.switch_kinds[1].buffer.flits += 7;
      netlist.switches[2].kind = 1;
    }
  require_equal(netlists, Cycle(20'000), [](const network::Fabric& fabric) {
    const network::ElaboratedNetlist& netlist = fabric.netlist();
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(netlist.port_of(i).links.host_stops == (i == 1 || i == 2));
      CHECK(netlist.interface_of(i).nic.fifo.flits == netlist.kind_of(i).buffer.flits);
      CHECK(netlist.interface_of(i).nic.dma_latency == netlist.nic_of(i).dma_latency);
      CHECK(fabric.interface_state(i).host.packets_received > 0);
    }
    // Handlers of the second kind alone cost more than a cycle.
    const auto busy = [&](std::size_t host) {
      const nic::Processor processor = fabric.interface_state(host).nic.processor;
      return std::accumulate(processor.cycles.begin(), processor.cycles.end(), std::uint64_t{0});
    };
    CHECK(busy(1) > 5 * busy(3));
  });
}

TEST_CASE("hosts refer to kinds of interfaces that exist, with one firmware, and memory for their tables", "[quick]") {
  const auto objections = [](auto&& change) {
    network::Netlist netlist = interface_network(small(), "unicast", 0.002, 20, 0);
    network::HostInterfaces& interfaces = test::interfaces_of(netlist);
    interfaces.nics.resize(2, interfaces.nics[0]);
    netlist.endpoints[3].nic = 1;
    change(netlist, interfaces);
    return to_string(network::violations(netlist));
  };
  CHECK(objections([](auto&, auto&) {}).empty());
  CHECK(objections([](auto& n, auto&) { n.endpoints[2].nic = 2; }) ==
        "host2 = network interface of kind #2: expected one of the 2 kinds");
  CHECK(objections([](auto&, auto& i) { i.nics[1].firmware = firmware::find_firmware("echo")->firmware; }) ==
        "nics.firmware = echo: expected one for all interfaces of a network");
  CHECK(objections([](auto&, auto& i) { i.nics[1].memory_ports = 9; }) == "memory_ports = 9: expected 1 to 4");
  const auto with_tables = [&](std::uint32_t second) {
    return objections([=](auto&, auto& i) {
      i.tables.assign(4, std::vector<std::uint32_t>(1000));
      i.nics[1].memory_bytes = second;
    });
  };
  CHECK(with_tables(4000).empty());
  CHECK(with_tables(3996) == "tables = 1000 words: expected as many as the NIC memory has");
}

TEST_CASE("engines are equal with end-to-end flow controls whose handlers are free") { compare_flow_controls(false); }

TEST_CASE("engines are equal with end-to-end flow controls whose handlers cost, and whose requests are sent again") {
  compare_flow_controls(true);
}

TEST_CASE("engines are equal with network interfaces that acknowledge, over a link that changes flits", "[quick]") {
  network::Netlist netlist = interface_network(small(), "unicast", 0.002, 20, 0);
  make_small(netlist);
  test::interfaces_of(netlist).nics[0].parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 400;
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
      test::interfaces_of(netlists.back()).nics[0].when_full = nic::WhenFull::stop;
      test::add_fault(netlists.back(), "link_host1_to_switch1_p4", test::fault_of(LinkFaultKind::host_dead, from, 0));
    }
  require_equal(netlists, Cycle(4000), [](const network::Fabric& fabric) {
    std::uint64_t lost = 0;  // in either direction
    for (std::size_t f = 0; f < fabric.netlist().faults.size(); ++f) lost += fabric.fault_state(f).flits_lost;
    CHECK(lost > 0);
  });
}

TEST_CASE("engines are equal with network interfaces in formats of bytes, and with virtual cut-through") {
  std::vector<network::Netlist> netlists{test::myrinet_interface_network(small(), 0.001, 20, 0),
                                         test::myrinet_interface_network(small(), 0.002, 6, 0)};
  test::interfaces_of(netlists[1]).nics[0].when_full = nic::WhenFull::stop;
  test::Settings settings = small();
  settings.switching = wormhole_switch::Switching::virtual_cut_through;
  netlists.push_back(interface_network(settings, "unicast", 0.005, 20, 0));
  test::interfaces_of(netlists[2]).nics[0].most_packet_words = 5 + 8;
  netlists[2].switch_kinds[0].buffer.flits = static_cast<std::uint16_t>(test::smallest_buffer(netlists[2]));
  settings = small();
  settings.format = port::PacketFormat::servernet;
  for (const nic::WhenFull when_full : {nic::WhenFull::drop, nic::WhenFull::stop}) {
    netlists.push_back(interface_network(settings, "unicast", 0.002, 20, 0));
    test::interfaces_of(netlists.back()).nics[0].most_packet_words = 5 + 8;
    test::interfaces_of(netlists.back()).nics[0].when_full = when_full;
  }
  for (network::Netlist& netlist : netlists) make_small(netlist);
  require_equal(netlists, Cycle(4000));
}

TEST_CASE("engines are equal with network interfaces that hold their links back") {
  std::vector<network::Netlist> netlists;
  for (unsigned variant = 0; variant < 4; ++variant) {
    netlists.push_back(varied(variant, 7 + 23 * variant, 2, 0.02, 30));
    nic::Params& p = test::interfaces_of(netlists.back()).nics[0];
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
    nic::Params& p = test::interfaces_of(netlists.back()).nics[0];
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
    CHECK(one.packets_received == other.packets_received);
    CHECK(one.latency.total == other.latency.total);
    CHECK(a.port_state(i).flits_received == b.port_state(i).flits_received);
    CHECK_FALSE(other.errors.any());
    CHECK(b.interface_state(i).nic.dma.host_corrupt == 0);
  }
  const auto& memory = dynamic_cast<const host::StoredMemory&>(*b.hosts().memory);
  const std::vector<std::byte>* last = memory.arrived(NodeId(2), 7);
  REQUIRE(last != nullptr);
  REQUIRE(last->size() == 21 * 4);
  for (std::size_t i = 0; i < last->size(); ++i) CHECK(last->at(i) == static_cast<std::byte>(2 + 7 + i));
}

namespace {

/// Four hosts, of which the last two have no network interfaces; each two have a workload.
network::Netlist two_sorts(const std::string& firmware) {
  network::Netlist netlist = interface_network(small(), firmware, 0.005, 20, 0);
  make_small(netlist);
  netlist.endpoints[2].nic = netlist.endpoints[3].nic = network::no_interface;
  netlist.workloads.push_back(netlist.workloads[0]);
  netlist.workloads[1].traffic.packet_flits = 6;
  netlist.workloads[1].traffic.packets_per_cycle = 0.05;
  for (std::uint32_t w = 0; w < 2; ++w) {
    netlist.workloads[w].hosts = netlist.workloads[w].traffic.members = {2 * w, 2 * w + 1};
    netlist.workloads[w].traffic.nodes = 2;
  }
  return netlist;
}

}  // namespace

TEST_CASE("engines are equal where some hosts have network interfaces and others none", "[quick]") {
  const auto look = [](std::size_t, const network::Fabric& fabric) {
    for (std::size_t i = 0; i < 4; ++i)
      CHECK((i < 2 ? fabric.interface_state(i).host.packets_received : fabric.port_state(i).packets_received) > 5);
    CHECK(fabric.netlist().port_of(0).workloads == 1);
    CHECK(fabric.netlist().port_of(3).workloads == 2);
  };
  for (const monitors::Comparison& comparison :
       monitors::compare_engines({two_sorts("unicast"), two_sorts("request_response"), two_sorts("echo")}, Cycle(4000),
                                 network::Check::all, look)) {
    test::say(comparison);
    CHECK(comparison.equal());
  }
}

TEST_CASE("a workload, and barriers, are of hosts with network interfaces or of hosts without", "[quick]") {
  const auto violations_of = [](const network::Netlist& netlist) { return to_string(network::violations(netlist)); };
  network::Netlist netlist = two_sorts("unicast");
  CHECK(violations_of(netlist).empty());
  netlist.workloads[1].hosts = netlist.workloads[1].traffic.members = {1, 2};
  const std::string mixed =
      "workloads = #1 of hosts with network interfaces and hosts without: expected of one sort of hosts";
  CHECK(violations_of(netlist) == mixed);
  netlist.workloads[1].hosts.clear();
  netlist.workloads[1].traffic.members.clear();
  netlist.workloads[1].traffic.nodes = 4;
  CHECK(violations_of(netlist) == mixed);
  netlist = two_sorts("unicast");
  netlist.workloads[0].traffic.response_flits = 4;
  CHECK_FALSE(violations_of(netlist).empty());
  netlist = two_sorts("unicast");
  netlist.workloads[1].traffic.response_flits = 4;
  CHECK(violations_of(netlist).empty());
}

// `slackline compare-engines --firmware --random N` has any number of them, each third network.
TEST_CASE("engines are equal on 36 random networks of interfaces and packet switches") {
  std::vector<network::Netlist> netlists;
  unsigned whole = 0;
  for (std::uint64_t seed = 1; seed <= 36; ++seed) {
    netlists.push_back(soak::firmware_packet_network(seed));
    whole += moves_frames_whole(network::elaborate(netlists.back()));
  }
  CHECK(whole >= 8);
  constexpr std::uint64_t between = 10;
  std::uint64_t flits = 0;
  for (const monitors::Comparison& comparison :
       monitors::compare_engines(netlists, Cycle(8000), network::Check::all, {}, {}, between)) {
    test::say(comparison);
    REQUIRE(comparison.equal());
    flits += comparison.flits_delivered;
  }
  CHECK(flits > 10'000);
}
