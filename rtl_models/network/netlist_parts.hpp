// netlist_parts: questions about parts of a netlist that its checks and its elaboration both ask.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::network {

/// The port is one of an instance of the netlist.
bool exists(const Netlist& netlist, const PortRef& port);
/// "switch0_p3", or "host7"; of an instance that does not exist its number, "host #7".
std::string port_text(const Netlist& netlist, const PortRef& port);

/// At one end of the channel is a host.
bool has_host(const Channel& channel);
/// The kind of the switch at the end of a channel; for a channel to a host, that of the switch at its beginning, whose
/// parameters the host follows. For a switch that does not exist, which is reported elsewhere, the first kind.
const SwitchKind& receiving_kind(const Netlist& netlist, const Channel& channel);

/// For each host the kind of the switch that it sends to; 0 where it sends to none.
std::vector<std::uint32_t> kinds_at_hosts(const Netlist& netlist);
/// The host of that node sends packets of the workload, or receives them.
bool takes_part(const generator::Workload& workload, std::uint32_t node);

/// Flits of the longest packet of a completed netlist, with those of the longest route.
std::uint32_t longest_packet(const Netlist& netlist);

/// The interfaces of hosts, with the tables that barriers need. Only for a netlist that has interfaces.
HostInterfaces completed_interfaces(const Netlist& netlist);
/// An interface of this kind at switches of a kind, completed for this network.
InterfaceKind completed_interface(const Netlist& netlist, const nic::Params& nic, const wormhole_switch::Params& at);

}  // namespace slackline::network
