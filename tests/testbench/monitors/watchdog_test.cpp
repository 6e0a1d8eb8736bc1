#include "testbench/monitors/watchdog.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "testbench/deadlock/objection.hpp"
#include "testbench/soak/packet_network.hpp"
#include "testbench/soak/random_network.hpp"
#include "testbench/topology/mesh.hpp"
#include "tests/support/line_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using monitors::Stuck;
using test::add_fault;
using test::fault_of;

namespace {

/// Three switches in a row; hosts 0 and 2 send to host 1, without end.
network::Netlist row(unsigned packet_flits = 8) {
  test::Settings settings;
  settings.size = {3};
  settings.packet_flits = static_cast<std::uint16_t>(packet_flits);
  settings.packets_per_cycle = 0.05;
  network::Netlist netlist = test::mesh_network(settings);
  for (const unsigned host : {0, 2}) netlist.workloads[0].traffic.set_partner(host, NodeId(1));
  return netlist;
}

/// The result of the first look that finds something; empty after `looks` looks.
std::vector<Stuck> first_stalls(network::Fabric& fabric, std::uint64_t interval = 500, unsigned looks = 20) {
  monitors::Watchdog watchdog(fabric.netlist());
  for (unsigned i = 0; i < looks; ++i) {
    fabric.run_until(fabric.now() + interval);
    std::vector<Stuck> stalls = watchdog.look(fabric);
    if (!stalls.empty()) return stalls;
  }
  return {};
}

std::vector<Stuck> first_stalls(const network::Netlist& netlist) {
  network::Fabric fabric(network::elaborate(netlist, network::Check::structure));
  return first_stalls(fabric);
}

bool names(const std::vector<Stuck>& stalls, const std::string& where, const std::string& what) {
  for (const auto& [kind, lane, host, stall] : stalls)
    if (stall.where == where && stall.what.find(what) != std::string::npos) return true;
  for (const auto& [kind, lane, host, stall] : stalls) UNSCOPED_INFO(stall.where << ": " << stall.what);
  return false;
}

/// Random networks, every other one saturated; returns how many of them are proved free of deadlock: they must not be reported.
unsigned require_no_alarm(network::Netlist (*network_of)(std::uint64_t seed)) {
  unsigned proved = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    INFO("seed " << seed);
    network::Netlist netlist = network_of(seed);
    generator::TrafficParams& traffic = netlist.workloads[0].traffic;
    if (seed % 2 == 0) {
      traffic.packets_per_cycle = 0.9 / traffic.mean_packet_flits();
      traffic.arrivals = {};  // bursts cannot reach such a load
    }
    if (!deadlock::objection(netlist).empty()) continue;
    ++proved;
    network::Fabric fabric(network::elaborate(netlist));
    const std::vector<Stuck> stalls = first_stalls(fabric, 700, 6);
    if (!stalls.empty()) FAIL(stalls.front().stall.where << ": " << stalls.front().stall.what);
  }
  return proved;
}

/// A ring of packet switches.
network::Netlist ring_of_packet_switches(unsigned pause_at, unsigned packet_flits) {
  test::Settings settings;
  settings.size = {8};
  settings.wraps = true;
  settings.packet_flits = static_cast<std::uint16_t>(packet_flits);
  settings.packets_per_cycle = 0.9 / packet_flits;
  network::Netlist netlist = test::mesh_network(settings);
  packet_switch::Params packets;
  packets.ports = netlist.switch_kinds[0].ports;
  packets.longest = settings.packet_flits;
  packets.frames = 4;
  packets.pause_at = static_cast<std::uint16_t>(pause_at);
  netlist.switch_kinds[0] = network::SwitchKind(packets);
  netlist.routing.dateline = false;
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  return netlist;
}

}  // namespace

TEST_CASE("random networks, saturated or idle, are never reported as stuck if they are proved free of deadlock") {
  CHECK(require_no_alarm(soak::random_network) > 200);
}

