// The packet switches of a netlist: what they need of it, and what follows for them.
#include <algorithm>
#include <string>
#include <utility>

#include "rtl_models/network/packet_switches.hpp"
#include "rtl_models/network/route_table.hpp"
#include "rtl_models/packet_switch/packet_switch.hpp"

namespace slackline::network {

using route_unit::TableEntry;

namespace {

bool leaves_packet_switch(const Netlist& netlist, const Channel& channel) {
  return channel.from.kind == InstanceKind::any_switch && netlist.is_packet_switch(channel.from.instance);
}

/// The entries of a table with two rows for a destination.
std::pair<TableEntry, TableEntry> entries(const Netlist& netlist, const route_unit::Place& place, std::uint32_t node) {
  return {TableEntry(place.table[node]), TableEntry(place.table[node + netlist.routing.nodes])};
}

/// The ports at which a packet goes on do not depend on the input that it came by. In one row of a table destinations may be missing, as
/// no packet comes to the switch for them by the inputs of that row.
void check_tables(const Netlist& netlist, Violations& found) {
  if (netlist.route_tables.rows != 2) return;
  const std::vector<route_unit::Place> places = route_places(netlist);
  for (std::size_t s = 0; s < netlist.switches.size(); ++s) {
    if (!netlist.is_packet_switch(s)) continue;
    for (std::uint32_t node = 0; node < netlist.routing.nodes; ++node) {
      const auto [one, other] = entries(netlist, places[s], node);
      if (!one.leads_on() || !other.leads_on() || one.port() == other.port()) continue;
      found.push_back({"route_tables of " + netlist.switches[s].name,
                       "other routes for packets that come by some inputs",
                       "the same for all (a packet switch looks at the destination alone)"});
      return;
    }
  }
}

void check_links(const Netlist& netlist, Violations& found) {
  for (const Channel& channel : netlist.channels) {
    if (!leaves_packet_switch(netlist, channel)) continue;
    if (!channel.cycles_per_flit.is_whole())
      found.push_back(
          {channel_name(netlist, channel) + ".cycles_per_flit",
           std::to_string(channel.cycles_per_flit.cycles) + "/" + std::to_string(channel.cycles_per_flit.flits),
           "whole cycles on a link that leaves a packet switch"});
    if (channel.to.kind == InstanceKind::any_switch && netlist.kind_of(channel.to.instance).has_credits())
      found.push_back(
          {channel_name(netlist, channel), "credits at its end", "STOP and GO where a packet switch sends"});
  }
  for (const ChannelFault& f : netlist.faults)
    if (f.fault.kind == LinkFaultKind::held && f.channel < netlist.channels.size() &&
        leaves_packet_switch(netlist, netlist.channels[f.channel]))
      found.push_back({"faults", "held", "a link that leaves a wormhole switch"});
}

}  // namespace

void check_packet_switches(const Netlist& netlist, std::uint32_t longest_packet, Violations& found) {
  if (!netlist.has_packet_switches()) return;
  const route_unit::Params& routing = netlist.routing;
  if (routing.kind != route_unit::Kind::dimension_order && routing.kind != route_unit::Kind::table)
    found.push_back({"routing.kind", "routes from the source", "dimension_order or a table, with packet switches"});
  if (routing.choice != route_unit::Choice::none || routing.valiant)
    found.push_back({"routing", "a choice of ways", "one way for a destination, with packet switches"});
  if (routing.classes != 1 || routing.has_datelines())
    found.push_back(
        {"routing", "classes of virtual channels", "none, with packet switches, which have one virtual channel"});
  if (netlist.port_params.format != port::PacketFormat::compact)
    found.push_back({"format", "another", "compact, with packet switches"});
  for (const SwitchKind& kind : netlist.switch_kinds) {
    if (!kind.packet) continue;
    const std::string least = "at least " + std::to_string(longest_packet) + " (the flits of the longest packet)";
    if (kind.packet->longest < longest_packet)
      found.push_back({"longest", std::to_string(kind.packet->longest), least});
    if (kind.packet->flits != 0 && kind.packet->flits < longest_packet)
      found.push_back({"flits", std::to_string(kind.packet->flits), least});
  }
  check_links(netlist, found);
  if (found.empty()) check_tables(netlist, found);
  if (!found.empty()) return;
  const std::vector<packet_switch::Params> all = packet_switch_params(netlist);
  for (std::size_t s = 0; s < all.size() && found.empty(); ++s)
    if (netlist.is_packet_switch(s))
      for (const Violation& violation : all[s].violations())
        found.push_back({netlist.switches[s].name + "." + violation.parameter, violation.value, violation.expected});
}

std::vector<packet_switch::Params> packet_switch_params(const Netlist& netlist) {
  std::vector<packet_switch::Params> all(netlist.switches.size());
  for (std::size_t s = 0; s < all.size(); ++s) {
    if (!netlist.is_packet_switch(s)) continue;
    all[s] = *netlist.kind_of(s).packet;
    all[s].cycles_per_flit.assign(all[s].ports, 1);
  }
  for (const Channel& channel : netlist.channels) {
    if (!leaves_packet_switch(netlist, channel)) continue;
    packet_switch::Params& p = all[channel.from.instance];
    p.cycles_per_flit[channel.from.port.value] = channel.cycles_per_flit.cycles;
    insert_if(p.uplinks, channel.from.port.value, p.uplink && channel.to.kind == InstanceKind::any_switch);
  }
  return all;
}

std::vector<std::uint16_t> forwarding_table(const Netlist& netlist, const route_unit::Place& place) {
  std::vector<std::uint16_t> port_to(netlist.routing.nodes);
  for (std::uint32_t node = 0; node < port_to.size(); ++node) {
    if (netlist.route_tables.rows == 2) {
      const auto [one, other] = entries(netlist, place, node);
      port_to[node] = one.leads_on() ? one.port() : other.port();
      continue;
    }
    const route_unit::Route route = route_unit::route(netlist.routing, place, node, PortId(0), VcId(0));
    port_to[node] = route.possible() ? route.port : packet_switch::no_port;
  }
  return port_to;
}

std::vector<PortSet> outputs_stopped_by_flits(const Netlist& netlist) {
  std::vector<PortSet> all(netlist.switches.size());
  for (const Channel& channel : netlist.channels) {
    if (!leaves_packet_switch(netlist, channel) || takes_in_everything(netlist, channel.to)) continue;
    // A host holds back flits, or only whole packets, as its switch does: with pause_at SwitchKind sets its `switching` to the latter.
    const bool is_host = channel.to.kind == InstanceKind::endpoint;
    const SwitchKind& kind = netlist.kind_of((is_host ? channel.from : channel.to).instance);
    insert_if(all[channel.from.instance], channel.from.port.value,
              kind.switching == wormhole_switch::Switching::wormhole);
  }
  return all;
}

}  // namespace slackline::network
