#include "testbench/run/kinds.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "testbench/features/link/build.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/routing/build.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/run/network.hpp"
#include "testbench/settings/narrow.hpp"
#include "testbench/workloads/traffic/build.hpp"

namespace slackline::features {

namespace {

using network::InstanceKind;

constexpr std::uint32_t a_host = ~std::uint32_t{0};  ///< in place of a kind of switch

/// A kind of channel, and what it joins: kinds of switches, or hosts.
struct Joint {
  std::uint32_t from = 0, to = 0;
  std::uint32_t buffer = 0;  ///< the kind of switch whose ways the buffer at the end follows
  network::ChannelKind channel;
};

bool all_channels_alike(const Experiment& e) { return e.link.own.empty() && e.topology.kind != TopologyKind::file; }

/// Those of channels that are all alike, between switches of one kind.
std::vector<Joint> plain_joints(const Experiment& e) {
  network::ChannelKind channel;
  channel.delay = channel.stop_delay = narrow<std::uint32_t>(cycles_of("link.delay", e));
  channel.cycles_per_flit = e.link.cycles_per_flit;
  std::vector<Joint> joints{{a_host, 0, 0, channel}, {0, a_host, 0, channel}};
  if (topology::switches(shape_of(e.topology)) > 1) joints.push_back({0, 0, 0, channel});
  return joints;
}

/// Each once, of the channels of a network. `kinds`: of its switches.
std::vector<Joint> joints_of(const network::Netlist& netlist, const std::vector<std::uint32_t>& kinds) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>, Joint>
      joints;
  const auto kind_at = [&](const network::PortRef& port) {
    return port.kind == InstanceKind::endpoint ? a_host : kinds[port.instance];
  };
  for (const network::Channel& channel : netlist.channels) {
    const std::uint32_t from = kind_at(channel.from), to = kind_at(channel.to);
    const CyclesPerFlit rate = channel.cycles_per_flit;
    joints.insert({{from, to, channel.delay, channel.stop_delay, rate.cycles, rate.flits},
                   {from, to, to == a_host ? from : to, channel}});
  }
  std::vector<Joint> each;
  for (const auto& [key, joint] : joints) each.push_back(joint);
  return each;
}

/// Flits of the longest packet, with those of its route: network::completed() finds the same in the network, which is not built for this.
std::uint16_t longest_packet(const Experiment& e, const route_unit::Params& routing) {
  std::uint64_t flits = port::smallest_packet(e.packet.format);
  for (const Workload& workload : packet_workloads_of(e))
    if (!has_nics(*workload.experiment))
      flits = std::max<std::uint64_t>(flits, traffic_of(*workload.experiment).longest_packet_flits());
  if (any_nics(e))
    flits = std::max<std::uint64_t>(
        flits, port::packet_flits(e.packet.format, narrow<std::uint32_t>(longest_nic_packet(e).words())));
  if (routing.kind == route_unit::Kind::source_stripped) flits += longest_route_of(e);
  return narrow<std::uint16_t>(std::min<std::uint64_t>(flits, port::largest_packet));
}

/// Without what is derived.
wormhole_switch::Params switch_params(const Values& e) {
  const SwitchSettings& s = e.get<SwitchSettings>();
  wormhole_switch::Params p;
  p.buffer.flits = narrow<std::uint16_t>(s.buffer_flits);
  p.flow = {1, 0, narrow<std::uint8_t>(cycles_of("switch.delay.flow_control", e)), s.flow_control};
  p.arbiter = s.arbiter;
  p.header_delay = narrow<std::uint16_t>(cycles_of("switch.delay.header", e));
  p.data_delay = narrow<std::uint16_t>(cycles_of("switch.delay.data", e));
  p.arbitration = narrow<std::uint16_t>(cycles_of("switch.delay.arbitration", e));
  p.crossbar = narrow<std::uint16_t>(cycles_of("switch.delay.crossbar", e));
  p.virtual_channels = narrow<std::uint8_t>(s.virtual_channels);
  p.switching = s.switching;
  p.worm_timeout = narrow<std::uint32_t>(s.worm_timeout);
  if (s.ecn && s.ecn_watermark <= s.buffer_flits) p.mark_at = narrow<std::uint16_t>(s.ecn_watermark);  // or refused
  p.barrier = barrier_params(e);
  return p;
}

/// The watermarks that `values` leave open, for the slack that is derived already.
void add_watermarks(const SwitchSettings& s, Derived& d) {
  const std::uint64_t flits = s.buffer_flits, above = d.smallest_buffer - d.stop_at;
  d.stop_at = narrow<std::uint16_t>(s.stop_at.value_or(flits > above ? flits - above : 1));
  d.smallest_buffer = narrow<std::uint32_t>(d.stop_at + above);
  // Flits leave from one edge after the GO decision up to the edge that writes the next one: slack + 1 of them.
  const std::uint64_t highest = d.stop_at - 1u, no_bubble = std::min<std::uint64_t>(d.slack + 1, highest);
  d.go_at = flow_controller::go_at_for(s.flow_control, d.stop_at, narrow<std::uint16_t>(s.go_at.value_or(no_bubble)));
}

/// The fastest links of a kind of packet switch.
void add_fastest_links(std::uint32_t kind, const std::vector<Joint>& joints, Derived& d) {
  for (const Joint& joint : joints) {
    if (joint.from != kind && joint.to != kind) continue;
    std::optional<CyclesPerFlit>& fastest =
        joint.from == a_host || joint.to == a_host ? d.fastest_host_link : d.fastest_uplink;
    if (!fastest || joint.channel.cycles_per_flit < *fastest) fastest = joint.channel.cycles_per_flit;
  }
}

/// The derived values of a kind. `values`: its settings; `kinds`: all, with stop_at 1.
Derived derived(const Values& values, std::uint32_t kind, const std::vector<network::SwitchKind>& kinds,
                const std::vector<Joint>& joints, bool hosts_stop) {
  const network::SwitchKind& p = kinds[kind];
  Derived d;
  if (p.barrier.is_on()) d.padding_room = p.padding_room();
  if (p.is_packet_switch() || p.switching == wormhole_switch::Switching::virtual_cut_through)
    d.longest_packet = p.longest_packet;
  for (const Joint& joint : joints) {
    if (joint.buffer != kind || (joint.to == a_host && !hosts_stop)) continue;
    const network::Loop loop{
        joint.from == a_host ? network::sending_host(p.host_fc_cycles) : network::sending_end(kinds[joint.from]),
        joint.channel, joint.to == a_host ? network::receiving_host(p.host_fc_cycles, p) : network::receiving_end(p)};
    if (p.is_packet_switch()) {
      d.slack = std::max(d.slack, network::smallest_slack(loop));
      continue;
    }
    if (p.barrier.is_on() && joint.to != a_host)
      d.smallest_barrier_buffer = std::max(d.smallest_barrier_buffer, network::smallest_barrier_buffer(loop));
    d.smallest_buffer = std::max(d.smallest_buffer, network::smallest_buffer(loop));
    if (p.has_credits())
      d.full_speed_credits = std::max(d.full_speed_credits, network::full_speed_credits(loop));
    else
      d.slack = std::max(d.slack, network::smallest_slack(loop));
  }
  if (p.is_packet_switch()) {
    add_fastest_links(kind, joints, d);
    return d;
  }
  const std::optional<std::uint64_t>& buffer = values.get<BarrierUnitSettings>().buffer;
  d.barrier_buffer = narrow<std::uint8_t>(
      std::min<std::uint64_t>(buffer.value_or(p.has_credits() ? 4 : d.smallest_barrier_buffer), 64));
  if (!p.has_credits()) add_watermarks(values.get<SwitchSettings>(), d);
  return d;
}

/// The kinds of these groups, where channels are of these joints.
SwitchKinds kinds_of(const Experiment& e, SwitchGroups groups, const std::vector<Joint>& joints) {
  const route_unit::Params routing = routing_params(e);
  std::vector<network::SwitchKind> params;
  std::optional<std::uint16_t> longest;
  const auto ports = narrow<std::uint16_t>(topology::ports(shape_of(e.topology)));
  for (const SwitchGroup& group : groups.groups) {
    if (is_packet_switch(group.values)) {
      if (!longest) longest = longest_packet(e, routing);
      params.emplace_back(packet_switch_params(group.values, ports, *longest));
      params.back().longest_packet = *longest;
    } else {
      params.emplace_back(switch_params(group.values));
    }
    network::SwitchKind& p = params.back();
    p.host_fc_cycles = narrow<std::uint8_t>(cycles_of("switch.delay.flow_control", group.values));
    p.ports = ports;
    p.trailing_crc = e.packet.format == port::PacketFormat::myrinet;
    p.route = routing;
    if (p.switching != wormhole_switch::Switching::virtual_cut_through) continue;
    if (!longest) longest = longest_packet(e, routing);
    p.longest_packet = *longest;
  }
  SwitchKinds made;
  made.of = std::move(groups.of);
  const bool hosts_stop = some_hosts_stop(e);
  for (std::uint32_t k = 0; k < params.size(); ++k) {
    SwitchKind kind{std::move(groups.groups[k]), params[k], {}};
    kind.derived = derived(kind.group.values, k, params, joints, hosts_stop);
    kind.params.flow.stop_at = kind.derived.stop_at;
    kind.params.flow.go_at = kind.derived.go_at;
    kind.params.barrier.unit.buffer = kind.derived.barrier_buffer;
    made.kinds.push_back(std::move(kind));
  }
  for (const Joint& joint : joints)
    if (joint.from != a_host && joint.to != a_host && joint.from != joint.to)
      made.neighbours.insert(std::minmax(joint.from, joint.to));
  return made;
}

}  // namespace

