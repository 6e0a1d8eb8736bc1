// The traps of this field that other models fell into, one test each. The list gives the place of tests that are
// elsewhere:
//
//   a single-flit packet right after a tail    here, in the network; at one switch: wormhole_switch/vc_lanes_test.cpp
//   a credit pulse read as a level             here, on a wire; at the block: flow_controller/credit_test.cpp
//   an off-by-one between model and RTL        tests/testbench/cosim: lockstep with the Verilog in every cycle
//   a counter bumped without its event         here
//   results that depend on module order        here, with faults; without: network/order_test.cpp
//   the SystemC kernel reused after its stop   known_traps_systemc_test.cpp
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/network/fabric.hpp"
#include "testbench/soak/random_network.hpp"
#include "tests/support/line_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using flow_controller::Kind;
using network::Fabric;
using test::Settings;

namespace {

/// Host 0 of a row of three sends packets of these lengths to host 2 without gaps.
network::Netlist back_to_back(Settings settings, const std::vector<generator::LengthWeight>& lengths) {
  settings.size = {3};
  settings.packets_per_cycle = 1;
  settings.extra_flits = 20;  // no lack of credits
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.lengths = lengths;
  netlist.workloads[0].traffic.set_partner(0, NodeId(2));
  return netlist;
}

}  // namespace

TEST_CASE("a single-flit packet right after a tail: no cycle is lost with any flow control and number of VCs") {
  for (const auto& [kind, word, summary, go_at_rule] : flow_controller::all_kinds)
    for (const std::uint8_t vcs : {1, 2, 3, 16})
      for (const auto assignment : {route_unit::VcAssignment::any, route_unit::VcAssignment::keep})
        for (const router_arbiter::NamedPolicy& arbiter : router_arbiter::all_policies)
          for (const auto switching :
               {wormhole_switch::Switching::wormhole, wormhole_switch::Switching::virtual_cut_through}) {
            Settings settings;
            settings.flow_control = kind;
            settings.virtual_channels = vcs;
            settings.vc_assignment = assignment;
            settings.switching = switching;
            settings.stop_at = 12;
            network::Netlist netlist = back_to_back(settings, {{1, 3}, {2, 1}, {4, 1}});
            netlist.switch_kinds[0].arbiter = arbiter.policy;
            Fabric fabric(elaborate(netlist));
            fabric.run_until(Cycle(600));
            const test::Totals sum = test::totals(fabric);
            INFO("flow control " << flow_controller::named(settings.flow_control).word << ", " << unsigned{vcs}
                                 << " VCs, arbiter " << arbiter.word << ", switching " << static_cast<int>(switching));
            REQUIRE(sum.received == 600 - 7);  // four links and three switches: from edge 7 on one a cycle
            REQUIRE_FALSE(sum.switch_errors);
            REQUIRE_FALSE(sum.endpoint_errors);
          }
}

TEST_CASE("a single-flit packet right after a tail arrives as a single flit when its route is stripped") {
  for (const auto& [kind, word, summary, go_at_rule] : flow_controller::all_kinds)
    for (const std::uint8_t vcs : {1, 4}) {
      Settings settings;
      settings.flow_control = kind;
      settings.virtual_channels = vcs;
      settings.routing = route_unit::Kind::source_stripped;
      network::Netlist netlist = back_to_back(settings, {{1, 3}, {2, 1}});
      Fabric fabric(elaborate(netlist));
      fabric.run_until(Cycle(1000));
      const test::Totals sum = test::totals(fabric);
      REQUIRE(sum.sent == 1000);  // a flit a cycle: none is lost
      REQUIRE(sum.conserved());
      // Three route flits a packet, one stripped at each switch; each packet on its way has a flit in a buffer or link.
      const std::uint64_t on_way = fabric.port_state(0).packets_sent - sum.packets_received;
      REQUIRE(on_way <= sum.in_buffers + sum.on_links);
      REQUIRE(sum.stripped >= 3 * sum.packets_received);
      REQUIRE(sum.stripped <= 3 * (sum.packets_received + on_way + 1));
      REQUIRE_FALSE(sum.switch_errors);
      REQUIRE_FALSE(sum.endpoint_errors);
    }
}