TEST_CASE("random networks with packet switches are never reported as stuck if they are proved free of deadlock") {
  CHECK(require_no_alarm([](std::uint64_t seed) {
          network::Netlist netlist = soak::packet_network(seed);
          netlist.faults.clear();
          // A host waits in vain for the response to a request that a switch has dropped.
          for (generator::Workload& workload : netlist.workloads) workload.traffic.response_flits = 0;
          return netlist;
        }) > 200);
}

TEST_CASE("packets that wait for one another at packet switches with PAUSE are found, and nothing is without PAUSE") {
  const std::vector<Stuck> stalls = first_stalls(ring_of_packet_switches(2, 16));
  CHECK(names(stalls, "switch3_p1_vc0", "packets wait for outputs that are held back"));
  CHECK(names(stalls, "host3", "its packet is held back"));
  CHECK(first_stalls(ring_of_packet_switches(0, 16)).empty());
}

TEST_CASE("a host that is paused for longer than a look is not stuck while packets leave the switch") {
  network::Netlist netlist = ring_of_packet_switches(2, 300);
  // All to one host: packets of 300 flits from seven hosts, which wait for one link that takes a flit in 10 cycles.
  netlist.workloads[0].traffic.pattern = generator::Pattern::permutation;
  for (unsigned host = 0; host < 8; ++host) netlist.workloads[0].traffic.set_partner(host, NodeId(0));
  for (network::Channel& channel : netlist.channels) channel.cycles_per_flit = CyclesPerFlit(10);
  network::Fabric fabric(network::elaborate(netlist, network::Check::structure));
  CHECK(first_stalls(fabric, 500, 200).empty());
  CHECK(fabric.port_state(0).packets_received > 20);
}

TEST_CASE("a packet that cuts through is found if its rest does not come, and so are those that wait for its output") {
  network::Netlist netlist = ring_of_packet_switches(0, 200);
  netlist.switch_kinds[0].packet->cut_through = true;
  add_fault(netlist, "link_host0_to_switch0_p2", fault_of(LinkFaultKind::dead, 3000, 0));
  const std::vector<Stuck> stalls = first_stalls(netlist);
  CHECK(names(stalls, "switch0_p2_vc0", "the rest of a packet does not come; it holds output switch0_p"));
}

TEST_CASE("packets in the module of an uplink are not stuck while they leave it one after the other") {
  network::Netlist netlist = ring_of_packet_switches(0, 300);
  packet_switch::Params& packets = *netlist.switch_kinds[0].packet;
  packets.buffers = packet_switch::Buffers::shared;
  packets.uplink = packet_switch::Uplink{40, 0, 0, 0};
  // Two hosts share each link, which takes a flit in 10 cycles: together they send twice what it carries.
  netlist.workloads[0].traffic.packets_per_cycle = 0.1 / 300;
  netlist.workloads[0].traffic.pattern = generator::Pattern::permutation;
  for (unsigned host = 0; host < 8; ++host) netlist.workloads[0].traffic.set_partner(host, NodeId((host + 2) % 8));
  for (network::Channel& channel : netlist.channels)
    if (channel.from.kind == network::InstanceKind::any_switch) channel.cycles_per_flit = CyclesPerFlit(10);
  network::Fabric fabric(network::elaborate(netlist, network::Check::structure));
  CHECK(first_stalls(fabric, 500, 400).empty());
  CHECK(fabric.port_state(0).packets_received > 5);
}

TEST_CASE("a header that an unfair arbiter starves for ever is not stuck: it waits for flits that move") {
  network::Netlist netlist = row(1);
  netlist.switch_kinds[0].arbiter = router_arbiter::Policy::fixed_priority;
  netlist.workloads[0].traffic.packets_per_cycle = 1;
  network::Fabric fabric(network::elaborate(netlist));
  REQUIRE(first_stalls(fabric).empty());
  REQUIRE(std::min(fabric.port_state(0).flits_sent, fabric.port_state(2).flits_sent) < 30);  // starved
}

