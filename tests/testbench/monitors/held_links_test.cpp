// Network interfaces that stop their links while they have no buffer: flits reported as stuck never move again, and
// flits that never move again are reported as stuck.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "testbench/monitors/stuck_worms.hpp"
#include "testbench/run/network.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using monitors::Standstill;
using monitors::Stuck;

namespace {

constexpr std::uint64_t interval = 5000;

network::Netlist network_of(const std::string& size, const std::string& nic, const std::string& more = "") {
  const features::ExperimentReading reading = test::accepted(
      "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { kind: mesh, size: " + size + " }\n" +
      "nic: { packet_words: 16, receive: { when_full: stop }, " + nic + " }\n" + more);
  return features::network_of(reading.experiment);
}

const std::string echoes = "firmware: echo, buffers: 1";
const std::string saturated = "traffic: { load: 0.9, packet: { flits: 40 } }\n";

struct Alarm {
  std::vector<Stuck> stuck;
  Standstill standstill;
};

Alarm alarm_of(const network::Fabric& fabric, std::vector<Stuck> stuck) {
  monitors::Worms worms(fabric.netlist());
  worms.look(fabric);
  Standstill standstill = standstill_of(worms, stuck).value();
  return {std::move(stuck), std::move(standstill)};
}

/// The alarm of the first look, out of so many, that finds something.
std::optional<Alarm> first_alarm(network::Fabric& fabric, unsigned looks = 20) {
  monitors::Watchdog watchdog(fabric.netlist());
  for (unsigned i = 0; i < looks; ++i) {
    fabric.run_until(fabric.now() + interval);
    if (auto stuck = watchdog.look(fabric); !stuck.empty()) return alarm_of(fabric, std::move(stuck));
  }
  return std::nullopt;
}

const Stuck* find(const std::vector<Stuck>& stuck, Stuck::Kind kind) {
  const auto found = std::find_if(stuck.begin(), stuck.end(), [&](const Stuck& s) { return s.kind == kind; });
  return found == stuck.end() ? nullptr : &*found;
}

/// Flits that have entered and left the places reported as stuck; handlers that have run there.
std::vector<std::uint64_t> moves(const network::Fabric& fabric, const std::vector<Stuck>& stuck) {
  std::vector<std::uint64_t> all;
  for (const Stuck& s : stuck) {
    if (s.kind == Stuck::Kind::lane) {
      const unsigned lane = crossbar::lane_index(s.lane.lane, fabric.netlist().switch_kinds[0].virtual_channels);
      const slack_buffer::State& buffer = fabric.switch_state(s.lane.sw).in[lane].buffer;
      all.insert(all.end(), {buffer.read, buffer.write, buffer.count});
      continue;
    }
    all.push_back(fabric.port_state(s.host).flits_sent);
    if (s.kind == Stuck::Kind::host) continue;
    const nic::State& nic = fabric.interface_state(s.host).nic;
    for (const std::uint64_t runs : nic.processor.runs) all.push_back(runs);
    for (unsigned vc = 0; vc < fabric.netlist().switch_kinds[0].virtual_channels; ++vc)
      all.push_back(nic.receive.fifos[vc].read);
  }
  return all;
}

std::uint64_t flits_moved(const network::Fabric& fabric) {
  std::uint64_t flits = 0;
  for (std::size_t i = 0; i < fabric.netlist().switches.size(); ++i)
    for (unsigned port = 0; port < fabric.netlist().switch_kinds[0].ports; ++port)
      flits += fabric.switch_state(i).out[port].flits;
  for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i)
    flits += fabric.port_state(i).flits_sent + fabric.port_state(i).flits_received;
  return flits;
}

