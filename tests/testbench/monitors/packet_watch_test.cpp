// The history of a packet, cycle by cycle.
#include "testbench/monitors/packet_watch.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "testbench/monitors/packet_log.hpp"
#include "testbench/report/explanation.hpp"
#include "testbench/run/network.hpp"
#include "testbench/soak/random_network.hpp"
#include "tests/rtl_models/barrier/barrier_network.hpp"
#include "tests/support/line_network.hpp"
#include "tests/support/reading.hpp"
#include "tests/testbench/monitors/deadlocks.hpp"

using namespace slackline;
using monitors::Explanation;
using monitors::Stretch;

namespace {

std::optional<Explanation> explain(const network::Netlist& netlist, unsigned host, unsigned sequence, Cycle end) {
  network::Fabric fabric(network::elaborate(netlist));
  monitors::PacketWatch watch(fabric.netlist(), host, sequence);
  const auto go_on = [] { return true; };
  REQUIRE(watch.run_until(fabric, end, go_on));
  REQUIRE(watch.run_behind_the_end(fabric, 10000, go_on));
  if (watch.explanation()) UNSCOPED_INFO(report::explanation_text(*watch.explanation()));
  return watch.explanation();
}

using Lines = std::vector<std::string>;

/// "4..8 switch1_p1_vc0 waits", one for each stretch.
Lines lines(const Explanation& e) {
  Lines all;
  for (const Stretch& s : e.stretches)
    all.push_back(std::to_string(s.from.value) + ".." + std::to_string(s.to.value) + ' ' + s.where + ' ' + s.doing);
  return all;
}

/// A ring whose hosts send packets of 40 flits to the second next host; all at once if `at_once`: then they wait for
/// one another for ever.
network::Netlist ring(bool at_once) {
  network::Netlist netlist = test::ring_that_locks_up(4, 2, 40);
  if (!at_once) netlist.workloads[0].traffic.packets_per_cycle = 1.0 / 40;
  return netlist;
}

/// A packet of the log.
struct Logged {
  unsigned source = 0, sequence = 0;
  std::uint64_t created = 0, injected = 0;
  std::vector<std::pair<std::string, std::uint64_t>> hops;
  std::uint64_t padding = 0;
  std::optional<std::uint64_t> ejected;
};

Logged parsed(const std::string& line) {
  std::istringstream fields(line);
  std::string field[9], hop;
  for (std::string& f : field) std::getline(fields, f, ',');
  Logged packet{static_cast<unsigned>(std::stoul(field[0])),
                static_cast<unsigned>(std::stoul(field[1])),
                std::stoull(field[4]),
                std::stoull(field[5]),
                {},
                std::stoull(field[7]),
                std::nullopt};
  for (std::istringstream hops(field[6]); hops >> hop;)
    packet.hops.emplace_back(hop.substr(0, hop.find(':')), std::stoull(hop.substr(hop.find(':') + 1)));
  if (!field[8].empty()) packet.ejected = std::stoull(field[8]);
  return packet;
}

/// One packet in `every` of those in the packet log of a run.
std::vector<Logged> logged(const network::Netlist& netlist, Cycle end, unsigned every) {
  network::Fabric fabric(network::elaborate(netlist));
  monitors::PacketLog log;
  log.begin(fabric.netlist());
  log.run_until(fabric, end, [&](Cycle to) { fabric.run_until(to); });
  std::istringstream text(log.finish());
  std::vector<Logged> packets;
  std::string line;
  std::getline(text, line);  // the heading
  for (unsigned n = 0; std::getline(text, line); ++n)
    if (n % every == 0) packets.push_back(parsed(line));
  return packets;
}

/// Hosts with network interfaces, saturated.
network::Netlist interfaces(const std::string& nic, const std::string& more = "") {
  const features::ExperimentReading reading = test::accepted(
      "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { kind: mesh, size: [2, 2] }\nnic: { "
      "packet_words: 16, " +
      nic + " }\n" + "traffic: { load: 0.9, packet: { flits: 40 } }\n" + more);
  return features::network_of(reading.experiment);
}

const char* const cut = "is cut by a barrier";

/// From creation to arrival or the end, without a gap, past the same switches at the same times.
void check_against(const Explanation& e, const Logged& packet, Cycle end) {
  REQUIRE(e.created == Cycle(packet.created));
  REQUIRE(e.injected == Cycle(packet.injected));
  REQUIRE(e.delivered == (packet.ejected ? Cycle(*packet.ejected) : never));
  REQUIRE(e.stretches.front().from == e.created);
  REQUIRE(e.stretches.back().to.value == packet.ejected.value_or(end.value - 1));
  std::size_t hop = 0;
  for (std::size_t i = 0; i < e.stretches.size(); ++i) {
    const Stretch& s = e.stretches[i];
    if (i != 0) REQUIRE(s.from == e.stretches[i - 1].to + 1);
    REQUIRE(s.from <= s.to);
    REQUIRE(s.blocked_so <= s.cycles());
    REQUIRE(s.doing != "is lost");
    REQUIRE((s.doing == "waits" || s.doing == cut) == !s.waits.empty());
    if (s.where.compare(0, 11, "link_switch") != 0) continue;
    if (hop == packet.hops.size()) continue;  // still inside the crossbar when the run ended
    REQUIRE(s.where.compare(5, packet.hops[hop].first.size(), packet.hops[hop].first) == 0);
    REQUIRE(s.from.value <= packet.hops[hop].second);
    REQUIRE(s.to.value >= packet.hops[hop].second);
    ++hop;
  }
  REQUIRE(hop == packet.hops.size());
}

}  // namespace

