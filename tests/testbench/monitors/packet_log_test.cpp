#include "testbench/monitors/packet_log.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"
#include "testbench/run/network.hpp"
#include "testbench/soak/random_network.hpp"
#include "tests/support/line_network.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using monitors::PacketLog;

namespace {

template <class Engine>
std::string log_of(Engine& engine, std::uint64_t end) {
  PacketLog log;
  log.begin(engine.netlist());
  log.run_until(engine, Cycle(end / 2), [&](Cycle to) { engine.run_until(to); });
  log.run_until(engine, Cycle(end), [&](Cycle to) { engine.run_until(to); });
  return log.finish();
}

const std::string heading = "source,sequence,destination,flits,created,injected,hops,padding,ejected\n";

/// Three switches in a line, links of 2 cycles, headers and data in 1 cycle; host 0 sends one packet of 4 flits to host
/// 2.
network::Netlist line_of_three() {
  test::Settings settings;
  settings.size = {3};
  settings.link_delay = 2;
  settings.packet_flits = 4;
  settings.packets_per_cycle = 0.05;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.packet_limit = 1;
  netlist.workloads[0].traffic.pattern = generator::Pattern::permutation;
  netlist.workloads[0].traffic.set_partner(0, NodeId(2));
  return netlist;
}

}  // namespace

TEST_CASE("a packet's line gives the cycles in which its head left the host and each switch, and its tail arrived",
          "[quick]") {
  network::Fabric fabric(network::elaborate(line_of_three()));
  const std::uint64_t created = fabric.port_state(0).created.value;
  const std::string log = log_of(fabric, created + 40);
  const auto at = [&](std::uint64_t later) { return std::to_string(created + later); };
  // A hop takes 2 cycles of link and 1 of the switch; the last link 2, and the tail arrives 3 after the head.
  CHECK(log == heading + "0,0,2,4," + at(0) + ',' + at(0) + ",switch0:" + at(3) + " switch1:" + at(6) +
                   " switch2:" + at(9) + ",0," + at(9 + 2 + 3) + '\n');
}

TEST_CASE("a packet that has not arrived has a line without an end; one that arrived in the last cycle has an end",
          "[quick]") {
  for (const std::uint64_t cycles : {14, 15}) {
    network::Fabric fabric(network::elaborate(line_of_three()));
    const std::uint64_t created = fabric.port_state(0).created.value;
    const std::string log = log_of(fabric, created + cycles);
    const std::string last = ',' + (cycles == 14 ? std::string() : std::to_string(created + 14)) + '\n';
    CHECK(log.substr(log.size() - last.size()) == last);
    CHECK(std::count(log.begin(), log.end(), '\n') == 2);
  }
}

TEST_CASE("every packet that hosts have sent has its line") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    network::Fabric fabric(network::elaborate(soak::random_network(seed)));
    const std::string log = log_of(fabric, 500);
    std::uint64_t begun = 0, received = 0;
    for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i) {
      begun += fabric.port_state(i).packets_sent + (fabric.port_state(i).sent != 0);
      received += fabric.port_state(i).packets_received;
    }
    INFO("seed " << seed);
    CHECK(static_cast<std::uint64_t>(std::count(log.begin(), log.end(), '\n')) == 1 + begun);
    std::uint64_t open = 0;
    for (std::size_t at = 0; (at = log.find(",\n", at)) != std::string::npos; ++at) ++open;
    CHECK(open == begun - received);
  }
}

TEST_CASE("lines are in the order of arrival, those of one cycle in the order of their sources") {
  network::Netlist netlist = soak::random_network(7);
  std::reverse(netlist.channels.begin(), netlist.channels.end());
  network::Fabric fabric(network::elaborate(netlist));
  std::istringstream log(log_of(fabric, 2000));
  std::string line;
  std::getline(log, line);
  using Place = std::pair<unsigned long long, unsigned long long>;  // cycle, source
  Place before;
  unsigned ties = 0;
  while (std::getline(log, line) && line.back() != ',') {
    const Place now{std::stoull(line.substr(line.rfind(',') + 1)), std::stoull(line)};
    CHECK(before <= now);
    ties += before.first == now.first;
    before = now;
  }
  CHECK(ties > 2);
}

TEST_CASE("both engines leave the same log") {
  test::Settings settings;
  settings.size = {4};
  settings.link_delay = 2;
  settings.packets_per_cycle = 0.08;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  network::Fabric fabric(network::elaborate(netlist));
  network::SignalNetwork signals("signal_network", network::elaborate(netlist));
  const std::string log = log_of(fabric, 1000);
  std::uint64_t begun = 0;
  for (std::size_t host = 0; host < 4; ++host)
    begun += fabric.port_state(host).packets_sent + (fabric.port_state(host).sent != 0);
  CHECK(static_cast<std::uint64_t>(std::count(log.begin(), log.end(), '\n')) == 1 + begun);  // and the heading
  CHECK(log_of(signals, 1000) == log);
}

TEST_CASE("the head of a packet is on its host's output in the cycle `injected`, with network interfaces, too") {
  for (const bool nic : {false, true}) {
    const features::ExperimentReading reading =
        test::accepted(std::string("schema_version: 1\ntopology: { kind: mesh, size: [2, 2] }\n") +
                       (nic ? "endpoint: nic\nclock: { period: 25 ns }\nnic: { packet_words: 16 }\n" : "") +
                       "traffic: { load: 0.3, packet: { flits: 20 } }\n");
    network::Fabric fabric(network::elaborate(features::network_of(reading.experiment)));
    unsigned heads = 0;
    for (std::uint64_t cycle = 0; cycle < 2000; ++cycle) {
      fabric.run_until(Cycle(cycle + 1));
      for (std::size_t c = 0; c < fabric.netlist().channels.size(); ++c) {
        const Flit flit = fabric.channel_flit(c);
        if (fabric.netlist().channels[c].from.kind != network::InstanceKind::endpoint || !flit.valid() ||
            !flit.opens_worm())
          continue;
        ++heads;
        REQUIRE(fabric.packets().find(flit.tag())->injected == Cycle(cycle));
      }
    }
    CHECK(heads > 20);
  }
}
