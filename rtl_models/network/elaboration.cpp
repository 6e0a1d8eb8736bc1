// Elaboration: derives all that follows from a netlist, and makes the elaborated one that both engines are built from.
#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "rtl_models/network/netlist.hpp"
#include "rtl_models/network/netlist_parts.hpp"
#include "rtl_models/network/route_table.hpp"

namespace slackline::network {

namespace {

/// Adds the switch and port of each host, of a netlist whose ports exist.
void set_hosts(const Netlist& netlist, barrier::NetworkWays& ways) {
  ways.set_hosts(netlist.endpoints.size());
  for (const Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::any_switch && channel.to.kind == InstanceKind::endpoint)
      ways.set_host(netlist.endpoints[channel.to.instance].place.node.value, channel.from.instance, channel.from.port);
}

/// A dead link, or that of a dead host, is dead in both directions.
void add_reverse_faults(Netlist& netlist) {
  const std::size_t given = netlist.faults.size();
  for (std::size_t i = 0; i < given; ++i) {
    const ChannelFault fault = netlist.faults[i];
    if (!cuts(fault.fault.kind)) continue;
    const Channel& one_way = netlist.channels[fault.channel];
    for (std::uint32_t c = 0; c < netlist.channels.size(); ++c)
      if (netlist.channels[c].from == one_way.to && netlist.channels[c].to == one_way.from)
        netlist.faults.push_back({c, fault.fault});
  }
}

/// The requirements of links of hosts at a switch. `stops`: the hosts may hold their links back.
port::Links host_links(const Netlist& netlist, const wormhole_switch::Params& p, bool stops) {
  port::Links links = network::host_links(p);
  const bool one_way = p.route.choice == route_unit::Choice::none && !p.route.valiant;
  const bool one_vc = std::all_of(netlist.switch_kinds.begin(), netlist.switch_kinds.end(),
                                  [](const wormhole_switch::Params& kind) { return kind.virtual_channels == 1; });
  links.in_order = one_way && (one_vc || p.route.vc_assignment == route_unit::VcAssignment::keep);
  links.host_stops = stops;
  if (links.host_stops && !p.has_credits()) {
    links.stop_at = p.flow.stop_at;
    links.go_at = p.flow.go_at;
  }
  links.longest_route = netlist.port_params.links.longest_route;
  return links;
}

/// Whether the outputs of a kind meet credits, or Switching, of other kinds.
void note_neighbours(Netlist& netlist) {
  for (const Channel& channel : netlist.channels) {
    if (has_host(channel) || !exists(netlist, channel.from) || !exists(netlist, channel.to)) continue;
    wormhole_switch::Params& from = netlist.kind_of(channel.from.instance);
    const wormhole_switch::Params& to = netlist.kind_of(channel.to.instance);
    from.mixed |= from.has_credits() != to.has_credits() || from.switching != to.switching;
    from.flow.counts_credits |= to.has_credits();
    from.barrier.flow.counts_credits = from.flow.counts_credits;
  }
}

}  // namespace

port::Links host_links(const wormhole_switch::Params& kind) {
  port::Links links;
  links.virtual_channels = kind.virtual_channels;
  links.flow_control = kind.flow.kind;
  links.credits = kind.flow.credits;
  links.barriers = kind.barrier.is_on();
  links.barrier_credits = kind.barrier.unit.buffer;
  links.whole_packets = kind.switching == wormhole_switch::Switching::virtual_cut_through;
  links.longest = kind.longest_packet;
  links.take_turns = kind.route.vc_assignment == route_unit::VcAssignment::keep;
  links.routing = kind.route.kind;
  const bool is_stripped = kind.route.kind == route_unit::Kind::source_stripped;
  links.port_bits = static_cast<std::uint8_t>(is_stripped ? route_unit::stripped_port_bits(kind.route.ports())
                                                          : kind.route.port_bits());
  links.class_bits = static_cast<std::uint8_t>(kind.route.class_bits());
  links.valiant = kind.route.valiant;
  return links;
}

route_unit::Params completed_routing(const Netlist& netlist) {
  route_unit::Params routing = netlist.routing;
  routing.port_count = static_cast<std::uint16_t>(netlist.most_ports());
  routing.nodes = static_cast<std::uint32_t>(netlist.endpoints.size());
  unsigned fewest = netlist.most_virtual_channels();
  for (const Channel& channel : netlist.channels)
    if (!has_host(channel) && exists(netlist, channel.from) && exists(netlist, channel.to))
      fewest = std::min(fewest, virtual_channels(netlist, channel));
  routing.virtual_channels = static_cast<std::uint8_t>(fewest);
  return routing;
}

bool headers_reach_escapes(const Netlist& netlist) {
  return std::all_of(netlist.switch_kinds.begin(), netlist.switch_kinds.end(), [&](wormhole_switch::Params kind) {
    kind.route.choice = netlist.routing.choice;
    return kind.headers_reach_escapes();
  });
}

std::uint32_t longest_packet(const Netlist& netlist) {
  const port::Params& hosts = netlist.port_params;
  std::uint32_t flits = 0;
  if (netlist.interfaces != nullptr)
    for (const nic::Params& nic : netlist.interfaces->nics)
      flits = std::max(flits, port::packet_flits(hosts.format, nic.most_packet_words));
  for (std::size_t w = 0; w < netlist.workloads.size(); ++w)
    if (!netlist.has_messages(w))
      flits = std::max<std::uint32_t>(flits, netlist.workloads[w].traffic.longest_packet_flits());
  return flits + hosts.links.route_flits(hosts.links.longest_route);
}

InterfaceKind completed_interface(const Netlist& netlist, const nic::Params& nic, const wormhole_switch::Params& at) {
  InterfaceKind interface {
    nic, {
      netlist.interfaces->delivery, netlist.has_barriers_of_firmware() ? netlist.barriers : nullptr,
          netlist.interfaces->groups
    }
  };
  const port::Params& hosts = netlist.port_params;
  interface.nic.nodes = hosts.nodes;
  interface.nic.virtual_channels = at.virtual_channels;
  interface.nic.format = hosts.format;
  interface.nic.fifo.flits = at.buffer.flits;
  return interface;
}

HostInterfaces completed_interfaces(const Netlist& netlist) {
  HostInterfaces interfaces = *netlist.interfaces;
  if (netlist.has_barriers_of_firmware() && interfaces.tables.empty())
    interfaces.tables = host::tables(*netlist.barriers);
  return interfaces;
}

Netlist completed(Netlist netlist) {
  netlist.routing = completed_routing(netlist);
  bool whole_packets = false;
  for (wormhole_switch::Params& kind : netlist.switch_kinds) {
    kind.route = netlist.routing;
    kind = kind.completed();
    whole_packets |= kind.switching == wormhole_switch::Switching::virtual_cut_through;
  }
  note_neighbours(netlist);
  for (const ChannelFault& f : netlist.faults)
    if (f.fault.kind == LinkFaultKind::held && f.channel < netlist.channels.size() &&
        netlist.channels[f.channel].from.kind == InstanceKind::any_switch &&
        exists(netlist, netlist.channels[f.channel].from))
      netlist.kind_of(netlist.channels[f.channel].from.instance).places_worms = true;
  netlist.port_params.nodes = static_cast<std::uint32_t>(netlist.endpoints.size());
  netlist.port_params.workloads =
      static_cast<std::uint8_t>(std::min<std::size_t>(netlist.workloads.size(), generator::most_workloads));
  if (!netlist.workloads.empty()) netlist.port_params.seed = netlist.workloads.front().traffic.seed;
  // For the longest packet; each host has the links of the kind of its switch.
  port::Links& links = netlist.port_params.links;
  links = host_links(netlist, netlist.switch_kinds.front(), false);
  if (links.routes_from_source()) links.longest_route = static_cast<std::uint16_t>(longest_route(netlist));
  if (!whole_packets) return netlist;
  const std::uint32_t longest = std::min<std::uint32_t>(longest_packet(netlist), 65535);
  for (wormhole_switch::Params& kind : netlist.switch_kinds)
    kind.longest_packet = static_cast<std::uint16_t>(std::max<std::uint32_t>(longest, 1));
  links.longest = netlist.switch_kinds.front().longest_packet;
  return netlist;
}

ElaboratedNetlist::ElaboratedNetlist(Netlist completed) : Netlist(std::move(completed)) {
  first_port_.push_back(0);
  for (std::size_t s = 0; s < switches.size(); ++s) first_port_.push_back(first_port_.back() + kind_of(s).ports);
}

void ElaboratedNetlist::add_host_kinds() {
  const std::vector<std::uint32_t> kinds = kinds_at_hosts(*this);
  const port::Params common = port_params;
  std::shared_ptr<HostInterfaces> completed;
  if (interfaces != nullptr) interfaces = completed = std::make_shared<HostInterfaces>(completed_interfaces(*this));
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> made;  // by the kinds of the switch and of the nic
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto [known, is_new] =
        made.try_emplace({kinds[i], endpoints[i].nic}, static_cast<std::uint32_t>(host_kinds_.size()));
    host_kind_.push_back(known->second);
    if (!is_new) continue;
    HostKind& host = host_kinds_.emplace_back(HostKind{common, nullptr});
    host.port.fc_cycles = switch_kinds[kinds[i]].host_fc_cycles;
    host.port.links = host_links(*this, switch_kinds[kinds[i]], may_stop(i));
    host.port.links.routes = common.links.routes;
    if (!has_interface(i)) continue;
    host.port.workloads = 1;  // packets of firmware belong to none
    host.interface =
        std::make_shared<const InterfaceKind>(completed_interface(*this, nic_of(i), switch_kinds[kinds[i]]));
  }
  if (completed != nullptr) completed->start_cycles = slowest_start();
}

