#include "testbench/run/network.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/network/route_table.hpp"
#include "testbench/features/faults/build.hpp"
#include "testbench/features/link/build.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/routing/build.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/topology/metrics.hpp"
#include "testbench/workloads/barriers/build.hpp"
#include "testbench/workloads/replay/build.hpp"
#include "testbench/workloads/traffic/build.hpp"

namespace slackline::features {

namespace {

template <class To>
To narrow(std::uint64_t value) {
  return static_cast<To>(value);  // the table of keys has bounded it
}

wormhole_switch::Params switch_params(const Experiment& e, const Derived& d) {
  wormhole_switch::Params s;
  s.buffer.flits = narrow<std::uint16_t>(e.switches.buffer_flits);
  s.flow = {d.stop_at, d.go_at, narrow<std::uint8_t>(cycles_of("switch.delay.flow_control", e)),
            e.switches.flow_control};
  s.arbiter = e.switches.arbiter;
  s.header_delay = narrow<std::uint16_t>(cycles_of("switch.delay.header", e));
  s.data_delay = narrow<std::uint16_t>(cycles_of("switch.delay.data", e));
  s.arbitration = narrow<std::uint16_t>(cycles_of("switch.delay.arbitration", e));
  s.crossbar = narrow<std::uint16_t>(cycles_of("switch.delay.crossbar", e));
  s.virtual_channels = narrow<std::uint8_t>(e.switches.virtual_channels);
  s.switching = e.switches.switching;
  s.trailing_crc = e.packet.format == endpoint::PacketFormat::myrinet;
  s.barrier = barrier_params(e, d.barrier_buffer);
  return s;
}

/// One of every kind of link that the network has.
std::vector<network::Channel> kinds_of_channels(const Experiment& e, const Derived& d, const network::Netlist& sample) {
  if (e.link.own.empty() && e.topology.kind != TopologyKind::file) return sample.channels;
  network::Netlist whole = unrouted(e, d).netlist;
  apply_link_settings(e, whole);
  return std::move(whole.channels);
}

/// The sample, completed, with the longest packet of the whole network, whose routes may be longer.
network::Netlist whole_sample(const Experiment& e, const Derived& d) {
  network::Netlist sample = network::completed(network_of(sample_of(e), d));
  if (sample.endpoint_params.links.whole_packets && sample.switch_kinds[0].strips_routes()) {
    const std::uint64_t of_sample = sample.endpoint_params.links.longest_route;
    const std::uint64_t more = std::max(longest_route_of(e), of_sample) - of_sample;
    sample.switch_kinds[0].longest_packet =
        narrow<std::uint16_t>(std::min<std::uint64_t>(sample.switch_kinds[0].longest_packet + more, 65535));
  }
  return sample;
}

}  // namespace

Experiment sample_of(Experiment experiment) {
  make_smallest(experiment.topology, experiment.routing);
  experiment.barrier.root = BarrierUnitSettings().root;
  experiment.barriers = {};
  experiment.traffic.pattern = endpoint::Pattern::uniform;
  experiment.traffic.permutation.clear();
  experiment.replay = {};
  if (has_nics(experiment)) {  // their packets instead
    const auto words = narrow<std::uint32_t>(most_packet_words(experiment));
    experiment.packet.flits =
        std::min<std::uint64_t>(endpoint::packet_flits(experiment.packet.format, words), endpoint::largest_packet);
    experiment.traffic.lengths.clear();
    experiment.traffic.weights.clear();
  }
  experiment.nic.endpoint = EndpointKind::generator;
  experiment.faults.all.clear();
  experiment.link.own.clear();
  return experiment;
}

Derived derived(const Experiment& e) {
  Derived d;
  d.link_delay = narrow<std::uint32_t>(cycles_of("link.delay", e));
  const network::Netlist sample = whole_sample(e, d);
  const bool has_barriers = has_barrier_units(e);
  if (has_barriers) d.padding_room = sample.switch_kinds[0].padding_room();
  if (e.switches.switching == wormhole_switch::Switching::virtual_cut_through)
    d.longest_packet = sample.switch_kinds[0].longest_packet;
  for (const network::Channel& channel : kinds_of_channels(e, d, sample)) {
    if (has_barriers && channel.to.kind == network::InstanceKind::wormhole_switch)
      d.smallest_barrier_buffer =
          std::max(d.smallest_barrier_buffer, network::smallest_barrier_buffer(sample, channel));
    if (channel.to.kind == network::InstanceKind::endpoint && !hosts_stop(e)) continue;
    d.smallest_buffer = std::max(d.smallest_buffer, network::smallest_buffer(sample, channel));
    if (has_credits(e))
      d.full_speed_credits = std::max(d.full_speed_credits, network::full_speed_credits(sample, channel));
    else
      d.slack = std::max(d.slack, network::smallest_slack(sample, channel));
  }
  d.barrier_buffer = narrow<std::uint8_t>(
      std::min<std::uint64_t>(e.barrier.buffer.value_or(has_credits(e) ? 4 : d.smallest_barrier_buffer), 64));
  if (has_credits(e)) return d;

  const std::uint64_t flits = e.switches.buffer_flits, above = d.smallest_buffer - d.stop_at;
  d.stop_at = narrow<std::uint16_t>(e.switches.stop_at.value_or(flits > above ? flits - above : 1));
  d.smallest_buffer = narrow<std::uint32_t>(d.stop_at + above);
  // Flits leave from one edge after the GO decision up to the edge that writes the next one: slack + 1 of them.
  const std::uint64_t highest = d.stop_at - 1u, no_bubble = std::min<std::uint64_t>(d.slack + 1, highest);
  const bool one_watermark = e.switches.flow_control == flow_controller::Kind::busy_ready;
  d.go_at = narrow<std::uint16_t>(one_watermark ? highest : e.switches.go_at.value_or(no_bubble));
  return d;
}

Unrouted unrouted(const Experiment& e, const Derived& d) {
  Unrouted u;
  u.netlist.switch_kinds[0] = switch_params(e, d);
  u.netlist.routing.vc_assignment = e.switches.vc_assignment;
  u.structure = topology::build(shape_of(e.topology), u.netlist);
  for (network::Channel& channel : u.netlist.channels) {
    channel.delay = channel.stop_delay = d.link_delay;
    channel.cycles_per_flit = e.link.cycles_per_flit;
  }
  if (e.topology.kind == TopologyKind::file && e.topology.given) set_link_times(*e.topology.given, u.netlist);
  take_down(e.topology.down, u.netlist);
  return u;
}

namespace {

/// All but the routes.
Unrouted complete(const Experiment& e, const Derived& d) {
  Unrouted whole = unrouted(e, d);
  network::Netlist& netlist = whole.netlist;
  endpoint::Params& h = netlist.endpoint_params;
  h.traffic = traffic_of(e);
  h.fc_cycles = netlist.switch_kinds[0].flow.fc_cycles;
  h.format = e.packet.format;
  apply_link_settings(e, netlist);
  for (std::size_t i = 0; i < e.traffic.permutation.size(); ++i)
    netlist.endpoints[i].place.partner = NodeId(narrow<std::uint32_t>(e.traffic.permutation[i]));
  add_faults(e, netlist);
  h.program = replay_of(e, netlist);
  if (has_nics(e)) netlist.interfaces = nics_of(e, netlist);
  return whole;
}

}  // namespace

network::Netlist network_without_routes(const Experiment& e, const Derived& d) { return complete(e, d).netlist; }

network::Netlist network_of(const Experiment& e, const Derived& d, const routing::OnProgress& on_progress) {
  Unrouted whole = complete(e, d);
  add_routes(e, whole.structure, whole.netlist, on_progress);
  add_barriers(e, whole.structure, whole.netlist);
  return std::move(whole.netlist);
}

network::Netlist network_of(const Experiment& experiment, const routing::OnProgress& on_progress) {
  return network_of(experiment, derived(experiment), on_progress);
}

}  // namespace slackline::features