TEST_CASE("the place, action and wait of a packet are exact to the cycle") {
  // Host 1 is nearer to host 2, whose link its packet takes first.
  test::Settings settings;
  settings.size = {3};
  const auto e = explain(test::one_packet_each(settings, {0, 1}, 2), 0, 0, Cycle(1000)).value();
  CHECK(e.packet == "host0:0");
  CHECK(e.destination == "host2");
  CHECK(e.flits == 8);
  CHECK(lines(e) == Lines{"0..0 link_host0_to_switch0_p2 moves", "1..1 switch0_p2_vc0 is routed",
                          "2..2 link_switch0_p0_to_switch1_p1 moves", "3..3 switch1_p1_vc0 is routed",
                          "4..8 switch1_p1_vc0 waits", "9..9 switch1_p1_vc0 competes",
                          "10..10 link_switch1_p0_to_switch2_p1 moves", "11..11 switch2_p1_vc0 is routed",
                          "12..12 link_switch2_p2_to_host2 moves", "13..20 host2 arrives"});
  const Stretch& wait = e.stretches[4];
  REQUIRE(wait.waits.size() == 1);
  CHECK(wait.waits[0].why == "held");
  CHECK(wait.waits[0].channel.channel == "link_switch1_p0_to_switch2_p1");
  CHECK(wait.waits[0].packet == "host1:0");
  REQUIRE(wait.blockers.size() == 1);
  CHECK(wait.blockers[0].packet == "host1:0");
  CHECK(wait.blockers[0].where == "host2");
  CHECK(wait.blockers[0].doing == "arrives");
  CHECK(wait.blocked_so == 4);  // before that, it was on its way there
  CHECK_FALSE(wait.in_a_cycle);
}

TEST_CASE("a packet that waits in its host has waited since its creation, and the root is followed from there",
          "[quick]") {
  const auto e = explain(ring(true), 0, 3, Cycle(5000)).value();
  CHECK(e.injected == never);
  CHECK(lines(e) == Lines{"3..4999 host0 waits behind earlier packets"});  // one packet is created a cycle
  const Stretch& wait = e.stretches[0];
  REQUIRE(wait.waits.size() == 1);
  CHECK(wait.waits[0].why == "behind");
  CHECK(wait.waits[0].packet == "host0:0");
  REQUIRE(wait.blockers.size() == 4);
  CHECK(wait.blockers[0].packet == "host0:0");
  CHECK(wait.blockers[3].packet == "host3:0");
  CHECK(wait.in_a_cycle);
  CHECK(wait.for_ever);
}

TEST_CASE("a packet in a deadlock waits for packets that wait for it") {
  const auto e = explain(ring(true), 0, 0, Cycle(5000)).value();
  CHECK(e.delivered == never);
  CHECK(lines(e).back() == "4..4999 switch1_p1_vc0 waits");
  const Stretch& wait = e.stretches.back();
  CHECK(wait.in_a_cycle);
  CHECK(wait.for_ever);
  CHECK(e.end == Cycle(5000));
  CHECK(wait.blocked_so == 4996);
  REQUIRE(wait.blockers.size() == 3);
  for (unsigned i = 0; i < 3; ++i) CHECK(wait.blockers[i].packet == "host" + std::to_string(i + 1) + ":0");
  CHECK(wait.blockers[2].waits[0].packet == "host0:0");
}

TEST_CASE("waits that end are no deadlock") {
  const auto e = explain(ring(false), 0, 1, Cycle(5000)).value();
  CHECK(e.delivered != never);
  for (const Stretch& s : e.stretches) CHECK_FALSE(s.in_a_cycle);
  CHECK(e.end == Cycle(5000));  // of the run, even if the packet arrived early
}

