// Networks of packet switches from configurations: what the keys set, what is refused, what follows, and what a run reports.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "testbench/report/packet_switch_report.hpp"
#include "testbench/run/kinds.hpp"
#include "testbench/run/network.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "tests/support/reading.hpp"
#include "tests/testbench/report/described.hpp"

using namespace slackline;
using namespace slackline::features;
using packet_switch::Buffers;
using packet_switch::Threshold;
using slackline::test::accepted;
using slackline::test::all_errors;
using slackline::test::errors_of;

namespace {

/// Four switches in a row with a host each, or so many with so many.
std::string row(unsigned switches, unsigned hosts, const std::string& packet, const std::string& rest = "") {
  return "schema_version: 1\ntopology: { size: [" + std::to_string(switches) +
         "], hosts_per_switch: " + std::to_string(hosts) + " }\nswitch: { kind: packet, packet: { " + packet +
         " } }\n" + rest;
}

network::Netlist network_with(const std::string& text) {
  network::Netlist netlist = network_of(accepted(text).experiment);
  CHECK(to_string(network::violations(netlist)).empty());
  return netlist;
}

packet_switch::Params params(const std::string& packet) {
  return *network_with(row(4, 1, packet)).switch_kinds[0].packet;
}

/// Cycles from the creation of one packet to its arrival, all hosts but the first being silent.
std::uint64_t latency_of_one(network::Netlist netlist) {
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::permutation;
  traffic.packets_per_cycle = 1;
  traffic.packet_limit = 1;
  const auto last = static_cast<std::uint32_t>(netlist.endpoints.size() - 1);
  for (std::uint32_t i = 0; i <= last; ++i) traffic.set_partner(i, NodeId(i == 0 ? last : i));
  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(20'000));
  REQUIRE(fabric.port_state(last).packets_received == 1);
  return fabric.port_state(last).latency.total;
}

statistics::RunTotals totals_after(const network::Netlist& netlist, std::uint64_t cycles) {
  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(cycles));
  return statistics::collect(fabric);
}

std::uint64_t dropped(const statistics::RunTotals& totals, packet_switch::Drop cause) {
  return totals.packet_switches->all.dropped[static_cast<std::size_t>(cause)];
}

}  // namespace

TEST_CASE("a host next to a packet switch leaves its gap between two packets, in which its link is idle", "[quick]") {
  network::Netlist netlist = network_with(
      "schema_version: 1\ntopology: { kind: single_switch, hosts_per_switch: 2 }\nlink: { cycles_per_flit: 2 }\n"
      "switch: { kind: packet, packet: { gap: 3 } }\ntraffic: { packet: { flits: 8 } }\n");
  netlist.workloads[0].traffic.packets_per_cycle = 1;
  network::Fabric fabric(network::elaborate(netlist));
  // A packet of 8 flits and the gap take 11 flit times.
  fabric.run_until(Cycle(100 * 11 * 2));
  const port::State& host = fabric.port_state(0);
  CHECK(host.packets_sent == 100);
  CHECK(port::link_busy_cycles(host, fabric.now()) == 100 * 8 * 2);
  CHECK(port::demanded_cycles(host, fabric.now()) == 100 * 8 * 2);
}

TEST_CASE("each key of a packet switch sets its own parameter", "[quick]") {
  const packet_switch::Params none = params("");
  CHECK(none.buffers == Buffers::input);
  CHECK(none.frames == 45);
  CHECK(none.longest == 8);  // of the traffic's packets
  CHECK(none.pause_at == 0);
  const packet_switch::Params p = params(
      "buffers: shared, frames: 20, flits: 300, threshold: dynamic, alpha: 0.5, transfer: 3, direct: true, "
      "cut_through: true, transfers: 3, lookup: 7, gap: 2, shortest: 3, longest: 99, pause_at: 9, resume_at: 4");
  CHECK(p.buffers == Buffers::shared);
  CHECK(p.frames == 20);
  CHECK(p.flits == 300);
  CHECK(p.threshold == Threshold::dynamic);
  CHECK(p.alpha8 == 4);
  CHECK(p.transfer == 3);
  CHECK(p.direct);
  CHECK(p.cut_through);
  CHECK(p.transfers == 3);
  CHECK(p.lookup == 7);
  CHECK(p.gap == 2);
  CHECK(p.shortest == 3);
  CHECK(p.longest == 99);
  CHECK(p.pause_at == 9);
  CHECK(p.resume_at == 4);
  CHECK(params("buffers: input, held: 3").held == 3);
  CHECK(params("buffers: shared, threshold: fixed, most: 6").most == 6);
  CHECK(params("pause_at: 6").resume_at == 5);
}

