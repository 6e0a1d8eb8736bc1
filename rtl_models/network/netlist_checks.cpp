// The checks of a netlist, which report all its violations at once.
#include <algorithm>
#include <set>
#include <tuple>

#include "rtl_models/network/netlist.hpp"
#include "rtl_models/network/netlist_parts.hpp"
#include "rtl_models/network/packet_switches.hpp"
#include "rtl_models/network/route_table.hpp"

namespace slackline::network {

namespace {

/// At one end of the channel is a host with a network interface.
bool has_interface(const Netlist& netlist, const Channel& channel) {
  const auto has = [&](const PortRef& end) {
    return end.kind == InstanceKind::endpoint && netlist.has_interface(end.instance);
  };
  return has(channel.from) || has(channel.to);
}

void add_once(const Violations& more, Violations& found) {
  for (const Violation& violation : more)
    if (std::find(found.begin(), found.end(), violation) == found.end()) found.push_back(violation);
}

/// Checks each kind alone.
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
      found.push_back({"faults", "credit_lost", "a channel with credits"});
    if (f.fault.kind == LinkFaultKind::host_dead && f.channel < netlist.channels.size() &&
        !has_interface(netlist, netlist.channels[f.channel]))
      found.push_back({"faults", "host_dead", "a link of a host with a network interface"});
    if (f.fault.kind == LinkFaultKind::held && f.channel < netlist.channels.size() &&
        netlist.channels[f.channel].from.kind != InstanceKind::any_switch)
      found.push_back({"faults", "held", "a link that leaves a switch"});
    if (f.fault.kind == LinkFaultKind::held && f.fault.to == never)
      found.push_back({"faults", "held", "an end (worms that never leave would be waited for in vain)"});
    if (!(f.fault.moving >= 0 && f.fault.moving <= 1))
      found.push_back({"faults", "moving " + std::to_string(f.fault.moving), "0 to 1"});
  }
}

/// Either all hosts have network interfaces or none has, of those for whose nodes `is_meant` is true.
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

/// Where some switches have no barrier units: messages pass only through switches that have, and members are at such switches.
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

}  // namespace

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

}  // namespace slackline::network