SwitchKinds switch_kinds_of(const Experiment& e, const network::Netlist& channels) {
  SwitchGroups groups = switch_groups(e, channels);
  const bool is_plain = groups.groups.size() == 1 && all_channels_alike(e);
  const std::vector<Joint> joints = is_plain ? plain_joints(e) : joints_of(channels, groups.of);
  return kinds_of(e, std::move(groups), joints);
}

SwitchKinds switch_kinds_of(const Experiment& e) {
  if (!e.kinds.switches.empty() || !all_channels_alike(e)) return switch_kinds_of(e, channels_of(e).netlist);
  SwitchGroups one_group;
  one_group.groups.push_back({{{}, {}, "", topology::switches(shape_of(e.topology))}, SwitchValues(e)});
  return kinds_of(e, std::move(one_group), plain_joints(e));
}

Derived derived(const Experiment& experiment) { return switch_kinds_of(experiment).kinds.front().derived; }

port::Params host_port(const Experiment& e, const network::SwitchKind& kind) {
  port::Params port;
  port.nodes = narrow<std::uint32_t>(hosts_of(e));
  port.fc_cycles = kind.host_fc_cycles;
  port.format = e.packet.format;
  port.links = network::host_links(kind.completed());
  return port;
}

}  // namespace slackline::features
