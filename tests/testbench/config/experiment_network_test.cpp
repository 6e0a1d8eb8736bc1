#include "testbench/config/experiment_network.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/network/netlist.hpp"
#include "tests/testbench/config/reading.hpp"

using namespace slackline;
using namespace slackline::config;
using slackline::test::faults_of;
using slackline::test::read;

namespace {

using Lines = std::vector<std::string>;
const std::string version = "schema_version: 1\n";

Experiment experiment(const std::string& text) {
  Reading reading = read(version + text);
  for (const Fault& fault : reading.faults) UNSCOPED_INFO(to_string(fault));
  REQUIRE(reading.faults.empty());
  return reading.experiment;
}

}  // namespace

TEST_CASE("the network is the one that the file describes") {
  const network::Netlist n = network_of(experiment(R"(
clock: { period: 6.25 ns }
topology: { size: [4, 2], hosts_per_switch: 3 }
link: { delay: 17 ns }
switch:
  buffer: { flits: 40, stop_at: 20, go_at: 7 }
  arbiter: matrix
  delay: { header: 9, data: 4, arbitration: 3, crossbar: 2, flow_control: 1 }
traffic: { load: 0.5, packet: { flits: 4 } }
run: { seed: 99, warmup: 33 }
)"));
  CHECK(n.switches.size() == 8);
  CHECK(n.endpoints.size() == 24);
  CHECK(n.switch_params.ports == 7);
  CHECK(n.switch_params.buffer.flits == 40);
  CHECK(n.switch_params.flow.stop_at == 20);
  CHECK(n.switch_params.flow.go_at == 7);
  CHECK(n.switch_params.flow.fc_cycles == 1);
  CHECK(n.switch_params.arbiter == router_arbiter::Policy::matrix);
  CHECK(n.switch_params.header_delay == 9);
  CHECK(n.switch_params.data_delay == 4);
  CHECK(n.switch_params.arbitration == 3);
  CHECK(n.switch_params.crossbar == 2);
  CHECK(n.endpoint_params.fc_cycles == 1);
  CHECK(n.endpoint_params.warmup == 33);
  CHECK(n.endpoint_params.traffic.nodes == 24);
  CHECK(n.endpoint_params.traffic.packets_per_cycle == 0.125);
  CHECK(n.endpoint_params.traffic.packet_flits == 4);
  CHECK(n.endpoint_params.traffic.seed == 99);
  for (const network::Channel& channel : n.channels) {
    CHECK(channel.delay == 3);
    CHECK(channel.stop_delay == 3);
  }
  CHECK(network::violations(n).empty());
}

TEST_CASE("a permutation says each host's partner") {
  const network::Netlist n =
      network_of(experiment("topology: { size: [3] }\ntraffic: { pattern: permutation, permutation: [2, 1, 0] }"));
  CHECK(n.endpoint_params.traffic.pattern == endpoint::Pattern::permutation);
  CHECK(n.endpoints[0].place.partner == NodeId(2));
  CHECK(n.endpoints[1].place.partner == NodeId(1));
  CHECK(n.endpoints[2].place.partner == NodeId(0));
}

TEST_CASE("lengths, arrivals and hot spots are those of the file, at the load that it asks for") {
  const endpoint::TrafficParams t = network_of(experiment(R"(
traffic:
  pattern: hot_spot
  hot_spot: { hosts: [5, 3], share: 0.25 }
  load: 0.34
  packet: { lengths: [8, 64], weights: [9, 1] }
  arrivals: { kind: on_off, burst: 70 }
  response: { flits: 20, max_outstanding: 3 }
)"))
                                        .endpoint_params.traffic;
  CHECK(t.pattern == endpoint::Pattern::hot_spot);
  CHECK(t.hot_spot.hosts == std::vector<std::uint32_t>{5, 3});
  CHECK(t.hot_spot.share == 0.25);
  REQUIRE(t.lengths.size() == 2);
  CHECK(t.lengths[1].flits == 64);
  CHECK(t.lengths[0].weight == 9);
  CHECK(t.packets_per_cycle == 0.34 / 13.6);
  CHECK(t.arrivals.kind == endpoint::ArrivalKind::on_off);
  CHECK(t.arrivals.burst == 70);
  CHECK(t.response_flits == 20);
  CHECK(t.max_outstanding == 3);
  CHECK(t.grid.size == std::array<std::uint16_t, 4>{8, 8, 1, 1});
  CHECK(
      network_of(experiment("traffic: { packet: { lengths: [1, 3] } }")).endpoint_params.traffic.mean_packet_flits() ==
      2);
}

TEST_CASE("auto puts stop_at as high as loses nothing") {
  const Experiment e = experiment(
      "link: { delay: 3 }\nswitch: { buffer: { flits: 32 }, delay: { data: 2, header: 2, "
      "crossbar: 2, flow_control: 1 } }");
  const Derived d = derived(e);
  CHECK(d.slack == 3 + 3 + 1 + 1 + 1 + 1);
  CHECK(d.stop_at == 32 - 10);
  CHECK(d.go_at == 11);

  network::Netlist n = network_of(e);
  CHECK(network::violations(n).empty());
  ++n.switch_params.flow.stop_at;
  CHECK_FALSE(network::violations(n).empty());
}

TEST_CASE("a buffer may be as small as the slack allows, and not one flit smaller") {
  const std::string rest = ", stop_at: 4, go_at: 2 }, delay: { flow_control: 2 } }\nlink: { delay: 5 }";
  const unsigned least = 4 + 5 + 5 + 2 + 2 + 0 + 1;
  CHECK(faults_of(version + "switch: { buffer: { flits: " + std::to_string(least) + rest).empty());
  CHECK(faults_of(version + "switch: { buffer: { flits: " + std::to_string(least - 1) + rest) ==
        Lines{"test.yaml:2:28: switch.buffer.flits: 18; allowed: at least 19 (stop_at 4 + 15 flits that may still "
              "arrive after STOP)"});
}

TEST_CASE("a buffer too small for any stop_at is refused, without faults that follow from it") {
  CHECK(faults_of(version + "switch: { buffer: { flits: 4 } }").empty());
  CHECK(faults_of(version + "switch: { buffer: { flits: 3 } }").size() == 1);
  CHECK(faults_of(version + "switch: { buffer: { flits: 3, go_at: 2 } }").size() == 1);
}

TEST_CASE("links between switches do not count where there are none") {
  // Behind a crossbar of 8 cycles, a switch would send 7 flits more than a host does.
  CHECK(derived(experiment("topology: { size: [1], hosts_per_switch: 4 }\nswitch: { delay: { header: 8, data: 8, "
                           "crossbar: 8 } }"))
            .slack == 3);
  CHECK(derived(experiment("topology: { size: [2] }\nswitch: { delay: { header: 8, data: 8, crossbar: 8 } }")).slack ==
        10);
}

TEST_CASE("the model's violations come back in the words of the file") {
  CHECK(faults_of(version + "switch: { delay: { data: 2, crossbar: 3, header: 5 } }") ==
        Lines{"test.yaml:2:26: switch.delay.data: 2; allowed: 3 to 1000 (at least switch.delay.crossbar)"});
  CHECK(faults_of(version + "switch: { buffer: { stop_at: 10, go_at: 10 } }") ==
        Lines{"test.yaml:2:41: switch.buffer.go_at: 10; allowed: 0 to 9 (below stop_at)"});
  CHECK(faults_of(version + "switch: { buffer: { stop_at: 65 } }") ==
        Lines{"test.yaml:2:30: switch.buffer.stop_at: 65; allowed: 1 to flits (64)"});
}

TEST_CASE("a violation of a default is shown at the key that caused it") {
  CHECK(faults_of(version + "switch: { delay: { arbitration: 1 } }") ==
        Lines{"test.yaml:2:33: switch.delay.header: 1 (default); allowed: 2 to 1000 (at least switch.delay.data + "
              "switch.delay.arbitration)"});
}

TEST_CASE("a switch has at most 64 ports") {
  CHECK(faults_of(version + "topology: { size: [2, 2], hosts_per_switch: 60 }").empty());
  CHECK(faults_of(version + "topology: { size: [2, 2, 2], hosts_per_switch: 58 }").empty());
  CHECK(faults_of(version + "topology: { size: [2, 2, 2], hosts_per_switch: 59 }").size() == 1);
}

TEST_CASE("a network has 2 hosts at least") {
  CHECK(faults_of(version + "topology: { size: [1], hosts_per_switch: 2 }").empty());
  CHECK(faults_of(version + "topology: { size: [1] }") ==
        Lines{"test.yaml:2:19: topology.size: [1]: 1 hosts altogether; allowed: 2 to 16777216 hosts"});
  CHECK(faults_of(version + "topology: { size: [1024, 1024, 1024, 1024], hosts_per_switch: 56 }").size() == 1);
}

TEST_CASE("a time needs a clock, and fits 1000 cycles") {
  CHECK(faults_of(version + "link: { delay: 17 ns }").size() == 1);
  CHECK(faults_of(version + "clock: { period: 1 ns }\nswitch: { buffer: { flits: 4000 } }\nlink: { delay: 1000 ns }")
            .empty());
  CHECK(faults_of(version + "clock: { period: 1 ns }\nswitch: { buffer: { flits: 4000 } }\nlink: { delay: 1001 ns }") ==
        Lines{"test.yaml:4:16: link.delay: 1001 ns: 1001 cycles; allowed: up to 1000 cycles"});
}

TEST_CASE("the warm-up ends before the run") {
  CHECK(faults_of(version + "run: { warmup: 9, max_cycles: 10 }").empty());
  CHECK(faults_of(version + "run: { warmup: 10, max_cycles: 10 }").size() == 1);
}

TEST_CASE("a permutation names every host once, and is given with its pattern") {
  const std::string head = version + "topology: { size: [3] }\n";
  CHECK(faults_of(head + "traffic: { pattern: permutation }").size() == 1);
  CHECK(faults_of(head + "traffic: { permutation: [2, 1, 0] }").size() == 1);
  CHECK(faults_of(head + "traffic: { pattern: permutation, permutation: [2, 1] }").size() == 1);
  CHECK(faults_of(head + "traffic: { pattern: permutation, permutation: [3, 0, 0] }") ==
        Lines{"test.yaml:3:48: traffic.permutation: 3; allowed: each host from 0 to 2 once",
              "test.yaml:3:54: traffic.permutation: 0 (a second time); allowed: each host from 0 to 2 once"});
}

TEST_CASE("a network that no memory holds is refused before it is built") {
  const Lines faults =
      faults_of(version + "topology: { size: [1024, 1024, 16] }\nswitch: { buffer: { flits: 32768 } }");
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].find("of memory; allowed: what this machine has") != std::string::npos);
}