TEST_CASE("heads that wait for one another while the flits behind them close up are in no deadlock") {
  const network::Netlist netlist = features::network_of(
      test::accepted("schema_version: 1\ntopology: { kind: ring, size: [8] }\n"
                     "routing: { kind: dimension_order, allow_cycles: true }\nswitch: { buffer: { flits: 16 } }\n"
                     "traffic: { load: 0.3, packet: { flits: 16 } }\nrun: { seed: 954293 }\n")
          .experiment);
  const auto wait_in = [](const Explanation& e) {
    const auto wait =
        std::find_if(e.stretches.begin(), e.stretches.end(), [](const Stretch& s) { return s.in_a_cycle; });
    REQUIRE(wait != e.stretches.end());
    CHECK_FALSE(wait->for_ever);
    return *wait;
  };
  const Explanation e = explain(netlist, 6, 2, Cycle(2500)).value();
  CHECK(e.delivered != never);
  const Stretch wait = wait_in(e);
  REQUIRE(wait.to + 1 < e.delivered);
  // The explanation is the same when the run ends while the packet still waits.
  const Explanation cut_short = explain(netlist, 6, 2, wait.to + 1).value();
  const Stretch same = wait_in(cut_short);
  CHECK(same.from == wait.from);
  CHECK(same.to == wait.to);
  CHECK(cut_short.delivered == never);
}

TEST_CASE("a packet whose head a link has lost is nowhere, to the end of the run", "[quick]") {
  network::Netlist netlist = test::one_packet_each({}, {0}, 1);
  test::add_fault(netlist, "link_host0_to_switch0_p2", test::fault_of(LinkFaultKind::drop, 1));  // written at edge 1
  const auto e = explain(netlist, 0, 0, Cycle(1000)).value();
  CHECK(lines(e) == Lines{"0..0 link_host0_to_switch0_p2 moves", "1..999 nowhere is lost"});
  CHECK(e.delivered == never);
}

TEST_CASE("for a packet that is never created only the number of packets is given", "[quick]") {
  const network::Netlist netlist = test::one_packet_each({}, {0}, 1);
  network::Fabric fabric(network::elaborate(netlist));
  monitors::PacketWatch watch(fabric.netlist(), 0, 1);
  REQUIRE(watch.run_until(fabric, Cycle(1000), [] { return true; }));
  CHECK_FALSE(watch.explanation());
  CHECK(watch.packets_of_source() == 1);
}

TEST_CASE("the history of a response begins with its creation, though a request waited at its place before") {
  // Every host has requests to send, and answers those of others first. Until a response takes a packet's number, the
  // events of that number are those of a request.
  test::Settings settings;
  settings.size = {4};
  settings.packet_flits = 1;
  settings.packets_per_cycle = 0.3;
  network::Netlist netlist = test::mesh_network(settings);
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::uniform;
  traffic.response_flits = 2;
  traffic.max_outstanding = 20;
  const Cycle end(400);
  for (const std::uint16_t outstanding : {20, 2, 1}) {  // with few, requests also wait for responses
    traffic.max_outstanding = outstanding;
    unsigned told = 0;
    for (const Logged& packet : logged(netlist, end, 1)) {
      INFO("host " << packet.source << ", packet " << packet.sequence);
      const auto e = explain(netlist, packet.source, packet.sequence, end);
      REQUIRE(e);
      check_against(*e, packet, end);
      ++told;
    }
    CHECK(told > 100);
  }
}

TEST_CASE(
    "a response that goes before a stopped request waits from its own creation on, and not behind another packet") {
  // Packets of one flit: the next one is due as soon as one has been sent.
  test::Settings settings;
  settings.size = {4};
  settings.packet_flits = 1;
  settings.packets_per_cycle = 0.9;
  network::Netlist netlist = test::mesh_network(settings);
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::uniform;
  traffic.response_flits = 1;
  traffic.max_outstanding = 20;
  const Cycle end(300);
  std::map<std::pair<unsigned, unsigned>, std::uint64_t> injected;
  const std::vector<Logged> packets = logged(netlist, end, 1);
  for (const Logged& packet : packets) injected[{packet.source, packet.sequence}] = packet.injected;
  unsigned stopped = 0;
  for (const Logged& packet : packets) {
    if (packet.sequence == 0) continue;
    INFO("host " << packet.source << ", packet " << packet.sequence);
    const auto e = explain(netlist, packet.source, packet.sequence, end);
    REQUIRE(e);
    check_against(*e, packet, end);
    const std::uint64_t before = injected.at({packet.source, packet.sequence - 1});
    const Stretch& first = e->stretches.front();
    if (first.doing == "waits behind earlier packets")
      REQUIRE(first.to.value + 1 == before);
    else
      REQUIRE(first.from.value >= before);
    if (first.from.value > before && first.doing == "waits") ++stopped;
    for (const Stretch& s : e->stretches) REQUIRE(s.blocked_so <= s.cycles());
  }
  CHECK(stopped > 5);
}

