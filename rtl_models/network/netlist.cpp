#include "rtl_models/network/netlist.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "rtl_models/network/packet_switches.hpp"
#include "rtl_models/network/route_table.hpp"

namespace slackline::network {

namespace {

/// The kind of the switch at a port; of one that does not exist, which is named elsewhere, the first kind.
const SwitchKind& kind_at(const Netlist& netlist, const PortRef& port) {
  const bool exists = port.kind == InstanceKind::any_switch && port.instance < netlist.switches.size();
  return exists ? netlist.kind_of(port.instance) : netlist.switch_kinds.front();
}

/// The kind of the switch at the end of a channel; of one to a host, that of the switch at its beginning, whose ways the
/// host follows.
const SwitchKind& receiving_kind(const Netlist& netlist, const Channel& channel) {
  return kind_at(netlist, channel.to.kind == InstanceKind::any_switch ? channel.to : channel.from);
}

bool has_host(const Channel& channel) {
  return channel.from.kind == InstanceKind::endpoint || channel.to.kind == InstanceKind::endpoint;
}

/// At one end of the channel is a host with a network interface.
bool has_interface(const Netlist& netlist, const Channel& channel) {
  const auto has = [&](const PortRef& end) {
    return end.kind == InstanceKind::endpoint && netlist.has_interface(end.instance);
  };
  return has(channel.from) || has(channel.to);
}

/// For each host the kind of the switch that it sends to; 0 where it sends to none.
std::vector<std::uint32_t> kinds_at_hosts(const Netlist& netlist) {
  std::vector<std::uint32_t> kinds(netlist.endpoints.size(), 0);
  for (const Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::endpoint && channel.to.kind == InstanceKind::any_switch)
      kinds[channel.from.instance] = netlist.switches[channel.to.instance].kind;
  return kinds;
}

bool exists(const Netlist& netlist, const PortRef& port) {
  if (port.kind == InstanceKind::endpoint) return port.instance < netlist.endpoints.size() && port.port.value == 0;
  return port.instance < netlist.switches.size() && port.port.value < netlist.kind_of(port.instance).ports;
}

std::string port_text(const Netlist& netlist, const PortRef& port) {
  const bool is_switch = port.kind == InstanceKind::any_switch;
  const std::string instance = port.instance < (is_switch ? netlist.switches.size() : netlist.endpoints.size())
                                   ? netlist.name(port)
                                   : (is_switch ? "switch #" : "host #") + std::to_string(port.instance);
  return is_switch ? instance + "_p" + std::to_string(port.port.value) : instance;
}

void add_once(const Violations& more, Violations& found) {
  for (const Violation& violation : more)
    if (std::find(found.begin(), found.end(), violation) == found.end()) found.push_back(violation);
}

/// The kinds by themselves, and that every switch is of one.
void check_kinds(const Netlist& netlist, Violations& found) {
  for (const SwitchKind& kind : netlist.switch_kinds) {
    Violations of_kind = kind.packet ? kind.packet->violations() : kind.violations();
    check_range(of_kind, "host_fc_cycles", kind.host_fc_cycles, 0, 63);
    add_once(of_kind, found);
  }
}

/// A switch may have virtual channels that classes leave over, since others may have other numbers; not all switches.
void check_left_over(const Netlist& netlist, Violations& found) {
  Violations of_all;
  for (const SwitchKind& kind : netlist.switch_kinds) {
    if (kind.packet) continue;
    const Violations of_kind = kind.route.left_over();
    if (of_kind.empty()) return;
    add_once(of_kind, of_all);
  }
  add_once(of_all, found);
}

bool kinds_exist(const Netlist& netlist, Violations& found) {
  if (netlist.switch_kinds.empty()) found.push_back({"switch_kinds", "none", "1 or more"});
  for (const SwitchInstance& s : netlist.switches)
    if (s.kind >= netlist.switch_kinds.size())
      found.push_back({s.name, "kind #" + std::to_string(s.kind),
                       "one of the " + std::to_string(netlist.switch_kinds.size()) + " kinds"});
  if (netlist.interfaces == nullptr) return found.empty();
  const std::size_t nics = netlist.interfaces->nics.size();
  if (nics == 0) found.push_back({"nics", "none", "1 or more"});
  for (const EndpointInstance& host : netlist.endpoints)
    if (host.nic >= nics && host.nic != no_interface)
      found.push_back({host.name, "network interface of kind #" + std::to_string(host.nic),
                       "one of the " + std::to_string(nics) + " kinds"});
  return found.empty();
}

void check_channels(const Netlist& netlist, Violations& found) {
  using Key = std::tuple<InstanceKind, std::uint32_t, std::uint8_t>;
  std::set<Key> outputs, inputs;
  for (const Channel& channel : netlist.channels) {
    const std::string name = channel_name(netlist, channel);
    for (const PortRef* port : {&channel.from, &channel.to})
      if (!exists(netlist, *port)) found.push_back({name, port_text(netlist, *port), "a port of an instance"});
    if (!outputs.insert({channel.from.kind, channel.from.instance, channel.from.port.value}).second)
      found.push_back({name, port_text(netlist, channel.from), "one channel an output port"});
    if (!inputs.insert({channel.to.kind, channel.to.instance, channel.to.port.value}).second)
      found.push_back({name, port_text(netlist, channel.to), "one channel an input port"});
    check_range(found, (name + ".delay").c_str(), channel.delay, 1, 1000);
    check_range(found, (name + ".stop_delay").c_str(), channel.stop_delay, 1, 1000);
    const CyclesPerFlit rate = channel.cycles_per_flit;
    if (!rate.is_legal())
      found.push_back({name + ".cycles_per_flit", std::to_string(rate.cycles) + "/" + std::to_string(rate.flits),
                       "1 to 1000, in fractions of up to 1000"});
  }
  // A switch port may stay without a link; an endpoint has one port, and sends and receives through it.
  for (std::uint32_t i = 0; i < netlist.endpoints.size(); ++i) {
    if (outputs.count({InstanceKind::endpoint, i, 0}) == 0)
      found.push_back({netlist.endpoints[i].name, "no channel from it", "one"});
    if (inputs.count({InstanceKind::endpoint, i, 0}) == 0)
      found.push_back({netlist.endpoints[i].name, "no channel to it", "one"});
  }
}

/// Packets that keep their virtual channel need it at both ends of each channel between switches. Others need what the
/// classes of routing take, which each end has: see route_unit::Params::violations().
void check_kept_channels(const Netlist& netlist, Violations& found) {
  if (netlist.routing.vc_assignment != route_unit::VcAssignment::keep) return;
  std::set<unsigned> reported;  // one message for each number of virtual channels
  for (const Channel& channel : netlist.channels) {
    if (has_host(channel)) continue;
    const unsigned most = netlist.kind_of(channel.from.instance).virtual_channels;
    const unsigned common = virtual_channels(netlist, channel);
    if (most == netlist.kind_of(channel.to.instance).virtual_channels || !reported.insert(common).second) continue;
    found.push_back({channel_name(netlist, channel), std::to_string(common) + " virtual channels",
                     "as many as at every other switch: packets keep the one that they came on"});
  }
}

/// A host sends to and hears from switches of one kind: it has one set of virtual channels.
void check_kinds_at_hosts(const Netlist& netlist, Violations& found) {
  if (netlist.switch_kinds.size() == 1) return;
  const std::vector<std::uint32_t> kinds = kinds_at_hosts(netlist);
  for (const Channel& channel : netlist.channels)
    if (channel.to.kind == InstanceKind::endpoint && channel.from.kind == InstanceKind::any_switch &&
        netlist.switches[channel.from.instance].kind != kinds[channel.to.instance])
      found.push_back({netlist.name(channel.to), "two kinds of switches", "one kind, for both directions"});
}

void check_nodes(const Netlist& netlist, Violations& found) {
  const auto nodes = static_cast<std::uint32_t>(netlist.endpoints.size());
  for (const generator::Workload& workload : netlist.workloads)
    if (const auto& members = workload.traffic.members; !members.empty() && members.back() >= nodes)
      found.push_back({"members", std::to_string(members.back()), "nodes of the network"});
    else if (members.empty() && workload.traffic.nodes != nodes)
      found.push_back(
          {"nodes", std::to_string(workload.traffic.nodes), "the number of endpoints (" + std::to_string(nodes) + ")"});
  std::set<std::uint32_t> seen;
  for (const EndpointInstance& endpoint : netlist.endpoints) {
    if (endpoint.place.node.value >= nodes)
      found.push_back({endpoint.name, std::to_string(endpoint.place.node.value), "a node below nodes"});
    if (!seen.insert(endpoint.place.node.value).second)
      found.push_back({endpoint.name, std::to_string(endpoint.place.node.value), "a node number of its own"});
  }
}

void check_slack(const Netlist& netlist, Violations& found) {
  std::set<unsigned> reported;  // one message for each size that is needed, not one for each of thousands of links
  for (const Channel& channel : netlist.channels) {
    if (takes_in_everything(netlist, channel.to)) continue;
    // A packet that has begun has a place in a packet switch.
    if (channel.to.kind == InstanceKind::any_switch && exists(netlist, channel.to) &&
        netlist.is_packet_switch(channel.to.instance))
      continue;
    const wormhole_switch::Params& params = receiving_kind(netlist, channel);
    const Loop loop = loop_of(netlist, channel);
    const unsigned needed = smallest_buffer(loop);
    if (needed <= params.buffer.flits || !reported.insert(needed).second) continue;
    const unsigned slack = smallest_slack(loop);
    std::string why = "stop_at " + std::to_string(params.flow.stop_at) + " + slack " + std::to_string(slack);
    if (const unsigned rest = needed - params.flow.stop_at - slack)
      why += " + " + std::to_string(rest) + " of a packet";
    found.push_back({"flits", std::to_string(params.buffer.flits),
                     "at least " + std::to_string(needed) + " (" + why + ") for " + channel_name(netlist, channel)});
  }
}

void check_routing(const Netlist& netlist, Check check, Violations& found) {
  const route_unit::Kind kind = netlist.routing.kind;
  if (kind == route_unit::Kind::dimension_order) return;
  // A table of the wrong size is refused at once; one whose routes do not arrive may still show what a switch does
  // then.
  const bool complete = check_route_table_sizes(netlist).empty();
  const Violations of_table = check_route_table(netlist);
  if (check == Check::all || !complete) found.insert(found.end(), of_table.begin(), of_table.end());
  if (!of_table.empty() || kind != route_unit::Kind::source_shifted) return;
  const unsigned most = port::most_shifted_hops(netlist.routing.port_bits() + netlist.routing.class_bits());
  if (const std::uint32_t longest = longest_route(netlist); longest > most)
    found.push_back({"kind", "source_shifted over " + std::to_string(longest) + " switches",
                     "routes over up to " + std::to_string(most) + " switches of " +
                         std::to_string(netlist.most_ports()) + " ports, or source_stripped"});
}

void check_faults(const Netlist& netlist, Violations& found) {
  for (const ChannelFault& f : netlist.faults) {
    if (f.channel >= netlist.channels.size())
      found.push_back({"faults", "channel #" + std::to_string(f.channel), "a channel of the network"});
    if (!(f.fault.probability >= 0 && f.fault.probability <= 1))
      found.push_back({"faults", "probability " + std::to_string(f.fault.probability), "0 to 1"});
    check_range(found, "faults.data_bits", f.fault.data_bits, 1, 32);
    if (f.fault.kind == LinkFaultKind::credit_lost && f.channel < netlist.channels.size() &&
        !receiving_kind(netlist, netlist.channels[f.channel]).has_credits())
      found.push_back({"faults", "credit_lost", "with credits"});
    if (f.fault.kind == LinkFaultKind::host_dead && f.channel < netlist.channels.size() &&
        !has_interface(netlist, netlist.channels[f.channel]))
      found.push_back({"faults", "host_dead", "a link of a host with a network interface"});
    if (f.fault.kind == LinkFaultKind::held && f.channel < netlist.channels.size() &&
        netlist.channels[f.channel].from.kind != InstanceKind::any_switch)
      found.push_back({"faults", "held", "a link that leaves a switch"});
    if (f.fault.kind == LinkFaultKind::held && f.fault.to == never)
      found.push_back({"faults", "held", "an end: worms that never leave would be waited for in vain"});
    if (!(f.fault.moving >= 0 && f.fault.moving <= 1))
      found.push_back({"faults", "moving " + std::to_string(f.fault.moving), "0 to 1"});
  }
}

/// The hosts whose nodes `is_meant` is true for all have network interfaces, or none of them has.
template <class IsMeant>
bool are_alike(const Netlist& netlist, IsMeant&& is_meant) {
  if (netlist.interfaces == nullptr) return true;
  bool any = false, first = false;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    if (!is_meant(netlist.endpoints[i].place.node.value)) continue;
    if (any && first != netlist.has_interface(i)) return false;
    any = true;
    first = netlist.has_interface(i);
  }
  return true;
}

/// The host of that node sends packets of the workload, or receives them.
bool takes_part(const generator::Workload& workload, std::uint32_t node) {
  const std::vector<std::uint32_t>& members = workload.traffic.members;
  return members.empty() || std::binary_search(members.begin(), members.end(), node);
}

/// An interface of this kind at switches of a kind, completed for this network.
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

/// With the tables that barriers need.
HostInterfaces completed_interfaces(const Netlist& netlist) {
  HostInterfaces interfaces = *netlist.interfaces;
  if (netlist.has_barriers_of_firmware() && interfaces.tables.empty())
    interfaces.tables = host::tables(*netlist.barriers);
  return interfaces;
}

void check_interfaces(const Netlist& netlist, Violations& found) {
  if (netlist.interfaces == nullptr) return;
  const HostInterfaces interfaces = completed_interfaces(netlist);
  for (const nic::Params& nic : interfaces.nics) {
    const Violations of_nic = completed_interface(netlist, nic, netlist.switch_kinds.front()).nic.violations();
    found.insert(found.end(), of_nic.begin(), of_nic.end());
    if (nic.firmware != interfaces.nics.front().firmware && nic.firmware != nullptr)
      found.push_back({"nics.firmware", nic.firmware->name, "one for all interfaces of a network"});
  }
  for (std::size_t w = 0; w < netlist.workloads.size(); ++w)
    if (const std::uint16_t flits = netlist.workloads[w].traffic.response_flits; flits != 0 && netlist.has_messages(w))
      found.push_back(
          {"response_flits", std::to_string(flits), "0, where hosts have network interfaces: their firmware answers"});
  const auto sends_to_groups = [](const generator::Workload& workload) {
    return workload.program != nullptr && workload.program->sends_to_groups();
  };
  if (interfaces.groups == nullptr && std::any_of(netlist.workloads.begin(), netlist.workloads.end(), sends_to_groups))
    found.push_back({"groups", "none", "those that programs send to, and their paths in the tables of interfaces"});
  const auto is_member = [&](std::uint32_t node) {
    return node < netlist.barriers->hosts.size() && !netlist.barriers->hosts[node].empty();
  };
  if (netlist.barriers != nullptr && !are_alike(netlist, is_member))
    found.push_back({"barriers", "of hosts with network interfaces and hosts without", "of one sort of hosts"});
  if (interfaces.clocks.size() != netlist.endpoints.size())
    found.push_back({"clocks", std::to_string(interfaces.clocks.size()),
                     "one a host (" + std::to_string(netlist.endpoints.size()) + ")"});
  if (!interfaces.tables.empty() && interfaces.tables.size() != netlist.endpoints.size())
    found.push_back({"tables", std::to_string(interfaces.tables.size()),
                     "none, or one a host (" + std::to_string(netlist.endpoints.size()) + ")"});
  for (std::size_t i = 0; i < interfaces.tables.size() && i < netlist.endpoints.size(); ++i)
    if (netlist.has_interface(i) && interfaces.tables[i].size() > netlist.nic_of(i).memory_bytes / 4) {
      found.push_back(
          {"tables", std::to_string(interfaces.tables[i].size()) + " words", "as many as the NIC memory has"});
      break;
    }
  for (std::size_t i = 0; i < interfaces.clocks.size() && i < netlist.endpoints.size(); ++i)
    for (Violation violation : interfaces.clocks[i].violations()) {
      violation.parameter = netlist.endpoints[i].name + ".clock." + violation.parameter;
      found.push_back(violation);
    }
}

/// Where some switches have no barrier units: messages go by those that have, and members are at them.
void check_barrier_units(const Netlist& netlist, Violations& found) {
  const auto has_unit = [&](const PortRef& port) {
    return port.kind == InstanceKind::any_switch && netlist.kind_of(port.instance).barrier.is_on();
  };
  const std::size_t switches = netlist.switches.size();
  const auto& traffic = netlist.barriers;
  for (const Channel& channel : netlist.channels) {
    const PortRef &from = channel.from, &to = channel.to;
    if (from.kind == InstanceKind::endpoint && !has_unit(to) && traffic != nullptr &&
        !traffic->hosts[netlist.endpoints[from.instance].place.node.value].empty())
      found.push_back(
          {netlist.name(from), "a member of barriers at " + netlist.name(to), "a switch with a barrier unit"});
    if (!has_unit(from) || to.kind == InstanceKind::endpoint || has_unit(to)) continue;
    const std::uint16_t* ways = netlist.barrier_ways.ports_to_switch.data() + from.instance * switches;
    for (std::size_t other = 0; other < switches; ++other)
      if (ways[other] == from.port.value && netlist.kind_of(other).barrier.is_on()) {
        found.push_back({"barrier_ways of " + netlist.name(from) + " to " + netlist.switches[other].name,
                         netlist.name(to), "switches with barrier units"});
        break;
      }
  }
}

void check_barriers(const Netlist& netlist, Violations& found) {
  if (!netlist.has_barriers()) return;
  constexpr std::size_t most = barrier_unit::Address::most + 1u;
  const std::size_t switches = netlist.switches.size();
  if (switches > most) found.push_back({"switches", std::to_string(switches), "at most 32768, with barriers"});
  if (netlist.endpoints.size() > most)
    found.push_back({"hosts", std::to_string(netlist.endpoints.size()), "at most 32768, with barriers"});
  std::vector<unsigned> entries;
  for (std::size_t s = 0; s < switches; ++s)
    entries.push_back(netlist.kind_of(s).barrier.is_on() ? netlist.kind_of(s).barrier.unit.entries : 0);
  check(netlist.barrier_ways, entries, found);
  for (const Channel& channel : netlist.channels) {
    const wormhole_switch::Params& kind = receiving_kind(netlist, channel);
    if (!kind.barrier.is_on()) continue;
    const unsigned least =
        channel.to.kind == InstanceKind::any_switch ? smallest_barrier_buffer(loop_of(netlist, channel)) : 1;
    if (kind.barrier.unit.buffer >= least) continue;
    found.push_back({"barrier.buffer", std::to_string(kind.barrier.unit.buffer),
                     "at least " + std::to_string(least) + " messages, for " + channel_name(netlist, channel)});
    break;
  }
  const auto& traffic = netlist.barriers;
  if (traffic != nullptr && traffic->hosts.size() != netlist.endpoints.size())
    found.push_back({"barriers", std::to_string(traffic->hosts.size()), "one list of groups a host"});
  if (found.empty()) check_barrier_units(netlist, found);
}

/// Adds the switch and port of each host, of a netlist whose ports exist.
void set_hosts(const Netlist& netlist, barrier::NetworkWays& ways) {
  ways.set_hosts(netlist.endpoints.size());
  for (const Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::any_switch && channel.to.kind == InstanceKind::endpoint)
      ways.set_host(netlist.endpoints[channel.to.instance].place.node.value, channel.from.instance, channel.from.port);
}

/// Where hosts have network interfaces, packets of workloads are messages, of any length.
void check_workloads(const Netlist& netlist, Violations& found) {
  check_range(found, "workloads", netlist.workloads.size(), 1, generator::most_workloads);
  for (std::size_t w = 0; w < netlist.workloads.size(); ++w) {
    const generator::Workload& workload = netlist.workloads[w];
    const Violations more = workload.violations();
    found.insert(found.end(), more.begin(), more.end());
    const bool sends = workload.program != nullptr || workload.traffic.packets_per_cycle > 0;
    if (sends && !are_alike(netlist, [&](std::uint32_t node) { return takes_part(workload, node); }))
      found.push_back({"workloads", "#" + std::to_string(w) + " of hosts with network interfaces and hosts without",
                       "of one sort of hosts"});
    if (netlist.has_messages(w)) continue;
    const Violations of_packets = generator::packet_violations(workload.traffic, netlist.port_params.format);
    found.insert(found.end(), of_packets.begin(), of_packets.end());
  }
}

/// Packets from and to hosts at one switch, or over many, with their route flits.
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

unsigned virtual_channels(const Netlist& netlist, const Channel& channel) {
  const auto at = [&](const PortRef& port) {
    return port.kind == InstanceKind::any_switch ? netlist.kind_of(port.instance).virtual_channels
                                                 : std::uint8_t{wormhole_switch::most_virtual_channels};
  };
  return std::min(at(channel.from), at(channel.to));
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

unsigned Netlist::most_ports() const {
  unsigned most = 0;
  for (const wormhole_switch::Params& kind : switch_kinds) most = std::max<unsigned>(most, kind.ports);
  return most;
}

unsigned Netlist::most_virtual_channels() const {
  unsigned most = 0;
  for (const wormhole_switch::Params& kind : switch_kinds) most = std::max<unsigned>(most, kind.virtual_channels);
  return most;
}

bool Netlist::has_packet_switches() const {
  return std::any_of(switch_kinds.begin(), switch_kinds.end(),
                     [](const SwitchKind& kind) { return kind.is_packet_switch(); });
}

bool Netlist::has_barriers() const {
  return std::any_of(switch_kinds.begin(), switch_kinds.end(),
                     [](const wormhole_switch::Params& kind) { return kind.barrier.is_on(); });
}

bool Netlist::has_generators() const {
  for (std::size_t i = 0; i < endpoints.size(); ++i)
    if (!has_interface(i)) return true;
  return false;
}

bool Netlist::has_messages(std::size_t workload) const {
  if (interfaces == nullptr) return false;
  for (std::size_t i = 0; i < endpoints.size(); ++i)
    if (takes_part(workloads[workload], endpoints[i].place.node.value)) return has_interface(i);
  return false;
}

bool Netlist::has_barriers_of_firmware() const {
  if (interfaces == nullptr || barriers == nullptr) return false;
  for (std::size_t i = 0; i < endpoints.size(); ++i)
    if (const std::uint32_t node = endpoints[i].place.node.value;
        node < barriers->hosts.size() && !barriers->hosts[node].empty())
      return has_interface(i);
  return false;
}

bool Netlist::some_host_may_stop() const {
  for (std::size_t i = 0; i < endpoints.size(); ++i)
    if (may_stop(i)) return true;
  return false;
}

const std::string& Netlist::name(const PortRef& port) const {
  return port.kind == InstanceKind::any_switch ? switches[port.instance].name : endpoints[port.instance].name;
}

std::string channel_name(const Netlist& netlist, const Channel& channel) {
  return "link_" + port_text(netlist, channel.from) + "_to_" + port_text(netlist, channel.to);
}

Loop loop_of(const Netlist& netlist, const Channel& channel) {
  const SwitchKind& receiver = receiving_kind(netlist, channel);  // of a host at either end the kind of its switch
  const bool from_switch = channel.from.kind == InstanceKind::any_switch;
  const bool to_switch = channel.to.kind == InstanceKind::any_switch;
  return {from_switch ? sending_end(kind_at(netlist, channel.from)) : sending_host(receiver.host_fc_cycles), channel,
          to_switch ? receiving_end(receiver) : receiving_host(receiver.host_fc_cycles, receiver)};
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

Violations violations(const Netlist& given, Check check) {
  Violations found;
  if (!kinds_exist(given, found)) return found;
  const Netlist netlist = completed(given);
  check_kinds(netlist, found);
  check_left_over(netlist, found);
  check_workloads(netlist, found);
  if (netlist.workloads.empty()) return found;
  const Violations of_port = netlist.port_params.violations();
  found.insert(found.end(), of_port.begin(), of_port.end());
  check_channels(netlist, found);
  if (found.empty()) check_kept_channels(netlist, found);
  if (found.empty()) check_kinds_at_hosts(netlist, found);
  check_nodes(netlist, found);
  check_faults(netlist, found);
  check_interfaces(netlist, found);
  check_barriers(netlist, found);
  if (found.empty()) check_routing(netlist, check, found);  // walks over what the checks before have found to exist
  if (found.empty()) check_packet_switches(netlist, longest_packet(netlist), found);
  if (check == Check::all) check_slack(netlist, found);
  return found;
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

/// That of a host may depend on its table, and on its node.
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

bool takes_in_everything(const Netlist& netlist, const PortRef& to) {
  return to.kind == InstanceKind::endpoint
             ? !netlist.may_stop(to.instance)
             : to.instance < netlist.switches.size() && netlist.kind_of(to.instance).takes_in_everything();
}

std::uint64_t arbiter_stream(const Netlist& netlist, std::size_t switch_index) {
  std::uint64_t hash = RandomStream(netlist.port_params.seed, 0, RandomPurpose::arbitration).state;
  for (const char c : netlist.switches[switch_index].name) hash = mix64(hash + static_cast<unsigned char>(c));
  return hash;
}

barrier::SwitchPlace barrier_place(const Netlist& netlist, std::size_t switch_index) {
  if (!netlist.kind_of(switch_index).barrier.is_on()) return {};
  return barrier::place_at(netlist.barrier_ways, static_cast<std::uint32_t>(switch_index), netlist.switches.size(),
                           netlist.workloads[0].traffic.seed);
}

std::vector<PortSet> wired_outputs(const Netlist& netlist) {
  std::vector<PortSet> wired(netlist.switches.size());
  for (const Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::any_switch) insert(wired[channel.from.instance], channel.from.port.value);
  return wired;
}

}  // namespace slackline::network