TEST_CASE("transfers may be times, rounded to cycles, and an error is noted", "[quick]") {
  const auto with = [](const std::string& packet, const std::string& rest = "") {
    return "clock: { period: 32 ns }\n" + row(3, 2, packet, rest);
  };
  const ExperimentReading reading = accepted(with("transfer: 40 ns, uplink: { transfer: 96 ns }"));
  const packet_switch::Params p = *network_of(reading.experiment).switch_kinds[0].packet;
  CHECK(p.transfer == 1);
  CHECK(p.uplink->transfer == 3);
  REQUIRE(reading.notes.size() == 1);
  CHECK(reading.notes[0].text() == "switch.packet.transfer: 40 ns is rounded to 1 cycle of 32 ns, -20 %");
  const ExperimentReading of_record =
      accepted(with("", "switches: [{ match: switch1, packet: { uplink: { transfer: 50 ns } } }]\n"));
  CHECK(network_of(of_record.experiment).kind_of(1).packet->uplink->transfer == 2);
  REQUIRE(of_record.notes.size() == 1);
  CHECK(of_record.notes[0].text() ==
        "switches[0].packet.uplink.transfer: 50 ns is rounded to 2 cycles of 32 ns, +28 %");
  CHECK(errors_of(row(3, 2, "transfer: 40 ns")).size() == 1);  // without a clock
  CHECK(errors_of(with("transfers: 1, transfer: 64 ns")) ==
        std::vector<std::string>{
            "test.yaml:4:59: switch.packet.transfer: expected at most 1 with 1 transfer at once "
            "and a port of 1 cycle a flit, found 64 ns (2 cycles; a backplane slower than one port)"});
}

TEST_CASE("links give their speed to the outputs of packet switches", "[quick]") {
  const network::Netlist n = network_with(
      row(2, 1, "",
          "link: { cycles_per_flit: 10 }\nlinks: [{ link: link_switch0_p0_to_switch1_p1, cycles_per_flit: 1 }]\n"));
  network::Fabric fabric(network::elaborate(n));
  std::vector<std::uint32_t> speeds;
  for (const network::Channel& channel : fabric.netlist().channels) {
    if (channel.from.kind == network::InstanceKind::endpoint) continue;
    const packet_switch::Params& p = fabric.packet_switch(channel.from.instance).params;
    CHECK(p.cycles_of_flit(channel.from.port.value) == channel.cycles_per_flit.cycles);
    speeds.push_back(channel.cycles_per_flit.cycles);
  }
  std::sort(speeds.begin(), speeds.end());
  CHECK(speeds.front() == 1);
  CHECK(speeds.back() == 10);
}

TEST_CASE("uplinks are ports with a link to another switch, and differ only where a key says so", "[quick]") {
  const network::Netlist n = network_with(row(3, 2, "frames: 7, held: 2, transfer: 3, uplink: { streams: 2 }"));
  const network::Fabric fabric(network::elaborate(n));
  const packet_switch::Params& p = fabric.packet_switch(1).params;
  CHECK(count_of(p.uplinks) == 2);
  for (const network::Channel& channel : n.channels)
    if (channel.from.kind == network::InstanceKind::any_switch && channel.from.instance == 1)
      CHECK(has(p.uplinks, channel.from.port.value) == (channel.to.kind == network::InstanceKind::any_switch));
  CHECK(p.uplink->frames == 7);
  CHECK(p.uplink->held == 2);
  CHECK(p.uplink->transfer == 3);
  CHECK(p.uplink->streams == 2);
  CHECK(params("uplink: { frames: 9 }").uplink->frames == 9);
  CHECK(params("uplink: { held: 9 }").uplink->held == 9);
  CHECK(params("uplink: { transfer: 9 }").uplink->transfer == 9);
  CHECK(params("buffers: shared, uplink: { transfer: 9 }").uplink->frames == 0);
  CHECK(params("uplink: { transfer: 9 }").uplink->streams == 0);
  CHECK_FALSE(params("").uplink.has_value());
  CHECK(is_empty(network::Fabric(network::elaborate(network_with(row(3, 2, "")))).packet_switch(1).params.uplinks));
}

