#include "tests/rtl_models/barrier/quiet_barriers.hpp"

#include <algorithm>
#include <numeric>

#include "testbench/features/barrier/trees.hpp"
#include "testbench/routing/in_tree.hpp"
#include "testbench/routing/up_down.hpp"

namespace slackline::test {

namespace {

std::vector<std::vector<std::uint16_t>> ports_of(TreeKind kind, const routing::SwitchGraph& graph,
                                                 const topology::Structure& structure) {
  return kind == TreeKind::built ? routing::in_tree_ports(graph, routing::order_from_root(graph, 0))
                                 : barriers::dimension_order_ports(graph, structure);
}

}  // namespace

network::Netlist quiet_barriers(const QuietSettings& settings, const std::vector<std::uint32_t>& members,
                                std::uint32_t centre) {
  network::Netlist netlist;
  const topology::Structure structure = topology::build(settings.shape, netlist);
  wormhole_switch::Params& p = netlist.switch_kinds[0];
  p.buffer.flits = 32;
  p.flow = {24, 4, 0};
  p.barrier.preemption.architecture = settings.architecture;
  p.barrier.unit.reliability = settings.reliability;
  p.barrier.unit.buffer = 8;
  auto traffic = std::make_shared<barrier::Traffic>();
  traffic->hosts.resize(netlist.endpoints.size());
  traffic->rounds = settings.rounds;
  traffic->think = settings.think;
  traffic->send_overhead = traffic->receive_overhead = settings.overhead;
  barrier::add_group(*traffic, 3, static_cast<std::uint16_t>(centre), {members.begin(), members.end()},
                     std::vector<Cycle>(members.size()));
  const routing::SwitchGraph graph(netlist);
  for (const auto& row : ports_of(settings.tree, graph, structure))
    netlist.barrier_ways.ports_to_switch.insert(netlist.barrier_ways.ports_to_switch.end(), row.begin(), row.end());
  if (settings.adaptive)
    netlist.barrier_ways.choices = {
        {Cycle(), Cycle(), routing::legal_ports(graph, routing::order_from_root(graph, 0)), {}}};
  if (settings.tree == TreeKind::planned_on_grid)
    barriers::plan_trees(graph, {}, settings.acknowledged, netlist.barrier_ways, *traffic);
  if (settings.tree == TreeKind::paths_on_grid) barriers::plan_paths(graph, netlist.barrier_ways, *traffic);
  if (settings.tree == TreeKind::of_members) {
    std::vector<std::uint32_t> order(graph.switches());
    std::iota(order.begin(), order.end(), 0u);
    barriers::plan_member_trees(graph, order, settings.combines_in_hardware, *traffic);
  }
  netlist.barriers = std::move(traffic);
  netlist.workloads[0].traffic.packets_per_cycle = 0;
  return netlist;
}

std::vector<std::uint64_t> latencies(const network::Fabric& fabric) {
  std::vector<std::uint64_t> cycles;
  for (unsigned round = 0; round < fabric.netlist().barriers->rounds; ++round) {
    Cycle in, out;
    for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i) {
      const generator::State& host = fabric.generator_state(i);
      for (unsigned g = 0; g < host.groups; ++g) {
        in = std::max(in, host.members[g].entered[round]);
        out = std::max(out, host.members[g].left[round]);
      }
    }
    cycles.push_back(out - in);
  }
  return cycles;
}

}  // namespace slackline::test
