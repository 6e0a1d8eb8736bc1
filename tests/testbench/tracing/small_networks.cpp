#include "tests/testbench/tracing/small_networks.hpp"

#include <string>

#include "testbench/run/network.hpp"
#include "testbench/run/workloads.hpp"
#include "tests/support/reading.hpp"

namespace slackline::test {

using features::TopologyKind;

network::Netlist small_network(TopologyKind kind) {
  features::Experiment e;
  e.topology.kind = kind;
  e.topology.hosts_per_switch = 2;
  switch (kind) {
    case TopologyKind::single_switch: e.topology.hosts_per_switch = 6; break;
    case TopologyKind::ring: e.topology.size = {6}; break;
    case TopologyKind::mesh: e.topology.size = {3, 2}; break;
    case TopologyKind::torus: e.topology.size = {3, 3}; break;
    case TopologyKind::hypercube: e.topology.dimensions = 3; break;
    case TopologyKind::fat_tree:
    case TopologyKind::full_tree: e.topology.arity = e.topology.levels = 3; break;
    case TopologyKind::star_of_stars: e.topology.arity = 3; break;
    case TopologyKind::dragonfly:
      e.topology.group_switches = 2;
      e.topology.global_links = 1;
      break;
    case TopologyKind::random: e.topology.switches = 8; break;
    case TopologyKind::file: break;
  }
  const bool has_classes = kind == TopologyKind::ring || kind == TopologyKind::torus || kind == TopologyKind::dragonfly;
  e.switches.virtual_channels = has_classes ? 2 : 1;
  e.switches.buffer_flits = 16;
  e.traffic.load = 0.5;
  return features::network_of(e);
}

network::Netlist large_switches(flow_controller::Kind flow_control) {
  features::Experiment e;
  e.topology.size = {2};
  e.topology.hosts_per_switch = 128;
  e.switches.virtual_channels = 2;
  e.switches.flow_control = flow_control;
  e.switches.buffer_flits = 8;
  e.traffic.load = 0.3;
  return features::network_of(e);
}

network::Netlist small_mesh(std::uint64_t virtual_channels, flow_controller::Kind flow_control,
                            features::RoutingKind routing) {
  features::Experiment e;
  e.topology.size = {3, 3};
  e.routing.kind = routing;
  e.switches.virtual_channels = virtual_channels;
  e.switches.flow_control = flow_control;
  e.switches.buffer_flits = 8;
  e.traffic.load = 0.6;
  return features::network_of(e);
}

network::Netlist multicasting_hosts() {
  const features::ExperimentReading reading = accepted(
      "schema_version: 1\nclock: { period: 10 ns }\nendpoint: nic\n"
      "topology: { kind: single_switch, hosts_per_switch: 3 }\n"
      "nic: { firmware: multicast, costs: free, packet_words: 16 }\n"
      "firmware: { multicast: { buffers: 1, buffer_words: 64 } }\n"
      "workloads:\n  - { kind: multicast, groups: [all], load: 0.2, words: 32, algorithm: ring, classes: one, "
      "allow_deadlock: true }\n");
  return features::completed_network_of(reading.experiment);
}

network::Netlist rv32_hosts() {
  const features::ExperimentReading reading = accepted(
      "schema_version: 1\nclock: { period: 10 ns }\nendpoint: nic\n"
      "topology: { kind: single_switch, hosts_per_switch: 3 }\n"
      "nic: { firmware: unicast, processor: rv32, memory_ports: 1, packet_words: 16 }\n"
      "traffic: { load: 0.1, packet: { flits: 20 } }\nwaves: { file: x.vcd }\n");
  return features::completed_network_of(reading.experiment);
}

}  // namespace slackline::test
