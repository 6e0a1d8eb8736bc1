// in_tree: ways up and down on which the switch alone decides where a message goes next, so that the ways of all switches
// to one of them form a tree with that one as its root. Barriers build their trees on such ways (Sun, Cheung, Lin 2001,
// section 2); the shortest ways of Autonet's routing now and then are none, since there a message that has come down
// may have to go on by another port than one that has not.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/routing/switch_graph.hpp"

namespace slackline::routing {

inline constexpr std::uint16_t no_port = 0xffff;

/// A row of each switch with the port of the next channel towards each switch: one of the shortest ways down, where one
/// leads there that only goes down, otherwise of the shortest ways that begin with a channel up; of several ports the
/// lowest. no_port: at that switch itself, and where no way leads. `order` as for up_down(). Time: switches x channels.
std::vector<std::vector<std::uint16_t>> in_tree_ports(const SwitchGraph& graph,
                                                      const std::vector<std::uint32_t>& order);

/// For each switch and each other one, at from * switches + to: all ports by which a message may go on that can go by
/// in_tree_ports(): ports down on ways that only go down, where there are any, otherwise ports up after which a way of
/// these rules is left. Whatever is chosen at each switch, it arrives, and never goes up after down. Time: switches x
/// channels.
std::vector<PortSet> legal_ports(const SwitchGraph& graph, const std::vector<std::uint32_t>& order);

}  // namespace slackline::routing