/// Something waits in a switch, or at the end of a link to an interface.
bool anything_waits(const network::Fabric& fabric) {
  const unsigned vcs = fabric.netlist().switch_kinds[0].virtual_channels;
  for (std::size_t i = 0; i < fabric.netlist().switches.size(); ++i)
    for (unsigned lane = 0; lane < fabric.netlist().switch_kinds[0].lanes(); ++lane)
      if (fabric.switch_state(i).in[lane].buffer.count != 0) return true;
  for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i)
    for (unsigned vc = 0; vc < vcs; ++vc)
      if (fabric.interface_state(i).nic.receive.fifos[vc].count != 0) return true;
  return false;
}

}  // namespace

TEST_CASE("interfaces that must send before they receive lock up, and are named") {
  network::Fabric fabric(network::elaborate(network_of("[3, 3]", echoes, saturated)));
  const std::optional<Alarm> alarm = first_alarm(fabric);
  REQUIRE(alarm);
  const Stuck* interface = find(alarm->stuck, Stuck::Kind::interface);
  REQUIRE(interface != nullptr);
  CHECK(interface->stall.where == fabric.netlist().endpoints[interface->host].name);
  CHECK(interface->stall.what ==
        "its interface holds its link back, and has no free buffer before its own packet has left");
  const Standstill& s = alarm->standstill;
  REQUIRE(s.is_deadlock());
  const auto held_back = std::count_if(alarm->stuck.begin(), alarm->stuck.end(),
                                       [](const Stuck& stuck) { return stuck.kind == Stuck::Kind::interface; });
  CHECK(s.interfaces == static_cast<std::size_t>(held_back));
  unsigned waits_for_interface = 0;
  for (const monitors::StuckWorm& worm : s.worms)
    for (const monitors::NamedWait& wait : worm.waits)
      if (wait.why == "interface") {
        ++waits_for_interface;
        CHECK(wait.buffer.compare(0, 4, "host") == 0);
        CHECK_FALSE(wait.packet.empty());
        CHECK(wait.channel.channel.find("_to_" + wait.buffer) != std::string::npos);
      }
  CHECK(waits_for_interface > 0);
  CHECK(s.formed < s.found);
}

TEST_CASE("interfaces that lock up are found though others, the first among them, drop packets") {
  network::Netlist netlist =
      network_of("[3, 3]", echoes, saturated + "hosts: [{ match: host0, nic: { receive: { when_full: drop } } }]\n");
  REQUIRE_FALSE(netlist.may_stop(0));
  REQUIRE(netlist.may_stop(1));
  network::Fabric fabric(network::elaborate(std::move(netlist)));
  const std::optional<Alarm> alarm = first_alarm(fabric);
  REQUIRE(alarm);
  CHECK(alarm->standstill.interfaces > 0);
  for (const Stuck& stuck : alarm->stuck) CHECK((stuck.kind != Stuck::Kind::interface || stuck.host != 0));
}

TEST_CASE("an interface with slow firmware, or that a timer will free, is not stuck", "[quick]") {
  const std::string slow = "buffers: 1, cost: { event: 30000 }";  // each handler takes several intervals
  for (const std::string& nic :
       {"firmware: unicast, " + slow, std::string("firmware: unicast, buffers: 1, dma: { cycles_per_word: 1000 }"),
        std::string("firmware: unicast, buffers: 1, timeout: 60000, tries: 1000000")}) {
    INFO(nic);
    network::Fabric fabric(network::elaborate(network_of("[2, 2]", nic, saturated)));
    const std::optional<Alarm> alarm = first_alarm(fabric, 60);
    if (alarm) FAIL(alarm->stuck.front().stall.where << ": " << alarm->stuck.front().stall.what);
    CHECK(anything_waits(fabric));
  }
}