TEST_CASE("a packet switch begins from a preset, in a record of switches, too", "[quick]") {
  const network::Netlist n = network_with(
      "schema_version: 1\ntopology: { size: [4] }\nswitch: { packet: { preset: ibm-8275-326-ge, held: 4 } }\n"
      "switches:\n  - { match: switch1, packet: { preset: powerrail-2200, frames: 30 } }\n"
      "  - { match: switch2, packet: { preset: intel-510t-ge } }\n");
  const packet_switch::Params &ibm = *n.kind_of(0).packet, &center = *n.kind_of(1).packet,
                              &intel = *n.kind_of(2).packet;
  CHECK(ibm.buffers == Buffers::input);
  CHECK(ibm.frames == 45);
  CHECK(ibm.held == 4);
  CHECK(ibm.uplink->held == 45);
  CHECK(center.buffers == Buffers::shared);
  CHECK(center.frames == 30);
  CHECK(center.transfers == 3);  // 22, and three ports
  REQUIRE(center.uplink);        // nothing of the preset for all has an effect
  CHECK(center.uplink->frames == 0);
  CHECK(center.uplink->transfer == center.transfer);
  CHECK(center.uplink->streams == 0);
  CHECK(intel.uplink->transfer == 1);
  CHECK(intel.frames == 1990);
  CHECK(intel.uplink->frames == 634);
  CHECK(all_errors("schema_version: 1\nswitches: [{ match: switch1, packet: { preset: powerrail-2200, frames: 0 } }]\n")
            .find("test.yaml:2:72: switches[0].packet.frames: expected integer from ") == 0);
  CHECK(errors_of("schema_version: 1\nswitches: [{ match: switch1, packet: { preset: powerrail } }]\n").size() == 1);
  // A preset may give values without an effect.
  CHECK(errors_of("schema_version: 1\ntopology: { size: [4] }\n"
                  "switches: [{ match: switch1, packet: { preset: ibm-8275-326, buffers: output } }]\n")
            .empty());
}

TEST_CASE("some switches of a network are packet switches, each of its own kind", "[quick]") {
  const network::Netlist n = network_with(
      "schema_version: 1\ntopology: { size: [4] }\nswitches:\n"
      "  - { match: [switch1, switch2], kind: packet, packet: { frames: 8 } }\n"
      "  - { match: switch2, packet: { frames: 9 } }\n");
  CHECK(n.switch_kinds.size() == 3);
  CHECK_FALSE(n.is_packet_switch(0));
  CHECK(n.kind_of(1).packet->frames == 8);
  CHECK(n.kind_of(2).packet->frames == 9);
}

