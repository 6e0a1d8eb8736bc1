#include "testbench/config/experiment_network.hpp"

#include <algorithm>

#include "testbench/config/key.hpp"
#include "testbench/topology/mesh.hpp"

namespace slackline::config {

namespace {

template <class To>
To narrow(std::uint64_t value) {
  return static_cast<To>(value);  // the table of keys has bounded it
}

}  // namespace

std::uint64_t hosts_of(const Experiment& experiment) {
  std::uint64_t hosts = experiment.topology.hosts_per_switch;
  for (const std::uint64_t along : experiment.topology.size) hosts *= along;
  return hosts;
}

endpoint::TrafficParams traffic_of(const Experiment& e) {
  endpoint::TrafficParams traffic;
  traffic.nodes = narrow<std::uint32_t>(hosts_of(e));
  for (std::size_t i = 0; i < e.topology.size.size(); ++i)
    traffic.grid.size[i] = narrow<std::uint16_t>(e.topology.size[i]);
  traffic.grid.hosts_per_switch = narrow<std::uint8_t>(e.topology.hosts_per_switch);
  traffic.pattern = e.traffic.pattern;
  traffic.packet_flits = narrow<std::uint16_t>(e.traffic.packet_flits);
  for (const std::uint64_t host : e.traffic.hot_hosts) traffic.hot_spot.hosts.push_back(narrow<std::uint32_t>(host));
  traffic.hot_spot.share = e.traffic.hot_share;
  traffic.arrivals = {e.traffic.arrivals, narrow<std::uint32_t>(e.traffic.burst)};
  for (std::size_t i = 0; i < e.traffic.lengths.size(); ++i)
    traffic.lengths.push_back({narrow<std::uint16_t>(e.traffic.lengths[i]),
                               i < e.traffic.weights.size() ? narrow<std::uint32_t>(e.traffic.weights[i]) : 1});
  traffic.response_flits = narrow<std::uint16_t>(e.traffic.response_flits);
  traffic.max_outstanding = narrow<std::uint16_t>(e.traffic.max_outstanding);
  traffic.packets_per_cycle = e.traffic.load / traffic.mean_packet_flits();
  traffic.seed = e.run.seed;
  return traffic;
}

Experiment sample_of(Experiment experiment) {
  for (std::uint64_t& along : experiment.topology.size) along = std::min<std::uint64_t>(along, 2);
  experiment.traffic.pattern = endpoint::Pattern::uniform;
  experiment.traffic.permutation.clear();
  return experiment;
}

Derived derived(const Experiment& e) {
  Derived d;
  d.link_delay = narrow<std::uint32_t>(cycles_of("link.delay", e));
  const network::Netlist sample = network_of(sample_of(e), d);
  for (const network::Channel& channel : sample.channels)
    if (channel.to.kind == network::InstanceKind::wormhole_switch)
      d.slack = std::max(d.slack, network::smallest_slack(sample, channel));

  const std::uint64_t flits = e.switches.buffer_flits;
  d.stop_at = narrow<std::uint16_t>(e.switches.stop_at.value_or(flits > d.slack ? flits - d.slack : 1));
  // Flits leave from one edge behind the GO decision up to the edge that writes the next one: slack + 1 of them.
  d.go_at = narrow<std::uint16_t>(e.switches.go_at.value_or(std::min<std::uint64_t>(d.slack + 1, d.stop_at - 1u)));
  return d;
}

network::Netlist network_of(const Experiment& e, const Derived& d) {
  network::Netlist netlist;
  wormhole_switch::Params& s = netlist.switch_params;
  s.buffer.flits = narrow<std::uint16_t>(e.switches.buffer_flits);
  s.flow = {d.stop_at, d.go_at, narrow<std::uint8_t>(cycles_of("switch.delay.flow_control", e))};
  s.arbiter = e.switches.arbiter;
  s.header_delay = narrow<std::uint16_t>(cycles_of("switch.delay.header", e));
  s.data_delay = narrow<std::uint16_t>(cycles_of("switch.delay.data", e));
  s.arbitration = narrow<std::uint16_t>(cycles_of("switch.delay.arbitration", e));
  s.crossbar = narrow<std::uint16_t>(cycles_of("switch.delay.crossbar", e));

  endpoint::Params& h = netlist.endpoint_params;
  h.traffic = traffic_of(e);
  h.fc_cycles = s.flow.fc_cycles;
  h.warmup = e.run.warmup;

  topology::Mesh mesh;
  mesh.size.assign(e.topology.size.begin(), e.topology.size.end());
  mesh.hosts_per_switch = narrow<std::uint8_t>(e.topology.hosts_per_switch);
  mesh.link_delay = d.link_delay;
  mesh.cycles_per_flit = narrow<std::uint16_t>(e.cycles_per_flit);
  topology::build(mesh, netlist);
  for (std::size_t i = 0; i < e.traffic.permutation.size(); ++i)
    netlist.endpoints[i].place.partner = NodeId(narrow<std::uint32_t>(e.traffic.permutation[i]));
  return netlist;
}

network::Netlist network_of(const Experiment& experiment) { return network_of(experiment, derived(experiment)); }

}  // namespace slackline::config