TEST_CASE("on random networks the history of a packet agrees with the packet log, without a gap") {
  unsigned told = 0, unfinished = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    network::Netlist netlist = soak::random_network(seed);
    if (seed % 2 == 0)  // saturated
      netlist.workloads[0].traffic.packets_per_cycle = 0.9 / netlist.workloads[0].traffic.mean_packet_flits();
    const Cycle end(1500);
    for (const Logged& packet : logged(netlist, end, 200)) {
      INFO("seed " << seed << ", host " << packet.source << ", packet " << packet.sequence);
      const auto e = explain(netlist, packet.source, packet.sequence, end);
      REQUIRE(e);
      check_against(*e, packet, end);
      ++told;
      unfinished += !packet.ejected;
    }
  }
  CHECK(told > 100);
  CHECK(unfinished > 10);
}

TEST_CASE("the history of a packet of a network interface agrees with the packet log, without a gap", "[quick]") {
  unsigned told = 0, unfinished = 0;
  const Cycle end(4000);
  for (const char* nic : {"firmware: unicast", "firmware: unicast, costs: lanai4, timeout: 3000", "firmware: echo",
                          "firmware: echo, buffers: 1, receive: { when_full: stop }",
                          "firmware: request_response, buffers: 1, receive: { when_full: stop }, costs: lanai4"})
    for (const char* more : {"", "switch: { virtual_channels: 2, buffer: { flow_control: credit, flits: 24 } }\n"})
      for (const Logged& packet : logged(interfaces(nic, more), end, 5)) {
        INFO(nic << "\n" << more << "host " << packet.source << ", packet " << packet.sequence);
        const auto e = explain(interfaces(nic, more), packet.source, packet.sequence, end);
        REQUIRE(e);
        check_against(*e, packet, end);
        ++told;
        unfinished += !packet.ejected;
      }
  CHECK(told > 100);
  CHECK(unfinished > 2);
}

TEST_CASE("a packet of an interface is fully explained in the send queue, and not at all before firmware creates it",
          "[quick]") {
  const network::Netlist netlist = interfaces("firmware: unicast, window: 4", "link: { cycles_per_flit: 4 }\n");
  network::Fabric fabric(network::elaborate(netlist));
  const auto queued = [&] { return fabric.interface_state(0).nic.send.descriptors.count; };
  while (queued() < 2 && fabric.now() < Cycle(20000)) fabric.run_until(fabric.now() + 1);
  const Cycle end = fabric.now();
  const auto sent = static_cast<unsigned>(fabric.port_state(0).packets_sent);
  const auto& queue = fabric.interface_state(0).nic.send.descriptors;
  REQUIRE(queue.count > 1);
  const unsigned last = sent + queue.count - 1;
  const auto e = explain(netlist, 0, last, end);
  REQUIRE(e);
  CHECK(e->injected == never);
  CHECK(e->created == queue.at(queue.count - 1).pushed);
  CHECK(e->destination == netlist.endpoints[queue.at(queue.count - 1).destination].name);
  CHECK(e->flits == queue.at(queue.count - 1).words() + 1);
  CHECK(lines(*e) == Lines{std::to_string(e->created.value) + ".." + std::to_string(end.value - 1) +
                           " host0 waits behind earlier packets"});
  monitors::PacketWatch watch(fabric.netlist(), 0, last + 1);
  network::Fabric again(network::elaborate(netlist));
  REQUIRE(watch.run_until(again, end, [] { return true; }));
  CHECK_FALSE(watch.explanation());
  CHECK(watch.packets_of_source() == last + 1);
}

TEST_CASE("a packet names the places where barriers have cut its worm, on its way and nowhere else") {
  test::BarrierSettings settings;
  const network::Netlist netlist = test::barrier_network(settings, 11);
  const Cycle end(3000);
  std::vector<Logged> packets = logged(netlist, end, 1);
  packets.erase(std::remove_if(packets.begin(), packets.end(), [](const Logged& p) { return p.padding < 4; }),
                packets.end());
  REQUIRE(packets.size() > 8);
  packets.resize(8);
  unsigned with_cut = 0;
  for (const Logged& packet : packets) {
    const std::optional<Explanation> e = explain(netlist, packet.source, packet.sequence, end);
    REQUIRE(e);
    check_against(*e, packet, end);
    bool is_cut = false;
    for (const Stretch& s : e->stretches) {
      if (s.doing != cut) continue;
      is_cut = true;
      for (const monitors::NamedWait& wait : s.waits) {
        REQUIRE(wait.why == "barrier");
        const auto from = std::find_if(packet.hops.begin(), packet.hops.end(), [&](const auto& hop) {
          return wait.channel.channel.rfind("link_" + hop.first + "_p", 0) == 0;
        });
        REQUIRE(from != packet.hops.end());
        CHECK(from->second < s.from.value);  // the head has gone that way
      }
    }
    with_cut += is_cut;
  }
  CHECK(with_cut > 4);
}
