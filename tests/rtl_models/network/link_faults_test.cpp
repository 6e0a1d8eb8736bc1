// Faults on the link between two switches: the counters that find them, and that every lost flit is counted.
#include <catch2/catch.hpp>

#include <map>

#include "rtl_models/network/fabric.hpp"
#include "testbench/soak/random_network.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "tests/support/line_network.hpp"

using namespace slackline;
using network::Fabric;
using port::PacketFormat;
using statistics::RunTotals;
using test::add_fault;
using test::fault_of;
using test::Settings;

namespace {

using Counts = std::map<std::string, std::uint64_t>;

/// Two switches; host 0 sends packets to host 1 without gaps.
network::Netlist line(const Settings& settings, std::uint64_t packets) {
  network::Netlist netlist = test::one_packet_each(settings, {0}, 1);
  netlist.workloads[0].traffic.packet_limit = packets;
  return netlist;
}

/// Runs on, and checks in every cycle that every flit is accounted for.
RunTotals run(Fabric& fabric, std::uint64_t cycles) {
  RunTotals totals;
  while (fabric.now() < Cycle(cycles)) {
    fabric.run_until(fabric.now() + 1);
    totals = statistics::collect(fabric);
    REQUIRE(totals.conserved());
  }
  return totals;
}

/// "host1.crc": 1
Counts counts(const RunTotals& totals) {
  Counts found;
  for (const statistics::InstanceError& error : totals.errors) found[error.instance + "." + error.error] = error.count;
  return found;
}

constexpr const char* between = "link_switch0_p0_to_switch1_p1";
constexpr const char* to_host = "link_switch1_p2_to_host1";
/// Flit 0 of host 0 is sampled by switch 1 at edge 3: two links and a switch, a cycle each.
constexpr std::uint64_t at_switch1 = 3;
/// Host 1 samples it at edge 5.
constexpr std::uint64_t at_host1 = 5;

/// Compact packets of `flits` flits; the n-th flit of them all is dropped on its way into switch 1.
RunTotals dropped(unsigned flits, unsigned n, std::uint64_t packets = 3, std::uint64_t cycles = 100) {
  Settings settings;
  settings.packet_flits = static_cast<std::uint16_t>(flits);
  network::Netlist netlist = line(settings, packets);
  add_fault(netlist, between, fault_of(LinkFaultKind::drop, at_switch1 + n));
  Fabric fabric(elaborate(netlist));
  RunTotals totals = run(fabric, cycles);
  REQUIRE(totals.flits_lost == 1);
  return totals;
}

/// myrinet packets of two route flits and 10 flits; at switch 1, 11 flits of each arrive.
network::Netlist myrinet_line(std::uint64_t packets) {
  Settings settings;
  settings.routing = route_unit::Kind::source_stripped;
  settings.format = PacketFormat::myrinet;
  settings.packet_flits = 10;
  return line(settings, packets);
}

}  // namespace

TEST_CASE("a dropped head makes orphans of the rest of its packet; the next one passes and shows that it is missing",
          "[quick]") {
  const RunTotals totals = dropped(4, 0);
  REQUIRE(counts(totals) == Counts{{"switch1.orphans", 3}, {"host1.disordered", 1}, {"host0.packets_lost", 1}});
  REQUIRE(totals.packets_delivered == 2);
  REQUIRE(totals.flits_discarded == 3);
}

TEST_CASE("a dropped body is found by the host: data and kinds do not fit", "[quick]") {
  const RunTotals totals = dropped(4, 1);
  // H B T arrive of H B B T: the second body's data in the first one's place, the tail in place of a body.
  REQUIRE(counts(totals) == Counts{{"host1.corrupt", 2}, {"host1.misframed", 1}});
  REQUIRE(totals.packets_delivered == 3);
}

TEST_CASE("a dropped tail: the next header cuts the worm, and the host is notified", "[quick]") {
  const RunTotals totals = dropped(4, 3);
  REQUIRE(counts(totals) == Counts{{"switch1.truncated", 1}, {"host1.truncated", 1}});
  REQUIRE(totals.aborts_made == 1);
  REQUIRE(totals.packets_delivered == 2);
}

