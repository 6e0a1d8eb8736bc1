// The dependencies of a network by walking every route from every host to every other, one virtual channel at a time:
// slow and as simple as possible. The reference for the proof.
#pragma once

#include <set>
#include <utility>

#include "rtl_models/network/netlist.hpp"

namespace slackline::test {

/// A channel between switches (index into Netlist::channels) and a virtual channel of it.
using Lane = std::pair<std::uint32_t, unsigned>;
using Dependencies = std::set<std::pair<Lane, Lane>>;

/// Dependencies of packets to one node.
Dependencies dependencies_to(const network::Netlist& netlist, std::uint32_t node);
/// Dependencies of all packets.
Dependencies all_dependencies(const network::Netlist& netlist);

/// Lanes of the shortest cycle; 0 if there is none.
std::size_t shortest_cycle(const Dependencies& dependencies);

}  // namespace slackline::test
