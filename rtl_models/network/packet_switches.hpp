// packet_switches: what packet switches need of their network, for the checks of a netlist and for both engines.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::network {

/// Adds the violations of a completed netlist with packet switches: routes that do not follow from the destination alone, packets that
/// are too long for a kind, links whose other end does not fit.
void check_packet_switches(const Netlist& netlist, std::uint32_t longest_packet, Violations& found);

// Of an elaborated netlist, by switch; those of wormhole switches mean nothing.
/// With the rates of its links, and its uplinks: ports with a link to another switch.
std::vector<packet_switch::Params> packet_switch_params(const Netlist& netlist);
/// Outputs whose receiver stops flits, and not only packets.
std::vector<PortSet> outputs_stopped_by_flits(const Netlist& netlist);
/// The port of the switch at this place (route_places()) that leads to each destination, or packet_switch::no_port.
std::vector<std::uint16_t> forwarding_table(const Netlist& netlist, const route_unit::Place& place);

}  // namespace slackline::network