TEST_CASE("keys of packet switches that contradict each other, or have no effect, are refused with one message each") {
  const auto errors = [](const std::string& packet) { return errors_of(row(4, 1, packet)); };
  using Errors = std::vector<std::string>;
  CHECK(errors("shortest: 9") ==
        Errors{"test.yaml:3:45: switch.packet.shortest: expected 1 to 8 (up to longest), found 9"});
  CHECK(errors("longest: 7") ==
        Errors{
            "test.yaml:3:44: switch.packet.longest: expected at least 8 (the longest packet of the network), found 7"});
  CHECK(
      errors("flits: 7") ==
      Errors{"test.yaml:3:42: switch.packet.flits: expected at least 8 (the longest packet of the network), found 7"});
  CHECK(errors("cut_through: true, shortest: 8") ==
        Errors{"test.yaml:3:48: switch.packet.cut_through: has no effect on packets of at most 8 flits, which wait for "
               "switch.packet.shortest: 8; use false, or longer packets"});
  CHECK(errors("cut_through: true, shortest: 7").empty());
  const auto errors_with_packets = [](const std::string& rest) { return errors_of(row(4, 1, "longest: 16384", rest)); };
  CHECK(errors_with_packets("traffic: { packet: { flits: 16384 } }\n").empty());
  CHECK(
      errors_with_packets("traffic: { packet: { flits: 16385 } }\n") ==
      Errors{"test.yaml:4:29: traffic.packet.flits: packets of 16385 flits; expected packets of at most 16384 flits at "
             "packet switches"});
  CHECK(errors_with_packets("traffic: { packet: { lengths: [8, 20000] } }\n").size() == 1);
  CHECK(errors_with_packets("workloads: [{ kind: exchange, packet: { flits: 20000 } }]\n") ==
        Errors{"test.yaml:4:48: workloads[0].packet.flits: packets of 20000 flits; expected packets of at most 16384 "
               "flits at packet switches"});
  CHECK(errors_with_packets("endpoint: nic\nnic: { packet_words: 16378, memory: 1 MiB }\n").empty());
  CHECK(errors_with_packets("endpoint: nic\nnic: { packet_words: 16379, memory: 1 MiB }\n") ==
        Errors{"test.yaml:5:22: nic.packet_words: packets of 16385 flits; expected packets of at most 16384 flits at "
               "packet switches"});
  CHECK(
      errors_with_packets("endpoint: nic\nnic: { firmware: request_response, reply_words: 16379, memory: 1 MiB }\n") ==
      Errors{"test.yaml:5:49: nic.reply_words: packets of 16385 flits; expected packets of at most 16384 flits at "
             "packet switches"});
  CHECK_THAT(errors_with_packets("endpoint: nic\nnic: { firmware: fbs }\n").at(0),
             Catch::Contains("nic.firmware: expected firmware with packets of at most 16384 flits at packet switches, "
                             "found fbs (its table may ask for packets of 65065 flits)"));
  CHECK(errors("most: 3").size() == 1);
  CHECK(errors("alpha: 2").size() == 1);
  CHECK(errors("buffers: shared, threshold: dynamic, alpha: 0.3") ==
        Errors{"test.yaml:3:79: switch.packet.alpha: expected a multiple of 0.125, found 0.3"});
  CHECK(errors("buffers: shared, threshold: dynamic, alpha: 0.375").empty());
  CHECK(errors("threshold: fixed").size() == 1);
  CHECK(errors("buffers: output, held: 2").size() == 1);
  // A key for all switches, or for those of a record, needs one at which it has an effect.
  const std::string mixed =
      row(4, 1, "threshold: dynamic", "switches: [{ match: switch1, packet: { buffers: shared } }]\n");
  CHECK(errors_of(mixed).empty());
  CHECK(errors_of(row(4, 1, "", "switches: [{ match: switch1, packet: { alpha: 2 } }]\n")) ==
        Errors{"test.yaml:4:47: switches[0].packet.alpha: has no effect without a shared buffer (for switch1); use it "
               "only with switch.packet.buffers: shared"});
  CHECK(errors("resume_at: 2").size() == 1);
  CHECK(errors("pause_at: 3, resume_at: 3").size() == 1);
  CHECK(errors("frames: 4, pause_at: 5").size() == 1);
  CHECK(errors("buffers: shared, frames: 4, threshold: fixed, most: 5").size() == 1);
  CHECK(errors("transfers: 0").size() == 1);
  CHECK(errors("uplink: { frames: 0 }").size() == 1);
  CHECK(errors("buffers: output, uplink: { held: 2 }").size() == 1);
  CHECK(errors("pause_at: 5, uplink: { frames: 4 }").size() == 1);
  CHECK(errors_of("schema_version: 1\ntopology: { kind: star, size: [8] }\nswitch: { kind: packet, packet: { uplink: { "
                  "streams: 2 } } }\n")
            .size() == 1);
  CHECK(errors("frames: 0, held: 9999, gap: -1").size() == 3);
  CHECK(errors("speed: 3").size() == 1);
  CHECK(errors_of("schema_version: 1\nswitch: { packet: { frames: 4 } }\n").size() == 1);
}