/// The start of an interface may depend on the table and on the node of its host.
std::uint64_t ElaboratedNetlist::slowest_start() const {
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < endpoints.size(); ++i) {
    if (!has_interface(i)) continue;
    port::Place place;
    place.node = NodeId(static_cast<std::uint32_t>(i));
    most = std::max(most,
                    nic::start_of(host_kinds_[host_kind_[i]].interface->nic, nic_place(*interfaces, i, place)).cycles);
  }
  return most;
}

ElaboratedNetlist elaborate(Netlist given, Check check) {
  const Violations found = violations(given, check);
  if (!found.empty()) throw std::invalid_argument(to_string(found));
  ElaboratedNetlist netlist(completed(std::move(given)));
  if (netlist.port_params.links.routes_from_source())
    netlist.port_params.links.routes = std::make_shared<const port::SourceRoutes>(source_routes(netlist));
  for (const Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::endpoint) {
      port::Place& place = netlist.endpoints[channel.from.instance].place;
      const auto& packet = netlist.kind_of(channel.to.instance).packet;
      place.cycles_per_flit = channel.cycles_per_flit;
      place.gap = packet ? static_cast<std::uint32_t>(channel.cycles_per_flit.cycles_of(packet->gap)) : 0;
    }
  for (std::size_t w = 0; w < netlist.workloads.size(); ++w) {
    generator::Workload& workload = netlist.workloads[w];
    if (workload.program != nullptr) workload.program = workload.program->fresh();
    if (netlist.has_messages(w) && netlist.interfaces->delivery == firmware::Delivery::none)
      workload.traffic.packets_per_cycle = 0;  // hosts post nothing
  }
  netlist.add_host_kinds();
  if (netlist.has_barriers()) set_hosts(netlist, netlist.barrier_ways);
  add_reverse_faults(netlist);
  for (ChannelFault& f : netlist.faults) {
    const Channel& channel = netlist.channels[f.channel];
    const PortRef& at = channel.from.kind == InstanceKind::any_switch ? channel.from : channel.to;
    f.fault.vcs &= first_vcs(netlist.kind_of(at.instance).flow_channels());
    f.fault.data_bits = static_cast<std::uint8_t>(port::data_bits(netlist.port_params.format));
  }
  return netlist;
}

}  // namespace slackline::network
