#include "testbench/fabric_file/asides.hpp"

#include <algorithm>
#include <utility>

#include "testbench/text/counted.hpp"
#include "testbench/text/some_of.hpp"

namespace slackline::fabric_file {

void leave_out_asides(FabricFile& file) {
  std::vector<std::uint32_t> number(file.nodes.size());
  std::vector<bool> stays(file.nodes.size());
  std::vector<std::string> routers;
  std::vector<Node> nodes;
  std::size_t aggregation_nodes = 0;
  for (std::size_t n = 0; n < file.nodes.size(); ++n) {
    const Aside aside = file.nodes[n].aside;
    stays[n] = aside == Aside::no || (aside == Aside::aggregation_node && file.keeps_aggregation_nodes);
    number[n] = static_cast<std::uint32_t>(nodes.size());
    if (stays[n]) {
      nodes.push_back(std::move(file.nodes[n]));
    } else if (aside == Aside::router) {
      routers.push_back(file.nodes[n].description.empty() ? file.nodes[n].id : file.nodes[n].description);
    } else {
      ++aggregation_nodes;
    }
  }
  file.nodes = std::move(nodes);
  std::vector<Cable> cables;
  for (Cable& cable : file.cables) {
    if (!stays[cable.a.node] || !stays[cable.b.node]) continue;
    cable.a.node = number[cable.a.node];
    cable.b.node = number[cable.b.node];
    cables.push_back(std::move(cable));
  }
  file.cables = std::move(cables);
  if (aggregation_nodes != 0)
    file.notes.push_back("left out: " + text::counted(aggregation_nodes, "aggregation node") +
                         " of switches, which are no hosts (topology.aggregation_nodes: keep takes them for hosts)");
  if (!routers.empty()) file.notes.push_back("left out, routers to other subnets: " + text::some_of(routers));
}

}  // namespace slackline::fabric_file