TEST_CASE(
    "a backplane that carries less than the fastest port of the switch is refused, one that carries as much is not") {
  using Errors = std::vector<std::string>;
  const auto errors = [](const std::string& packet, const std::string& links = "") {
    return errors_of(row(3, 2, packet, "link: { cycles_per_flit: 10 }\n" + links));
  };
  CHECK(errors("transfers: 1, transfer: 10").empty());
  CHECK(errors("transfers: 1, transfer: 11") ==
        Errors{"test.yaml:3:59: switch.packet.transfer: expected at most 10 with 1 transfer at once and a port of 10 "
               "cycles a flit, found 11 (a backplane slower than one port)"});
  CHECK(errors("transfers: 2, transfer: 20").empty());
  CHECK(errors("transfers: 2, transfer: 21").size() == 1);
  CHECK(errors("transfer: 21").empty());  // each port has transfers of its own
  // One port at one switch is faster.
  const std::string fast = "links: [{ link: link_switch0_p0_to_switch1_p1, cycles_per_flit: 2 }]\n";
  CHECK(errors("transfers: 2, transfer: 4", fast).empty());
  CHECK(errors("transfers: 2, transfer: 5", fast) ==
        Errors{"test.yaml:3:59: switch.packet.transfer: expected at most 4 with 2 transfers at once and a port of 2 "
               "cycles a flit, found 5 (a backplane slower than one port)"});
  // Packets to an uplink and from it have a rate of their own.
  CHECK(errors("transfers: 2, transfer: 20, uplink: { transfer: 4 }", fast).empty());
  CHECK(
      errors("transfers: 2, transfer: 20, uplink: { transfer: 5 }", fast) ==
      Errors{"test.yaml:3:83: switch.packet.uplink.transfer: expected at most 4 with 2 transfers at once and a port of "
             "2 cycles a flit, found 5 (a backplane slower than one port)"});
  CHECK(errors("transfers: 2, transfer: 21, uplink: { transfer: 5 }", fast).size() == 2);
  // A preset is as slow as its transfers at once.
  CHECK(errors("preset: intel-510t, transfers: 1, transfer: 11").size() == 1);
  CHECK(errors("preset: ibm-8275-326-ge", fast).empty());
}

TEST_CASE("keys of wormhole switches that are given for packet switches alone are refused", "[quick]") {
  const std::string v = "schema_version: 1\ntopology: { size: [4] }\n";
  CHECK(all_errors(v + "switch: { kind: packet, arbiter: matrix, buffer: { flits: 9 } }\n") ==
        "test.yaml:3:59: switch.buffer.flits: has no effect at a packet switch; use it only with switch.kind: "
        "wormhole\ntest.yaml:3:34: switch.arbiter: has no effect at a packet switch; use it only with switch.kind: "
        "wormhole\n");
  CHECK(errors_of(v + "switch: { kind: packet, barrier: { entries: 4 } }\n").size() == 1);
  CHECK(errors_of(v + "switch: { kind: packet, barrier: { architecture: I, entries: 4 } }\n").size() == 2);
  CHECK(all_errors(v + "switches: [{ match: switch1, kind: packet, worm_timeout: 90, delay: { header: 5 } }]\n") ==
        "test.yaml:3:79: switches[0].delay.header: has no effect at a packet switch (for switch1); use it only with "
        "switch.kind: wormhole\ntest.yaml:3:58: switches[0].worm_timeout: has no effect at a packet switch (for "
        "switch1); use it only with switch.kind: wormhole\n");
  // Hosts obey this one, too: those of the switch that it is given for.
  CHECK(errors_of(v + "switch: { kind: packet, delay: { flow_control: 2 } }\n").empty());
  const network::ElaboratedNetlist netlist = network::elaborate(
      network_with(v + "switch: { kind: packet }\nswitches: [{ match: switch1, delay: { flow_control: 2 } }]\n"));
  for (std::size_t host = 0; host < 4; ++host) CHECK(netlist.port_of(host).fc_cycles == (host == 1 ? 2 : 0));
  // One switch that obeys it is enough, of all or of a record.
  CHECK(errors_of(v + "switch: { kind: packet, arbiter: matrix }\nswitches: [{ match: switch1, kind: wormhole }]\n")
            .empty());
  CHECK(errors_of(v +
                  "switches:\n  - { match: [switch0, switch1], arbiter: matrix }\n  - { match: switch1, kind: packet "
                  "}\n")
            .empty());
  CHECK(errors_of(v + "switches:\n  - { match: switch1, arbiter: matrix }\n  - { match: switch1, kind: packet }\n")
            .size() == 1);
  CHECK(errors_of(v + "switch: { vc_assignment: keep, virtual_channels: 2 }\nswitches: [{ match: switch1, kind: packet "
                      "}]\n")
            .empty());
}

