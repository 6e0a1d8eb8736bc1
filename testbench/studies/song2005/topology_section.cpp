// Networks other than full trees: HSS along a spanning tree of an irregular network, and of a real fabric.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/run/network.hpp"
#include "testbench/schedule/conflict.hpp"
#include "testbench/schedule/dependency.hpp"
#include "testbench/schedule/hierarchical.hpp"
#include "testbench/schedule/spanning_tree.hpp"
#include "testbench/schedule/tree_routes.hpp"
#include "testbench/studies/song2005/networks.hpp"
#include "testbench/studies/song2005/skew_claim.hpp"
#include "testbench/studies/song2005/study.hpp"

namespace slackline::song2005 {

namespace {

using reproduction::Claim;

/// A network with its schedule.
struct TopologyCase {
  std::string name, experiment;
  features::TopologySettings topology;
};

struct Checked {
  std::vector<std::string> row;
  Claim claim;
};

std::string verdict_of(bool holds) { return holds ? "holds" : "DOES NOT HOLD"; }

Checked checked(const TopologyCase& c, const Measurements& measurements) {
  const network::Netlist network = features::network_of(on_topology(c.topology));
  const schedule::SpanningTree tree = schedule::spanning_tree(network).value();
  const auto hosts = schedule::first_hosts(static_cast<std::uint32_t>(network.endpoints.size()));
  const schedule::Hierarchy hierarchy = schedule::hierarchy_of(tree.tree, hosts);
  const schedule::Schedule hss = schedule::hierarchical(tree.tree, hosts);
  const network::Netlist along_tree = schedule::with_tree_routes(network, tree);
  const schedule::Paths paths(along_tree);
  const int levels = static_cast<int>(std::max(hierarchy.levels, 2u));

  Checked result;
  result.row = {c.name,
                std::to_string(network.switches.size()),
                std::to_string(hosts.size()),
                network.switches[tree.tree.root].name,
                std::to_string(levels),
                std::to_string(hss.slots()),
                verdict_of(check_dependency(hss).holds()),
                verdict_of(check_conflicts(hss, paths, along_tree.channels.size()).holds())};
  result.claim = skew_claim(
      "no skew along a spanning tree exceeds equation (10), kg = 17", fmt::format("{}: {} levels", c.name, levels), "",
      "", [&](const Model& model) { return hss_bound(model, levels); }, measurements, c.experiment);
  return result;
}

}  // namespace

reproduction::Section topology_section(const Measurements& measurements, const reproduction::Given& given) {
  std::vector<TopologyCase> cases{{"irregular, 16 switches", "irregular", irregular_topology()}};
  if (given.fabric) cases.push_back({given.fabric_name, "fabric", *given.fabric});

  reproduction::Section section{"Any topology", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "HSS asks for a tree; any network has one that spans it. The one with the fewest levels is taken, then with the "
      "fewest slots, and all packets keep to it. All links are as fast as the paper's."});
  if (!given.fabric)
    section.blocks.emplace_back(
        reproduction::Paragraph{"No real fabric was given: `--fabric FILE` names the file of one, such as a dump of "
                                "`ibnetdiscover`."});
  reproduction::Table table{"HSS along spanning trees",
                            {"network", "switches", "hosts", "root", "levels", "slots", "dependency", "conflict-free"},
                            {}};
  reproduction::ClaimTable claims{
      "The greatest skew after a synchronization along a spanning tree", "ns", skew_columns(), 2, {}};
  for (const TopologyCase& c : cases) {
    Checked result = checked(c, measurements);
    table.rows.push_back(std::move(result.row));
    claims.claims.push_back(std::move(result.claim));
  }
  section.blocks.emplace_back(std::move(table));
  section.blocks.emplace_back(std::move(claims));
  return section;
}

}  // namespace slackline::song2005