TEST_CASE("a credit pulse read as a level: a wire is high in as many cycles as flits have left the buffer", "[quick]") {
  for (const std::uint8_t fc : {0, 2}) {
    Settings settings;
    settings.flow_control = Kind::credit;
    settings.fc_cycles = fc;
    network::Netlist netlist = back_to_back(settings, {{9, 1}});
    netlist.workloads[0].traffic.packet_limit = 30;
    Fabric fabric(elaborate(netlist));
    const std::size_t channel = test::channel_index(netlist, "link_switch0_p0_to_switch1_p1");
    unsigned high = 0, longest = 0, run = 0;
    for (Cycle end(1); end < Cycle(400); end = end + 1) {
      fabric.run_until(end);
      const bool pulse = fabric.channel_stop(channel) != 0;
      high += pulse;
      run = pulse ? run + 1 : 0;
      longest = std::max(longest, run);
    }
    REQUIRE(high == 270);
    REQUIRE(longest == 270);  // at full speed the wire never falls
    // ... and still carries one credit a cycle: all have come back.
    REQUIRE(fabric.switch_state(0).vc[0].flow.credits[0] == netlist.switch_kinds[0].buffer.flits);
  }
}

TEST_CASE("a counter bumped without its event: all counters of flits are the flits on the wires") {
  for (std::uint64_t seed = 300; seed < 330; ++seed) {
    INFO("seed " << seed);
    Fabric fabric(elaborate(soak::random_network(seed)));
    const network::Netlist& netlist = fabric.netlist();
    std::vector<std::uint64_t> on_wire(netlist.channels.size()), heads(netlist.channels.size());
    for (Cycle end(1); end <= Cycle(500); end = end + 1) {
      fabric.run_until(end);
      for (std::size_t c = 0; c < netlist.channels.size(); ++c) {
        const Flit flit = fabric.channel_flit(c);
        on_wire[c] += flit.valid();
        heads[c] += flit.closes_worm();
      }
    }
    for (std::size_t c = 0; c < netlist.channels.size(); ++c) {
      const network::Channel& channel = netlist.channels[c];
      const unsigned port = channel.from.port.value;
      if (channel.from.kind == network::InstanceKind::endpoint) {
        const port::State& host = fabric.port_state(channel.from.instance);
        REQUIRE(host.flits_sent == on_wire[c]);
        REQUIRE(host.packets_sent == heads[c]);
      } else {
        const wormhole_switch::State& s = fabric.switch_state(channel.from.instance);
        std::uint64_t in_stages = 0;  // counted when they are taken from the buffer
        for (unsigned row = 0; row < netlist.switch_kinds[0].stages_after_grant(); ++row)
          in_stages += is_staged(netlist.kind_of(channel.from.instance), s, row, port);
        REQUIRE(s.out[port].flits == on_wire[c] + in_stages);
      }
      if (channel.to.kind == network::InstanceKind::endpoint) {
        std::uint64_t under_way = 0;
        for (unsigned stage = 0; stage < channel.latency(); ++stage) under_way += fabric.channel_flit(c, stage).valid();
        REQUIRE(fabric.port_state(channel.to.instance).flits_received == on_wire[c] - under_way);
      }
    }
  }
}

TEST_CASE("results that depend on module order: faults hit the same flits in any order of components", "[quick]") {
  const auto registers = [](Fabric& fabric) {
    std::map<std::string, std::vector<std::uint64_t>> all;
    const network::Netlist& netlist = fabric.netlist();
    for (std::size_t i = 0; i < netlist.switches.size(); ++i) {
      RegisterSnapshot snapshot;
      visit_all(netlist.kind_of(i), fabric.switch_state(i), fabric.now(), snapshot);
      all[netlist.switches[i].name] = snapshot.values;
    }
    return all;
  };
  unsigned hit = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const network::Netlist netlist = soak::random_faulty_network(seed);
    if (netlist.faults.empty()) continue;
    INFO("seed " << seed);
    Fabric fabric(elaborate(netlist)), other(elaborate(soak::shuffled(netlist, seed)));
    for (Cycle end(50); end <= Cycle(600); end = end + 50) {
      fabric.run_until(end);
      other.run_until(end);
      REQUIRE(registers(fabric) == registers(other));
    }
    for (std::size_t i = 0; i < netlist.faults.size(); ++i) {
      REQUIRE(fabric.fault_state(i).hits() == other.fault_state(i).hits());
      hit += fabric.fault_state(i).hits() != 0;
    }
  }
  REQUIRE(hit > 10);
}