TEST_CASE("a record is judged by all of its switches, also where others have the same values", "[quick]") {
  const auto errors = [](const std::string& records) {
    return errors_of("schema_version: 1\ntopology: { size: [4] }\n" + records);
  };
  // switch2 obeys the second record, with the values of switch0, or the default.
  CHECK(errors("switches: [{ match: switch0, arbiter: matrix }, { match: [switch1, switch2], arbiter: matrix }, "
               "{ match: switch1, kind: packet }]\n")
            .empty());
  CHECK(errors("switches: [{ match: switch1, kind: packet }, { match: [switch1, switch2], arbiter: round_robin }]\n")
            .empty());
  CHECK(
      errors("switch: { kind: packet }\nswitches: [{ match: switch0, packet: { frames: 20 } }, { match: switch1, kind: "
             "wormhole }, { match: [switch1, switch2], packet: { frames: 20 } }]\n")
          .empty());
  // Of each record on its own, though switches have the same values.
  CHECK(errors("switches: [{ match: switch0, kind: packet }, { match: switch1, kind: packet, arbiter: round_robin }]\n")
            .size() == 1);
  CHECK(errors("switches: [{ match: switch0, kind: packet, arbiter: matrix }, { match: switch1, kind: packet, arbiter: "
               "matrix }]\n")
            .size() == 2);
  CHECK(errors("switches: [{ match: switch1, packet: { frames: 45 } }]\n").size() == 1);
  // A key is not judged where a mistake leaves open what its switch is.
  CHECK(
      errors("switches: [{ match: \"switch*\", kind: pakcet }, { match: switch1, packet: { frames: 4 } }]\n").size() ==
      1);
  CHECK(errors("switch: { kind: packet, arbiter: matrix }\nswitches: [{ match: swich1, kind: wormhole }]\n").size() ==
        1);
  // The key that the record gives is named.
  CHECK(errors("switches: [{ match: \"switch*\", kind: packet, arbiter: matrix }, { match: switch0, arbiter: "
               "oldest_first }]\n")[0]
            .find("switches[0].arbiter: has no effect ") != std::string::npos);
}

TEST_CASE("the resolved experiment is the same network where records cover all switches, or count together") {
  const std::string v = "schema_version: 1\ntopology: { size: [4] }\n";
  for (const std::string& records :
       {std::string("switches: [{ match: \"*\", kind: packet }]\n"),
        std::string("switch: { kind: packet }\nswitches: [{ match: \"*\", kind: wormhole }]\n"),
        std::string("switches: [{ match: \"*\", packet: { preset: powerrail-2200 } }]\n"),
        std::string(
            "switch: { kind: packet, packet: { alpha: 0.125 } }\nswitches: [{ match: [switch1, switch2], packet: "
            "{ buffers: shared } }, { match: switch1, packet: { threshold: dynamic } }]\n"),
        std::string("switch: { packet: { most: 5 } }\nswitches: [{ match: [switch1, switch2], kind: packet, packet: { "
                    "buffers: shared } }, { match: switch1, packet: { threshold: fixed } }]\n")}) {
    INFO(records);
    const ExperimentReading reading = accepted(v + records);
    const network::Netlist before = network_of(reading.experiment);
    const network::Netlist after = network_of(accepted(resolved_yaml(reading, ".")).experiment);
    REQUIRE(before.switch_kinds.size() == after.switch_kinds.size());
    for (std::size_t kind = 0; kind < before.switch_kinds.size(); ++kind) {
      const auto &a = before.switch_kinds[kind], &b = after.switch_kinds[kind];
      REQUIRE(a.is_packet_switch() == b.is_packet_switch());
      if (!a.is_packet_switch()) continue;
      CHECK(a.packet->buffers == b.packet->buffers);
      CHECK(a.packet->frames == b.packet->frames);
      CHECK(a.packet->threshold == b.packet->threshold);
      CHECK(a.packet->most == b.packet->most);
      CHECK(a.packet->alpha8 == b.packet->alpha8);
    }
  }
}

