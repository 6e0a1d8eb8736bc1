// knots: in a graph of who waits for whom, those sets that wait for nobody outside and cannot be made smaller. Who
// waits for any of several is stuck when all of them are: a knot is stuck for ever, and so is who can reach nothing but
// knots.
#pragma once

#include <cstdint>
#include <vector>

namespace slackline::monitors {

/// The nodes that node n waits for. A number that is no node is not looked at.
using WaitGraph = std::vector<std::vector<std::uint32_t>>;

/// The final strongly connected components: each a list of nodes, in an order in which each waits for the one after
/// it wherever the component is a ring. A node that waits for nobody is one by itself. Takes linear time (Tarjan 1972).
std::vector<std::vector<std::uint32_t>> final_components(const WaitGraph& graph);

/// `nodes`, a final component, is more than a node that waits for nobody.
bool is_knot(const WaitGraph& graph, const std::vector<std::uint32_t>& nodes);

}  // namespace slackline::monitors
