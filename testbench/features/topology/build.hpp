// From the keys of the topology to switches, hosts and channels.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/topology/settings.hpp"
#include "testbench/topology/shape.hpp"

namespace slackline::features {

/// For any settings; a ring of several sizes is that of the first.
topology::Shape shape_of(const TopologySettings& settings);

/// The facts of the structure that are known before it is built: all but the lists with a value for each switch.
topology::Structure outline_of(const TopologySettings& settings);

/// Takes any values.
std::uint64_t hosts_of(const Values& experiment);

/// The network has one switch; takes any values.
bool has_one_switch(const Values& experiment);

/// A network without routes, and what routing needs to know of it.
struct Unrouted {
  network::Netlist netlist;
  topology::Structure structure;
};

/// Switches, hosts and channels by the topology alone, without what is down: for names. For 2 to 2^24 hosts.
network::Netlist bare_network_of(const Values& experiment);

/// Takes the channels between switches away that `down` names, each with the other direction of its link, and all of
/// those at switches that it names. A switch stays, without a link to others. Names of nothing are left out:
/// check_routing reports them.
void take_down(const std::vector<std::string>& down, network::Netlist& netlist);

/// How many links and switches `down` names of the whole network, each once, by whichever of its channels.
std::size_t count_down(const std::vector<std::string>& down, const network::Netlist& whole);

}  // namespace slackline::features