TEST_CASE("what a record's preset gives without an effect is left out of the resolved experiment", "[quick]") {
  const ExperimentReading reading = accepted(
      "schema_version: 1\ntopology: { kind: single_switch, hosts_per_switch: 4 }\n"
      "switches: [{ match: switch0, packet: { preset: intel-510t-ge } }]\n");
  const std::string text = resolved_yaml(reading, ".");
  CHECK(text.find("uplink") == std::string::npos);
  CHECK(network_of(accepted(text).experiment).switch_kinds[0].packet->frames == 1990);
}

TEST_CASE("a packet switch among switches with barrier units has none", "[quick]") {
  network_with(
      "schema_version: 1\ntopology: { size: [2, 2] }\nswitch: { barrier: { architecture: I } }\n"
      "switches: [{ match: switch0, kind: packet }]\n");
}

TEST_CASE("the resolved experiment of packet switches names no key of others, and reads back") {
  const ExperimentReading reading = accepted(row(4, 1, "frames: 9"));
  const std::string text = resolved_yaml(reading, ".");
  CHECK(text.find("arbiter") == std::string::npos);
  CHECK(text.find("frames: 9") != std::string::npos);
  CHECK(network_of(accepted(text).experiment).switch_kinds[0].packet->frames == 9);
}

TEST_CASE("networks that packet switches cannot be part of are refused where their keys are", "[quick]") {
  const auto error = [](const std::string& more) { return all_errors(row(4, 1, "", more)); };
  CHECK(error("routing: { switch: source_stripped }\n") ==
        "test.yaml:4:20: routing.switch: expected auto or table, found source_stripped (routes from the "
        "source with packet switches)\n");
  CHECK(error("routing: { kind: minimal }\n") ==
        "test.yaml:4:18: routing.kind: expected a kind with one way for each destination, such as up_down, found "
        "minimal (a choice of ways with "
        "packet switches)\n");
  CHECK(all_errors("schema_version: 1\ntopology: { kind: torus, size: [4] }\nrouting: { kind: dateline }\n"
                   "switch: { kind: packet }\n") ==
        "test.yaml:3:18: routing.kind: expected a kind that needs one virtual channel, such as up_down, found dateline "
        "(classes of virtual "
        "channels with packet switches)\n");
  CHECK(error("link: { cycles_per_flit: 3/2 }\n") ==
        "test.yaml:4:26: link.cycles_per_flit: expected whole cycles, found 3/2 (with packet switches)\n");
  const std::string link = "links: [{ link: link_switch0_p0_to_switch1_p1, cycles_per_flit: 3/2";
  CHECK(error(link + " }]\n") ==
        "test.yaml:4:65: links[0].cycles_per_flit: expected whole cycles on a link that leaves a packet switch, found "
        "3/2\n");
  CHECK(error(link + ", directions: one }]\nswitches: [{ match: switch0, kind: wormhole }]\n").empty());
  CHECK_FALSE(error(link + " }]\nswitches: [{ match: switch0, kind: wormhole }]\n").empty());
  CHECK(error("traffic: { packet: { format: myrinet } }\n") ==
        "test.yaml:4:30: traffic.packet.format: expected compact, found myrinet (with packet switches)\n");
  CHECK(error("switches: [{ match: switch1, kind: wormhole, buffer: { flow_control: credit } }]\n") ==
        "test.yaml:4:70: switches[0].buffer.flow_control: expected " +
            flow_controller::words_of(flow_controller::has_watermarks) +
            ", found credit (next to a packet switch) (for switch1)\n");
}