TEST_CASE("a dropped tail without a following packet leaves a worm open: its packet is lost") {
  const RunTotals totals = dropped(4, 3, 1);
  REQUIRE(counts(totals) == Counts{{"host0.packets_lost", 1}});
  REQUIRE(totals.packets_delivered == 0);
  REQUIRE(totals.flits_delivered == 3);
}

TEST_CASE("a lost packet is counted once, however many follow it, and does not affect them") {
  for (const unsigned packets : {3u, 100u, 20'000u}) {
    const RunTotals totals = dropped(1, 1, packets, packets + 100);
    REQUIRE(counts(totals) == Counts{{"host1.disordered", 1}, {"host0.packets_lost", 1}});
    REQUIRE(totals.packets_delivered == packets - 1);
  }
}

TEST_CASE("a dropped body of a myrinet packet: the CRC is wrong, once") {
  for (unsigned n = 2; n < 10; ++n) {  // after the route flit and the first flit
    INFO("flit " << n);
    network::Netlist netlist = myrinet_line(3);
    add_fault(netlist, between, fault_of(LinkFaultKind::drop, at_switch1 + 1 + n));  // stripping costs a cycle
    Fabric fabric(elaborate(netlist));
    const Counts found = counts(run(fabric, 150));
    REQUIRE(found.at("host1.crc") == 1);
    REQUIRE(found.at("host1.misframed") == 1);
    REQUIRE(found.count("host1.header") == 0);
  }
}

TEST_CASE("a dropped route flit of a myrinet packet makes orphans of the rest") {
  network::Netlist netlist = myrinet_line(3);
  add_fault(netlist, between, fault_of(LinkFaultKind::drop, at_switch1 + 1));
  Fabric fabric(elaborate(netlist));
  const RunTotals totals = run(fabric, 150);
  REQUIRE(counts(totals) == Counts{{"switch1.orphans", 10}, {"host1.disordered", 1}, {"host0.packets_lost", 1}});
}

TEST_CASE("a changed flit of a myrinet packet: the CRC is wrong, once, whichever flit it is") {
  for (unsigned n = 0; n < 10; ++n) {  // in the order at host 1: the type first, the CRC last
    INFO("flit " << n);
    network::Netlist netlist = myrinet_line(3);
    add_fault(netlist, to_host, fault_of(LinkFaultKind::corrupt, at_host1 + 2 + n));  // two routes stripped
    Fabric fabric(elaborate(netlist));
    const RunTotals totals = run(fabric, 150);
    REQUIRE(totals.flits_changed == 1);
    Counts expected{{"host1.crc", 1}, {"host1.corrupt", 1}};
    if (n == 9) expected.erase("host1.corrupt");  // only the CRC itself checks the CRC
    REQUIRE(counts(totals) == expected);
    REQUIRE(totals.packets_delivered == 3);
  }
}

TEST_CASE("a changed flit of a servernet packet: the CRC is wrong, once, whichever flit behind the head it is") {
  for (unsigned n = 0; n < 12; ++n) {
    INFO("flit " << n);
    Settings settings;
    settings.format = PacketFormat::servernet;
    settings.packet_flits = 12;
    network::Netlist netlist = line(settings, 3);
    add_fault(netlist, to_host, fault_of(LinkFaultKind::corrupt, at_host1 + n));
    Fabric fabric(elaborate(netlist));
    const RunTotals totals = run(fabric, 150);
    REQUIRE(totals.flits_changed == 1);
    Counts expected{{"host1.crc", 1}, {"host1.corrupt", 1}};
    if (n == 0) expected.erase("host1.crc");      // the head is no part of what the CRC covers
    if (n >= 8) expected.erase("host1.corrupt");  // only the CRC itself checks the CRC
    REQUIRE(counts(totals) == expected);
    REQUIRE(totals.packets_delivered == 3);
  }
}

TEST_CASE("a flit changed before a switch is still an error after it") {
  for (unsigned n = 1; n < 11; ++n) {
    INFO("flit " << n);
    network::Netlist netlist = myrinet_line(3);
    add_fault(netlist, between, fault_of(LinkFaultKind::corrupt, at_switch1 + 1 + n));
    Fabric fabric(elaborate(netlist));
    REQUIRE(counts(run(fabric, 150)).at("host1.crc") == 1);
  }
}

TEST_CASE("a changed flit of a compact packet is corrupt, once, whichever flit it is", "[quick]") {
  for (unsigned n = 0; n < 4; ++n) {
    Settings settings;
    settings.packet_flits = 4;
    network::Netlist netlist = line(settings, 3);
    add_fault(netlist, to_host, fault_of(LinkFaultKind::corrupt, at_host1 + n));
    Fabric fabric(elaborate(netlist));
    REQUIRE(counts(run(fabric, 100)) == Counts{{"host1.corrupt", 1}});
  }
}

TEST_CASE("a lost credit is counted at once, and the link is slower by its share forever") {
  Settings settings;
  settings.flow_control = flow_controller::Kind::credit;
  settings.packet_flits = 5000;
  network::Netlist netlist = line(settings, 1);
  netlist.switch_kinds[0].buffer.flits = 5;  // of a loop of 5 cycles
  LinkFault fault = fault_of(LinkFaultKind::credit_lost, 1000);
  add_fault(netlist, between, fault);
  Fabric fabric(elaborate(netlist));
  fabric.run_until(Cycle(1000));
  REQUIRE(statistics::collect(fabric).errors.empty());
  const std::uint64_t before = fabric.port_state(1).flits_received;
  REQUIRE(before == 1000 - at_host1);
  fabric.run_until(Cycle(1001));
  const std::string lost = std::string(between) + ".credits_missing[0]";
  REQUIRE(counts(statistics::collect(fabric)) == Counts{{lost, 1}});
  fabric.run_until(Cycle(1100));
  const std::uint64_t first = fabric.port_state(1).flits_received;
  fabric.run_until(Cycle(1600));
  REQUIRE(fabric.port_state(1).flits_received - first == 400);
  const RunTotals totals = statistics::collect(fabric);
  REQUIRE(counts(totals) == Counts{{lost, 1}});
  REQUIRE(totals.conserved());
  REQUIRE(fabric.fault_state(0).credits_lost == 1);
}

TEST_CASE("a flit lost on a link with credits takes its credit with it") {
  Settings settings;
  settings.flow_control = flow_controller::Kind::credit;
  settings.packet_flits = 6;
  settings.extra_flits = 3;
  network::Netlist netlist = line(settings, 3);
  add_fault(netlist, between, fault_of(LinkFaultKind::drop, at_switch1 + 2));
  Fabric fabric(elaborate(netlist));
  const Counts found = counts(run(fabric, 300));
  REQUIRE(found.at(std::string(between) + ".credits_missing[0]") == 1);
}

TEST_CASE("credits that are all lost stop the link for good", "[quick]") {
  Settings settings;
  settings.flow_control = flow_controller::Kind::credit;
  settings.packet_flits = 1000;
  settings.extra_flits = 4;
  network::Netlist netlist = line(settings, 1);
  add_fault(netlist, between, fault_of(LinkFaultKind::credit_lost, 100, 0));
  Fabric fabric(elaborate(netlist));
  const RunTotals at_200 = run(fabric, 200), at_300 = run(fabric, 300);
  REQUIRE(at_200.flits_delivered == at_300.flits_delivered);
  REQUIRE(netlist.switch_kinds[0].buffer.flits == 5);  // as many credits as there are
  REQUIRE(counts(at_300) == Counts{{std::string(between) + ".credits_missing[0]", 5}});
}

TEST_CASE("a STOP wire stuck at GO: the buffer overflows, and what is lost is counted") {
  Settings settings;
  settings.packet_flits = 50;
  for (const bool stuck : {false, true}) {
    network::Netlist netlist = line(settings, 0);
    test::channel(netlist, to_host).cycles_per_flit = 4;  // slower than what comes
    LinkFault fault = fault_of(LinkFaultKind::stop_stuck, 0);
    fault.level = false;
    if (stuck) add_fault(netlist, between, fault);
    Fabric fabric(elaborate(netlist));
    const RunTotals totals = run(fabric, 600);
    REQUIRE((counts(totals).count("switch1.overflows") != 0) == stuck);
    REQUIRE((totals.flits_discarded != 0) == stuck);
    REQUIRE(totals.flits_lost == 0);  // not on the link
  }
}

TEST_CASE("a STOP wire stuck at STOP silences the link from the next edge on, and a window's end frees it", "[quick]") {
  Settings settings;
  settings.packet_flits = 500;
  network::Netlist netlist = line(settings, 1);
  LinkFault fault = fault_of(LinkFaultKind::stop_stuck, 50);
  fault.to = Cycle(80);
  add_fault(netlist, between, fault);
  Fabric fabric(elaborate(netlist));
  const std::size_t channel = test::channel_index(netlist, between);
  for (std::uint64_t cycle = 0; cycle < 120; ++cycle) {
    fabric.run_until(Cycle(cycle + 1));
    INFO("cycle " << cycle);
    REQUIRE(statistics::collect(fabric).conserved());
    // Sampled at edges 50 to 79, `stopped` gates from the next edge on.
    REQUIRE(fabric.channel_flit(channel).valid() == (cycle >= 2 && (cycle <= 50 || cycle >= 81)));
  }
  REQUIRE(statistics::collect(fabric).errors.empty());
}

TEST_CASE("an idle network resumes when a stuck STOP wire is released, whatever the size of its run steps") {
  Settings settings;
  settings.packet_flits = 1;
  network::Netlist netlist = line(settings, 2);
  LinkFault fault = fault_of(LinkFaultKind::stop_stuck, 0);
  fault.to = Cycle(80);
  add_fault(netlist, "link_host0_to_switch0_p2", fault);
  for (const std::uint64_t cycles : {5, 6, 86, 87, 200}) {
    Fabric fabric(elaborate(netlist));
    fabric.run_until(Cycle(cycles));  // in one step
    // `stopped` gates at edges 1 to 80: host 0 sends at 0 and 81, what host 1 samples at 5 and 86.
    const unsigned arrived = cycles <= at_host1 ? 0 : cycles <= 81 + at_host1 ? 1 : 2;
    REQUIRE(fabric.port_state(1).flits_received == arrived);
  }
}

TEST_CASE("worms that one stopped host holds up, over many switches, are not closed by worm_timeout", "[quick]") {
  Settings settings;
  settings.size = {3, 3};
  settings.packet_flits = 40;
  network::Netlist netlist = test::one_packet_each(settings, {0, 1, 2, 3, 5, 6, 7, 8}, 4);
  netlist.workloads[0].traffic.packet_limit = 5;
  netlist.switch_kinds[0].worm_timeout = 50;
  LinkFault fault = fault_of(LinkFaultKind::stop_stuck, 200);
  fault.to = Cycle(5000);
  add_fault(netlist, "link_switch4_p4_to_host4", fault);
  Fabric fabric(elaborate(netlist));
  fabric.run_until(Cycle(1000));
  const RunTotals waiting = statistics::collect(fabric);
  REQUIRE(waiting.packets_delivered < 40);
  fabric.run_until(Cycle(5000));
  REQUIRE(statistics::collect(fabric).packets_delivered == waiting.packets_delivered);
  fabric.run_until(Cycle(8000));
  const RunTotals totals = statistics::collect(fabric);
  REQUIRE(totals.packets_delivered == 40);
  REQUIRE(totals.errors.empty());
}

TEST_CASE("a dead link is dead in both directions, and everything sent on it is counted as lost") {
  Settings settings;
  settings.packet_flits = 4;
  for (const char* named : {between, "link_switch1_p1_to_switch0_p0"}) {
    network::Netlist netlist = line(settings, 0);
    netlist.workloads[0].traffic.set_partner(1, NodeId(0));
    netlist.workloads[0].traffic.packets_per_cycle = 0.05;
    add_fault(netlist, named, fault_of(LinkFaultKind::dead, 200, 0));
    Fabric fabric(elaborate(netlist));
    const RunTotals before = run(fabric, 200);
    REQUIRE(before.errors.empty());
    run(fabric, 210);  // what had passed the link arrives
    const std::uint64_t at0 = fabric.port_state(0).flits_received, at1 = fabric.port_state(1).flits_received;
    REQUIRE(at0 > 0);
    REQUIRE(at1 > 0);
    const RunTotals totals = run(fabric, 500);
    REQUIRE(fabric.port_state(0).flits_received == at0);
    REQUIRE(fabric.port_state(1).flits_received == at1);
    // The link loses what is created from edge 200 on; flits in flight at either end of this time may count or not.
    const generator::RandomTraffic source(netlist.workloads[0].traffic);
    const auto created_flits = [&](std::uint64_t from, std::uint64_t to) {
      std::uint64_t flits = 0;
      for (const network::EndpointInstance& host : netlist.endpoints)
        flits += source.created_before(host.place.node, source.first(host.place.node), Cycle(to)).flits -
                 source.created_before(host.place.node, source.first(host.place.node), Cycle(from)).flits;
      return flits;
    };
    REQUIRE(totals.flits_lost >= created_flits(210, 480));
    REQUIRE(totals.flits_lost <= created_flits(180, 500));
    REQUIRE(fabric.fault_state(0).flits_lost > 0);
    REQUIRE(fabric.fault_state(1).flits_lost > 0);
    REQUIRE(fabric.fault_state(0).flits_lost + fabric.fault_state(1).flits_lost == totals.flits_lost);
  }
}

TEST_CASE("every kind of fault, on every kind of network: every flit is accounted for in every cycle") {
  for (const auto kind : {LinkFaultKind::drop, LinkFaultKind::corrupt, LinkFaultKind::stop_stuck,
                          LinkFaultKind::credit_lost, LinkFaultKind::dead})
    for (const auto& [flow, word, summary, go_at_rule] : flow_controller::all_kinds)
      for (const PacketFormat format : {PacketFormat::compact, PacketFormat::myrinet})
        for (const std::uint8_t vcs : {1, 2}) {
          if (kind == LinkFaultKind::credit_lost && !returns_credits(flow)) continue;
          Settings settings;
          settings.size = {3, 2};
          settings.packet_flits = 7;
          settings.packets_per_cycle = 0.05;
          settings.flow_control = flow;
          settings.format = format;
          settings.virtual_channels = vcs;
          if (format == PacketFormat::myrinet) settings.routing = route_unit::Kind::source_stripped;
          if (vcs == 2) settings.switching = wormhole_switch::Switching::virtual_cut_through;
          settings.extra_flits = 5;
          network::Netlist netlist = test::mesh_network(settings);
          netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
          LinkFault fault = fault_of(kind, 50, 0);
          fault.probability = 0.1;
          fault.level = false;
          fault.to = Cycle(400);
          for (std::uint32_t c = 0; c < netlist.channels.size(); c += 3) {
            fault.seed = c;
            netlist.faults.push_back({c, fault});
          }
          Fabric fabric(elaborate(netlist));
          const RunTotals totals = run(fabric, 600);
          LinkFaultState hits;
          for (std::size_t f = 0; f < fabric.netlist().faults.size(); ++f) {
            hits.flits_lost += fabric.fault_state(f).flits_lost;
            hits.flits_changed += fabric.fault_state(f).flits_changed;
            hits.credits_lost += fabric.fault_state(f).credits_lost;
          }
          INFO("fault " << static_cast<int>(kind) << ", flow control " << static_cast<int>(flow) << ", VCs "
                        << unsigned{vcs});
          REQUIRE(totals.flits_lost == hits.flits_lost);
          REQUIRE(totals.flits_changed == hits.flits_changed);
          // A dead link loses all credits: then no flit is sent that it could lose.
          const bool loses_flits =
              kind == LinkFaultKind::drop || (kind == LinkFaultKind::dead && !returns_credits(flow));
          if (loses_flits || kind != LinkFaultKind::dead) REQUIRE((hits.flits_lost != 0) == loses_flits);
          REQUIRE((hits.flits_changed != 0) == (kind == LinkFaultKind::corrupt));
          REQUIRE((hits.credits_lost != 0) == (kind == LinkFaultKind::credit_lost));
          if (kind != LinkFaultKind::stop_stuck) REQUIRE_FALSE(totals.errors.empty());  // some counter shows it
        }
}

TEST_CASE("random networks with random faults: every flit is accounted for", "[quick]") {
  unsigned faulty = 0, hit = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const network::Netlist netlist = soak::random_faulty_network(seed);
    if (netlist.faults.empty()) continue;
    ++faulty;
    INFO("seed " << seed);
    Fabric fabric(elaborate(netlist));
    for (Cycle end(1); end < Cycle(800); end = end + 13) {
      fabric.run_until(end);
      REQUIRE(statistics::collect(fabric).conserved());
    }
    bool any = false;
    for (std::size_t f = 0; f < fabric.netlist().faults.size(); ++f) any = any || fabric.fault_state(f).hits() != 0;
    hit += any;
  }
  REQUIRE(faulty > 10);  // one in six
  REQUIRE(hit > 10);
}
