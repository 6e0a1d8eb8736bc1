// The worms that wait for one another in networks that lock up.
#include "testbench/monitors/stuck_worms.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "rtl_models/network/fabric.hpp"
#include "tests/support/line_network.hpp"
#include "tests/support/totals.hpp"
#include "tests/testbench/monitors/deadlocks.hpp"
#include "tests/testbench/monitors/standing.hpp"

using namespace slackline;
using monitors::Standstill;
using monitors::StandstillKind;
using monitors::StuckWorm;

namespace {

constexpr std::uint64_t interval = 2000;

Standstill standstill(const network::Fabric& fabric, const std::vector<monitors::Stuck>& stuck) {
  monitors::Worms worms(fabric.netlist());
  worms.look(fabric);
  return standstill_of(worms, stuck).value();
}

/// The result of the first look that finds something; none after 15 looks while flits move. Fails the test when no flit
/// has moved over two looks and none is found.
std::optional<Standstill> first_standstill(network::Fabric& fabric) {
  monitors::Watchdog watchdog(fabric.netlist());
  std::uint64_t flits = 0;
  unsigned at_rest = 0;
  for (unsigned looks = 0; looks < 15 || at_rest != 0; ++looks) {
    fabric.run_until(fabric.now() + interval);
    if (const auto stuck = watchdog.look(fabric); !stuck.empty()) return standstill(fabric, stuck);
    const test::Totals now = test::totals(fabric);
    at_rest = now.in_buffers != 0 && now.switch_flits == flits ? at_rest + 1 : 0;
    flits = now.switch_flits;
    REQUIRE(at_rest < 2);
  }
  return std::nullopt;
}

bool holds(const StuckWorm& worm, const monitors::ChannelName& channel) {
  return std::any_of(worm.holds.begin(), worm.holds.end(), [&](const monitors::ChannelName& held) {
    return held.channel == channel.channel && held.vc == channel.vc;
  });
}

const StuckWorm* find(const Standstill& s, const std::string& packet) {
  const auto worm =
      std::find_if(s.worms.begin(), s.worms.end(), [&](const StuckWorm& w) { return w.packet == packet; });
  return worm == s.worms.end() ? nullptr : &*worm;
}

/// "link_switch0_p0_to_switch1_p1", 0 -> "switch1"
std::string switch_of(const std::string& channel, unsigned end) {
  const std::size_t to = channel.find("_to_") + 4;
  const std::size_t from = end == 0 ? 5 : to;
  return channel.substr(from, channel.find("_p", from) - from);
}

/// The channels that a worm holds lead from one to the next, and the last one to its head.
void check_holds(const StuckWorm& worm) {
  for (std::size_t i = 0; i < worm.holds.size(); ++i) {
    const std::string next = i + 1 == worm.holds.size() ? worm.head.substr(0, worm.head.find("_p"))
                                                        : switch_of(worm.holds[i + 1].channel, 0);
    REQUIRE(switch_of(worm.holds[i].channel, 1) == next);
  }
}

/// Everything that a worm waits for belongs to other worms of the report; in a cycle, to the next one.
void check_closed(const Standstill& s) {
  for (std::size_t i = 0; i < s.worms.size(); ++i) {
    const StuckWorm& worm = s.worms[i];
    INFO(worm.packet << " in " << worm.head);
    check_holds(worm);
    REQUIRE_FALSE(worm.waits.empty());
    for (const monitors::NamedWait& wait : worm.waits) {
      const StuckWorm* by = find(s, wait.packet);
      REQUIRE(by != nullptr);
      if (wait.why == "held") REQUIRE(holds(*by, wait.channel));
    }
    if (s.kind == StandstillKind::cycle) {
      REQUIRE(worm.waits.size() == 1);
      REQUIRE(worm.waits[0].packet == s.worms[(i + 1) % s.worms.size()].packet);
    }
  }
}

std::vector<std::string> heads(const Standstill& s) {
  std::vector<std::string> all;
  for (const StuckWorm& worm : s.worms) all.push_back(worm.packet + " in " + worm.head);
  return all;
}

}  // namespace

TEST_CASE("worms that wait for one another in a ring are named in order, with what they hold and wait for") {
  network::Fabric fabric(network::elaborate(
      test::ring_that_locks_up(4, 2, 40)));  // all heads at once: each takes a channel, and wants the next one's
  const Standstill s = first_standstill(fabric).value();
  REQUIRE(s.kind == StandstillKind::cycle);
  REQUIRE(s.worms.size() == 4);
  REQUIRE(s.knots == 1);
  check_closed(s);
  const auto link = [](const std::string& from, const std::string& to) {
    return "link_switch" + from + "_p0_to_switch" + to + "_p1";
  };
  for (unsigned i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i), next = std::to_string((i + 1) % 4), third = std::to_string((i + 2) % 4);
    const StuckWorm* worm = find(s, "host" + n + ":0");
    REQUIRE(worm != nullptr);
    REQUIRE(worm->destination == "host" + third);
    REQUIRE(worm->flits == 40);
    REQUIRE(worm->head == "switch" + next + "_p1_vc0");
    REQUIRE(worm->holds.size() == 1);
    REQUIRE(worm->holds[0].channel == link(n, next));
    REQUIRE(worm->waits[0].why == "held");
    REQUIRE(worm->waits[0].channel.channel == link(next, third));
    REQUIRE(worm->waits[0].packet == "host" + next + ":0");
    // Sent in cycle 0, written at 1, on the output register at 2, written at 3; routed at the edge after that.
    REQUIRE(worm->since == Cycle(4));
  }
  REQUIRE(s.formed == Cycle(4));
  REQUIRE(s.hosts == 4);  // in the middle of a stuck packet
  REQUIRE(s.behind == 0);
  REQUIRE(s.switches == std::vector<std::string>{"switch0", "switch1", "switch2", "switch3"});
}