TEST_CASE("a link to an interface that a broken wire stops is found, though the interface itself is idle", "[quick]") {
  network::Netlist netlist = network_of("[3]", "firmware: unicast", "traffic: { load: 0.1, packet: { flits: 16 } }\n");
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c)
    if (channel_name(netlist, netlist.channels[c]) == "link_switch1_p2_to_host1") {
      LinkFault fault;
      fault.kind = LinkFaultKind::stop_stuck;
      fault.level = true;
      fault.from = Cycle(1000);
      netlist.faults.push_back({c, fault});
    }
  REQUIRE(netlist.faults.size() == 1);
  network::Fabric fabric(network::elaborate(netlist));
  const std::optional<Alarm> alarm = first_alarm(fabric);
  REQUIRE(alarm);
  CHECK_FALSE(alarm->standstill.is_deadlock());
  REQUIRE(alarm->standstill.roots.size() == 2);  // the worms from both neighbours
  for (const monitors::Stall& root : alarm->standstill.roots) {
    CHECK_THAT(root.where, Catch::StartsWith("switch1_"));
    CHECK_THAT(root.what, Catch::Contains("output switch1_p2"));
  }
  CHECK(alarm->standstill.interfaces == 0);
}

TEST_CASE("with interfaces of every kind, flits reported as stuck never move again, and all such flits are found") {
  unsigned stuck = 0, free = 0;
  for (const std::string& firmware : {std::string("echo"), std::string("request_response"), std::string("unicast"),
                                      std::string("unicast, timeout: 4000, tries: 3")})
    for (const unsigned buffers : {1, 3})
      for (const char* switches : {"", "switch: { virtual_channels: 2 }\n",
                                   "switch: { virtual_channels: 3, buffer: { flow_control: credit, flits: 24 } }\n"})
        for (const char* costs : {"free", "lanai4"}) {
          const std::string nic =
              "firmware: " + firmware + ", buffers: " + std::to_string(buffers) + ", costs: " + costs;
          INFO(nic << "\n" << switches);
          network::Fabric fabric(network::elaborate(network_of("[3, 3]", nic, switches + saturated)));
          monitors::Watchdog watchdog(fabric.netlist());
          std::uint64_t flits = 0;
          unsigned at_rest = 0;
          std::optional<Alarm> alarm;
          for (unsigned looks = 0; looks < 12 && !alarm; ++looks) {
            fabric.run_until(fabric.now() + interval);
            if (auto found = watchdog.look(fabric); !found.empty()) alarm = alarm_of(fabric, std::move(found));
            const std::uint64_t now = flits_moved(fabric);
            at_rest = now == flits && anything_waits(fabric) ? at_rest + 1 : 0;
            flits = now;
            REQUIRE((alarm || at_rest < 3));
          }
          ++(alarm ? stuck : free);
          if (!alarm) continue;
          CHECK(firmware != "unicast");  // receives everything
          const std::vector<std::uint64_t> before = moves(fabric, alarm->stuck);
          fabric.run_until(fabric.now() + 20 * interval);
          REQUIRE(moves(fabric, alarm->stuck) == before);
        }
  CHECK(stuck > 6);
  CHECK(free > 10);
}

TEST_CASE("interfaces that lock up on one virtual channel of two are found, though other hosts go on") {
  const std::string pairs =
      "switch: { virtual_channels: 2, buffer: { flits: 16 } }\n"
      "traffic: { pattern: permutation, permutation: [1, 0, 3, 2], load: 0.5, packet: { flits: 80 } }\n"
      "run: { seed: 0 }\n";
  network::Fabric fabric(network::elaborate(network_of("[2, 2]", echoes, pairs)));
  const std::optional<Alarm> alarm = first_alarm(fabric);
  REQUIRE(alarm);
  CHECK(alarm->standstill.is_deadlock());
  CHECK(find(alarm->stuck, Stuck::Kind::interface) != nullptr);
  const std::vector<std::uint64_t> stood = moves(fabric, alarm->stuck);
  const std::uint64_t all = flits_moved(fabric);
  fabric.run_until(fabric.now() + 20 * interval);
  CHECK(moves(fabric, alarm->stuck) == stood);
  CHECK(flits_moved(fabric) > all);
}