TEST_CASE("a STOP wire that stays high is found, and the host behind it") {
  network::Netlist netlist = row();
  add_fault(netlist, "link_switch0_p0_to_switch1_p1", fault_of(LinkFaultKind::stop_stuck, 1000));
  const std::vector<Stuck> stalls = first_stalls(netlist);
  REQUIRE(names(stalls, "switch0_p2_vc0", "held back at output switch0_p0_vc0"));
  REQUIRE(names(stalls, "host0", "held back"));
  REQUIRE(names(stalls, "host2", "held back"));  // behind the worm whose rest does not come
}

TEST_CASE("a STOP wire that stays high for a while is no standstill, one after it that stays high for ever is") {
  network::Netlist netlist = row();
  LinkFault fault = fault_of(LinkFaultKind::stop_stuck, 1000);
  fault.to = Cycle(5000);
  add_fault(netlist, "link_switch0_p0_to_switch1_p1", fault);
  REQUIRE(first_stalls(netlist).empty());
  add_fault(netlist, "link_switch0_p0_to_switch1_p1", fault_of(LinkFaultKind::stop_stuck, 6000));
  REQUIRE(names(first_stalls(netlist), "switch0_p2_vc0", "held back at output switch0_p0_vc0"));
}

TEST_CASE("a STOP wire that stays high for a while on one link hides no standstill of another") {
  network::Netlist netlist = row();
  LinkFault passing = fault_of(LinkFaultKind::stop_stuck, 1000);
  passing.to = Cycle(1'000'000);
  add_fault(netlist, "link_host2_to_switch2_p2", passing);
  REQUIRE(first_stalls(netlist).empty());
  add_fault(netlist, "link_switch0_p0_to_switch1_p1", fault_of(LinkFaultKind::stop_stuck, 1000));
  const std::vector<Stuck> stalls = first_stalls(netlist);
  REQUIRE(names(stalls, "host0", "held back"));
  REQUIRE_FALSE(names(stalls, "host2", "held back"));
}

TEST_CASE("a host whose link is stopped before its first packet is found", "[quick]") {
  network::Netlist netlist = row();
  add_fault(netlist, "link_host0_to_switch0_p2", fault_of(LinkFaultKind::stop_stuck, 0));
  REQUIRE(names(first_stalls(netlist), "host0", "held back"));
}

TEST_CASE("a worm and a header that a stopped link to a host blocks are found, and the worms behind them", "[quick]") {
  network::Netlist netlist = row();
  add_fault(netlist, "link_switch1_p2_to_host1", fault_of(LinkFaultKind::stop_stuck, 1000));
  network::Fabric fabric(network::elaborate(netlist, network::Check::structure));
  const std::vector<Stuck> worm = first_stalls(fabric);
  const bool from_host2 = has(fabric.switch_state(1).crossbar.connected[0], 0);
  REQUIRE(has(fabric.switch_state(1).crossbar.connected[0], 1) != from_host2);
  const std::string of_worm = from_host2 ? "switch1_p0_vc0" : "switch1_p1_vc0";
  const std::string other = from_host2 ? "switch1_p1_vc0" : "switch1_p0_vc0";
  REQUIRE(names(worm, of_worm, "a worm is held back at output switch1_p2_vc0"));
  REQUIRE(names(worm, other, "a header waits for output switch1_p2"));
  REQUIRE(names(worm, "host0", "held back"));
  REQUIRE(names(worm, "host2", "held back"));

  netlist.faults.clear();
  add_fault(netlist, "link_switch1_p2_to_host1", fault_of(LinkFaultKind::stop_stuck, 0));
  const std::vector<Stuck> header = first_stalls(netlist);
  REQUIRE(names(header, "switch1_p1_vc0", "a header waits for output switch1_p2"));
  REQUIRE(names(header, "switch1_p0_vc0", "a header waits for output switch1_p2"));
}