TEST_CASE("a packet's hop takes what describe says, to the cycle", "[quick]") {
  for (const char* packet :
       {"", "lookup: 9", "transfer: 3", "transfer: 1, direct: true, lookup: 4", "cut_through: true",
        "cut_through: true, shortest: 6", "cut_through: true, shortest: 7", "cut_through: true, lookup: 5",
        "cut_through: true, lookup: 6", "cut_through: true, shortest: 3, lookup: 2", "cut_through: true, transfer: 3"})
    for (const char* link : {"", "link: { delay: 5 }\n", "link: { cycles_per_flit: 4, delay: 2 }\n"}) {
      INFO(packet << ", " << link);
      const std::uint64_t hop = test::described(row(3, 1, packet, link)).kinds[0].packet_hop_cycles();
      CHECK(latency_of_one(network_with(row(3, 1, packet, link))) -
                latency_of_one(network_with(row(2, 1, packet, link))) ==
            hop);
    }
}

TEST_CASE("describe knows the room after PAUSE where an input has a buffer of its own, and only there", "[quick]") {
  const auto kind = [](const std::string& packet) { return test::described(row(3, 1, packet)).kinds[0]; };
  CHECK(kind("frames: 9, pause_at: 5").room_after_pause() == 4u);
  CHECK(kind("buffers: output, frames: 3, pause_at: 5").room_after_pause() == std::nullopt);
}

TEST_CASE("with the room that describe asks for, PAUSE loses nothing; it asks for no more than one packet too many") {
  for (const char* link : {"", "link: { delay: 40 }\n", "link: { delay: 9, cycles_per_flit: 3 }\n"})
    for (const char* flits : {"4", "1", "23"}) {
      INFO(link << flits);
      const std::string rest =
          link + ("traffic: { load: 0.9, pattern: uniform, packet: { flits: " + std::string(flits) + " } }\n");
      const auto with = [&](unsigned pause_at) {
        return row(3, 2, "frames: 200, gap: 0, pause_at: " + std::to_string(pause_at) + ", shortest: " + flits, rest);
      };
      const std::uint64_t come = test::described(with(20)).kinds[0].packets_after_pause();
      REQUIRE(come <= 180);
      const statistics::RunTotals totals = totals_after(network_with(with(20)), 20'000);
      CHECK(totals.errors.empty());
      CHECK(totals.conserved());
      CHECK(totals.packet_switches->dropped() == 0);
      CHECK(totals.packet_switches->all.most_frames <= 20 + come);
      CHECK(totals.packet_switches->all.most_frames + 1 >= 20 + come);
    }
}

TEST_CASE("flits are conserved where packets that cut through lose their tails on a link") {
  const statistics::RunTotals totals = totals_after(
      network_with(
          row(2, 2, "cut_through: true",
              "traffic: { load: 0.2, packet: { flits: 20 } }\n"
              "faults: [{ link: link_host0_to_switch0_p2, kind: drop, from: 1000, count: 400, probability: 0.02 }]\n")),
      20'000);
  CHECK(totals.aborts_made > 0);
  CHECK(totals.conserved());
}

TEST_CASE("what packet switches drop is counted by cause and port, is not in flight, and is no error") {
  const network::Netlist n = network_with(row(2, 4, "buffers: shared, frames: 6, threshold: fixed, most: 3",
                                              "traffic: { load: 0.8, packet: { flits: 8 } }\n"));
  const statistics::RunTotals totals = totals_after(n, 20'000);
  CHECK(totals.errors.empty());
  CHECK(totals.conserved());
  CHECK(dropped(totals, packet_switch::Drop::full) > 100);
  CHECK(dropped(totals, packet_switch::Drop::threshold) > 100);
  // Hosts send one packet each, and switches hold 12, receive 10 and send 10 at most.
  CHECK(totals.packets_in_flight() <= 8 + 12 + 20);
  CHECK(totals.packet_switches->dropped() + totals.packets_delivered + totals.packets_in_flight() ==
        totals.at_end.packets_begun);
  std::uint64_t refused = 0, lost = 0;
  for (const statistics::PacketPort& port : totals.packet_switches->ports) {
    refused += port.counters.refused;
    for (const std::uint64_t count : port.counters.dropped) lost += count;
  }
  CHECK(lost == totals.packet_switches->dropped());
  CHECK(refused == lost);
  const std::string csv = report::packet_switch_csv(*totals.packet_switches);
  CHECK(csv.rfind(
            "port,packets_in,packets_out,full,threshold,unknown,returned,runt,giant,aborted,streams,refused_for_output,"
            "most_held\nswitch0_p",
            0) == 0);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 2 * 5);
}
