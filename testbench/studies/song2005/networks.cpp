#include "testbench/studies/song2005/networks.hpp"

#include "testbench/schedule/hierarchical.hpp"
#include "testbench/schedule/spanning_tree.hpp"
#include "testbench/studies/song2005/clock.hpp"

namespace slackline::song2005 {

features::Experiment full_tree(int k, int m, const Parameters& p, unsigned cycles_per_character) {
  features::TopologySettings topology;
  if (m == 2) {
    topology.kind = features::TopologyKind::single_switch;
    topology.hosts_per_switch = static_cast<std::uint64_t>(k);
  } else {
    topology.kind = features::TopologyKind::full_tree;
    topology.arity = static_cast<std::uint64_t>(k);
    topology.levels = static_cast<std::uint64_t>(m);
  }
  features::Experiment experiment = on_topology(topology, p, cycles_per_character);
  experiment.run.name = "full tree, k = " + std::to_string(k) + ", m = " + std::to_string(m);
  return experiment;
}

features::TopologySettings irregular_topology() {
  features::TopologySettings topology;
  topology.kind = features::TopologyKind::random;
  topology.switches = 16;
  topology.switch_links = 4;
  topology.seed = 5;
  return topology;
}

features::Experiment on_topology(const features::TopologySettings& topology, const Parameters& p,
                                 unsigned cycles_per_character) {
  features::Experiment experiment = reading_of(p, cycles_per_character).experiment;
  experiment.topology = topology;
  return experiment;
}

schedule::Schedule synchronizing_schedule(const network::Netlist& netlist) {
  const auto hosts = schedule::first_hosts(static_cast<std::uint32_t>(netlist.endpoints.size()));
  return schedule::hierarchical(schedule::spanning_tree(netlist).value().tree, hosts);
}

}  // namespace slackline::song2005
