// shortest_path: the shortest ways through any network, one of them or all.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/network/route_tables.hpp"
#include "testbench/routing/on_progress.hpp"
#include "testbench/routing/switch_graph.hpp"

namespace slackline::routing {

/// On a dragonfly routes are minimal as Kim, Dally, Scott and Abts have it ("Technology-driven, highly-scalable
/// dragonfly topology", ISCA 2008, section 4.1): within the source's group, over one channel to the destination's,
/// within that. A way through a third group may be as short or shorter, but is not taken: two virtual channels would
/// not do for it. Empty: not a dragonfly; otherwise the group of each switch.
using Groups = std::vector<std::uint32_t>;

enum class Ways {
  one,  ///< for each switch and node, by the seed one of all shortest ways
  all,  ///< port sets, too
};

/// Tables of one row. The class of a hop is 0, on a dragonfly 1 at switches of the destination's group. No route, and
/// an empty set, where there is no way. Nothing: a switch has more than 65536 different port sets. Time: destinations x
/// channels.
std::optional<network::RouteTables> shortest_paths(const SwitchGraph& graph, const Groups& groups, Ways ways,
                                                   std::uint64_t seed, const OnProgress& on_progress = {});

}  // namespace slackline::routing