TEST_CASE("a worm whose tail got lost is found when no flit follows it", "[quick]") {
  network::Netlist netlist = row();
  netlist.workloads[0].traffic.packet_limit = 1;
  netlist.workloads[0].traffic.packets_per_cycle = 1;
  // The tail of a packet that begins at edge 0 is written at 8.
  add_fault(netlist, "link_host0_to_switch0_p2", fault_of(LinkFaultKind::drop, 8));
  const std::vector<Stuck> stalls = first_stalls(netlist);
  REQUIRE(names(stalls, "switch0_p2_vc0", "the rest of a worm does not come"));
  REQUIRE(names(stalls, "switch1_p1_vc0", "the rest of a worm does not come"));
}

TEST_CASE("a link that died is found with credits, and so are credits that were lost", "[quick]") {
  for (const LinkFaultKind kind : {LinkFaultKind::dead, LinkFaultKind::credit_lost}) {
    network::Netlist netlist = row();
    netlist.switch_kinds[0].flow.kind = flow_controller::Kind::credit;
    add_fault(netlist, "link_switch0_p0_to_switch1_p1", fault_of(kind, 1000, 0));
    const std::vector<Stuck> stalls = first_stalls(netlist);
    REQUIRE(names(stalls, "switch0_p2_vc0", "held back at output switch0_p0_vc0"));
    REQUIRE(names(stalls, "host0", "held back"));
  }
}

TEST_CASE("a worm that a dying link cut in two is found, at whatever flit, although its sender goes on") {
  unsigned cut = 0;
  for (std::uint64_t from = 3000; from < 3032; ++from) {
    INFO("cut at edge " << from);
    network::Netlist netlist = row();
    netlist.workloads[0].traffic.packets_per_cycle = 1.0 / 8;  // packets without gaps: at each look one is being sent
    add_fault(netlist, "link_switch0_p0_to_switch1_p1", fault_of(LinkFaultKind::dead, from, 0));
    network::Fabric fabric(network::elaborate(netlist));
    fabric.run_until(Cycle(from));
    const std::vector<Stuck> stalls = first_stalls(fabric);
    if (!has(fabric.switch_state(1).crossbar.connected[0], 1)) continue;  // cut between two worms
    ++cut;
    REQUIRE(names(stalls, "switch1_p1_vc0", "the rest of a worm does not come"));
  }
  REQUIRE(cut > 8);
}

TEST_CASE("worms in a ring that wait for one another are all found") {
  network::Netlist netlist;
  netlist.switch_kinds[0].buffer.flits = 16;
  netlist.switch_kinds[0].flow = {8, 4, 0};
  netlist.routing.kind = route_unit::Kind::table;
  netlist.workloads[0].traffic.packet_flits = 40;
  netlist.workloads[0].traffic.packets_per_cycle = 0.025;
  topology::Mesh ring{{4}, 1, 1};
  ring.wraps = true;
  topology::build(ring, netlist);
  for (unsigned s = 0; s < 4; ++s)
    for (unsigned node = 0; node < 4; ++node)
      netlist.route_tables.entries.push_back(node == s ? 2 : 0);  // always upwards
  const std::vector<Stuck> stalls = first_stalls(netlist);
  for (const char* sw : {"switch0", "switch1", "switch2", "switch3"})
    REQUIRE(names(stalls, sw + std::string("_p1_vc0"), sw + std::string("_p0")));  // each waits for the way upwards
}

TEST_CASE("a host that waits for a lost response is found once everything else is at rest") {
  network::Netlist netlist = row();
  netlist.workloads[0].traffic.response_flits = 1;
  netlist.workloads[0].traffic.max_outstanding = 1;
  netlist.workloads[0].traffic.set_partner(2, NodeId(2));  // silent
  add_fault(netlist, "link_host1_to_switch1_p2", fault_of(LinkFaultKind::drop, 300));
  REQUIRE(names(first_stalls(netlist), "host0", "response"));
}