TEST_CASE("short packets that fill the buffers of a ring wait for buffers, and the packets in them are counted") {
  network::Fabric fabric(network::elaborate(test::ring_that_locks_up(5, 4, 1)));
  const Standstill s = first_standstill(fabric).value();
  REQUIRE(s.is_deadlock());
  REQUIRE(s.worms.size() == 5);
  check_closed(s);
  for (const StuckWorm& worm : s.worms) REQUIRE(worm.waits[0].why == "full");
  REQUIRE(s.behind == test::totals(fabric).in_buffers - 5);  // packets of one flit, behind those at the front
  REQUIRE(s.hosts == 5);
}

TEST_CASE("where packets may choose among virtual channels, worms that wait for all of them are a knot") {
  network::Fabric fabric(network::elaborate(test::ring_that_locks_up(6, 5, 40, 2)));
  const Standstill s = first_standstill(fabric).value();
  REQUIRE(s.kind == StandstillKind::knot);
  check_closed(s);
  REQUIRE(std::all_of(s.worms.begin(), s.worms.end(), [](const StuckWorm& w) { return w.waits.size() == 2; }));
}

TEST_CASE("once an adaptive network has locked up, all its worms are stuck, also those that wait for an empty buffer") {
  for (const std::uint16_t flits : {1, 4, 7}) {
    INFO("packets of " << flits);
    network::Fabric fabric(network::elaborate(test::adaptive_ring_that_locks_up(8, flits)));
    const unsigned buffer_flits = fabric.netlist().switch_kinds[0].buffer.flits;
    monitors::Watchdog watchdog(fabric.netlist());
    monitors::Worms worms(fabric.netlist());
    fabric.run_until(Cycle(20'000));
    const std::uint64_t flits_sent = test::totals(fabric).switch_flits;
    watchdog.look(fabric);
    fabric.run_until(fabric.now() + interval);
    const std::vector<monitors::Stuck> stuck = watchdog.look(fabric);
    worms.look(fabric);
    REQUIRE(test::totals(fabric).switch_flits == flits_sent);
    unsigned with_flits = 0, with_room = 0;
    for (std::size_t sw = 0; sw < 8; ++sw)
      for (unsigned lane = 0; lane < fabric.netlist().switch_kinds[0].lanes(); ++lane) {
        const unsigned count = fabric.switch_state(sw).in[lane].buffer.count;
        with_flits += count != 0;
        with_room += count != 0 && count < buffer_flits;
      }
    REQUIRE(with_room >= 8);  // the adaptive channels: a packet each
    for (const monitors::Stuck& s : stuck) {
      if (s.kind != monitors::Stuck::Kind::lane || worms.packets_in(s.lane).empty()) continue;
      --with_flits;
      for (const std::uint32_t tag : worms.packets_in(s.lane))
        REQUIRE(worms.activity(worms.head_from(s.lane, tag), tag).doing == monitors::Doing::waits);
    }
    REQUIRE(with_flits == 0);
    const Standstill s = standstill_of(worms, stuck).value();
    REQUIRE(s.is_deadlock());
    REQUIRE(s.hosts == 8);
    check_closed(s);
  }
}

TEST_CASE("a deadlock next to moving worms is found, and does not include them") {
  // Of the two hosts at each switch one sends up, to the second next, and one down, to the next: these never wait.
  test::Settings settings;
  settings.size = {4};
  settings.wraps = true;
  settings.hosts_per_switch = 2;
  settings.packet_flits = 40;
  settings.packets_per_cycle = 1;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.routing.kind = route_unit::Kind::table;
  for (std::uint32_t sw = 0; sw < 4; ++sw) {
    for (std::uint32_t node = 0; node < 8; ++node)
      netlist.route_tables.entries.push_back(static_cast<std::uint16_t>(node / 2 == sw ? 2 + node % 2 : node % 2));
    netlist.workloads[0].traffic.set_partner(2 * sw, NodeId((sw + 2) % 4 * 2));
    netlist.workloads[0].traffic.set_partner(2 * sw + 1, NodeId((sw + 3) % 4 * 2 + 1));
  }
  network::Fabric fabric(network::elaborate(netlist));
  const Standstill s = first_standstill(fabric).value();
  REQUIRE(s.kind == StandstillKind::cycle);
  REQUIRE(s.worms.size() == 4);
  REQUIRE(s.behind == 0);
  REQUIRE(s.hosts == 4);
  const std::uint64_t received = fabric.port_state(1).flits_received;
  fabric.run_until(fabric.now() + 1000);
  REQUIRE(fabric.port_state(1).flits_received == received + 1000);
}

TEST_CASE("a STOP wire that stays high is no deadlock: the worm that waits for it is named, and the rest counted",
          "[quick]") {
  test::Settings settings;
  settings.size = {3};
  settings.packets_per_cycle = 0.05;
  network::Netlist netlist = test::mesh_network(settings);
  for (const unsigned host : {0, 2}) netlist.workloads[0].traffic.set_partner(host, NodeId(1));
  test::add_fault(netlist, "link_switch0_p0_to_switch1_p1", test::fault_of(LinkFaultKind::stop_stuck, 1000));
  network::Fabric fabric(network::elaborate(netlist, network::Check::structure));
  const Standstill s = first_standstill(fabric).value();
  REQUIRE(s.kind == StandstillKind::broken);
  REQUIRE(s.knots == 0);
  REQUIRE_FALSE(s.roots.empty());
  REQUIRE(s.roots[0].where == "switch0_p2_vc0");
  REQUIRE(s.roots[0].what == "a worm is held back at output switch0_p0_vc0");
  REQUIRE(s.worms.size() == 1);
  REQUIRE(s.worms[0].source == "host0");
  REQUIRE(s.worms[0].since == Cycle(1001));  // the wire is high from 1000 on
  REQUIRE(s.hosts == 2);                     // host 2 is behind the worm whose rest does not come
  monitors::Worms worms(fabric.netlist());
  worms.look(fabric);
  std::set<std::uint32_t> packets;
  for (std::uint32_t sw = 0; sw < 3; ++sw)
    for (std::uint8_t port = 0; port < 3; ++port) {
      const std::vector<std::uint32_t> here = worms.packets_in({sw, {port, 0}});
      packets.insert(here.begin(), here.end());
    }
  REQUIRE(s.behind == packets.size() - 1);
}

TEST_CASE("where packets may choose among ports, a worm in a knot waits for all of them", "[quick]") {
  unsigned over_ports = 0;
  for (std::uint64_t seed = 0; seed < 40 && over_ports < 3; ++seed) {
    INFO("seed " << seed);
    network::Fabric fabric(network::elaborate(test::torus_with_any_shortest_way(6, 4, seed)));
    const std::optional<Standstill> s = first_standstill(fabric);
    if (!s) continue;
    check_closed(*s);
    over_ports += std::any_of(s->worms.begin(), s->worms.end(), [](const StuckWorm& w) {
      return w.waits.back().channel.channel != w.waits.front().channel.channel;
    });
  }
  REQUIRE(over_ports == 3);
}

TEST_CASE("exactly the 100 networks that lock up are found, in two looks, with a closed cycle or knot that stays") {
  unsigned found = 0, cycles = 0, knots = 0;
  for (std::uint64_t seed = 0; found < 100; ++seed) {
    REQUIRE(seed < 1000);
    INFO("seed " << seed);
    network::Netlist netlist = test::network_with_cycles(seed);
    network::Fabric fabric(network::elaborate(netlist));
    std::optional<Standstill> s = first_standstill(fabric);
    if (s) REQUIRE(s->found - s->formed <= 2 * interval + 500);
    // It may have locked up after the last look.
    const bool stands = !test::standing_buffers(fabric, 10'000).empty();
    if (stands && !s) s = first_standstill(fabric);
    REQUIRE(stands == s.has_value());
    if (!s) continue;
    ++found;
    REQUIRE(s->is_deadlock());
    check_closed(*s);
    ++(s->kind == StandstillKind::cycle ? cycles : knots);
    REQUIRE(s->formed < s->found);
    // It is permanent: the same heads are in the same buffers later.
    monitors::Watchdog watchdog(fabric.netlist());
    watchdog.look(fabric);
    fabric.run_until(fabric.now() + interval);
    REQUIRE(heads(standstill(fabric, watchdog.look(fabric))) == heads(*s));
  }
  REQUIRE(cycles > 50);
  REQUIRE(knots > 10);
}

TEST_CASE("a worm whose rest does not arrive is stuck since its last flit arrived, not since the run began",
          "[quick]") {
  test::Settings settings;
  settings.size = {3};
  network::Netlist netlist = test::one_packet_each(settings, {0}, 2);
  // The tail of a packet of 8 flits that begins at edge 0 is written at 8.
  test::add_fault(netlist, "link_host0_to_switch0_p2", test::fault_of(LinkFaultKind::drop, 8));
  network::Fabric fabric(network::elaborate(netlist, network::Check::structure));
  const std::optional<Standstill> s = first_standstill(fabric);
  REQUIRE(s);
  REQUIRE(s->worms.size() == 1);
  CHECK(s->worms[0].packet == "host0:0");
  // Its last flit but one is sent in cycle 6, written at the first switch one edge later, and at each next two later.
  CHECK(s->worms[0].since == Cycle(6 + 1 + 2 * 2));
}
