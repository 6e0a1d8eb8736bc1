#include "testbench/schedule/tree_routes.hpp"

#include <utility>

#include "testbench/routing/shortest_path.hpp"

namespace slackline::schedule {

network::Netlist with_tree_routes(network::Netlist netlist, const SpanningTree& tree) {
  std::vector<network::Channel> of_tree;
  for (const std::uint32_t channel : tree.channels) of_tree.push_back(netlist.channels[channel]);
  std::swap(netlist.channels, of_tree);
  const routing::SwitchGraph graph(netlist);
  std::swap(netlist.channels, of_tree);

  // On a tree there is one way, and so no choice for the seed.
  netlist.route_tables = routing::shortest_paths(graph, {}, routing::Ways::one, 1).value();
  route_unit::Params& route = netlist.routing;
  if (route.kind == route_unit::Kind::dimension_order) route.kind = route_unit::Kind::table;
  route.dateline = route.valiant = false;
  route.choice = route_unit::Choice::none;
  route.classes = 1;
  return netlist;
}

}  // namespace slackline::schedule
