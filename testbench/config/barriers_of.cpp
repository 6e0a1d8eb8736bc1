#include "testbench/config/barriers_of.hpp"

#include <algorithm>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/config/barrier_groups.hpp"
#include "testbench/config/key.hpp"
#include "testbench/routing/barrier_trees.hpp"
#include "testbench/routing/in_tree.hpp"
#include "testbench/routing/up_down.hpp"
#include "testbench/routing/ways_round_failures.hpp"

namespace slackline::config {

namespace {

template <class To>
To cycles(const char* path, const Experiment& experiment) {
  return static_cast<To>(cycles_of(path, experiment));  // the table of keys has bounded it
}

/// The order of ways up and down: from a switch at the top, or from the levels of a tree.
struct Order {
  std::vector<std::uint32_t> switches;
  std::uint32_t top = 0;
};

Order order_of(const Experiment& experiment, const topology::Structure& structure, const network::Netlist& netlist,
               const routing::SwitchGraph& graph) {
  const auto root = std::find_if(netlist.switches.begin(), netlist.switches.end(), [&](const auto& instance) {
    return instance.name == experiment.switches.barrier.root;
  });
  const bool given = root != netlist.switches.end();
  // A file may describe no tree, and with links down a tree may be left with ways that go up twice.
  const bool is_tree = structure.kind != topology::Kind::file && experiment.topology.down.empty();
  if (!given && is_tree && !structure.level.empty()) {
    Order by_level{routing::order_by_level(structure.level), 0};
    by_level.top = by_level.switches.front();
    return by_level;
  }
  const auto top = given ? static_cast<std::uint32_t>(root - netlist.switches.begin()) : routing::center(graph);
  return {routing::order_from_root(graph, top), top};
}

using Rows = std::vector<std::vector<std::uint8_t>>;

/// `is_whole`: nothing is missing of the topology's kind.
Rows ports_of(BarrierTree tree, const Order& order, const topology::Structure& structure, bool is_whole,
              const routing::SwitchGraph& graph) {
  switch (tree) {
    case BarrierTree::ordering: return routing::spanning_tree_ports(graph, order.switches);
    case BarrierTree::x_y: return routing::dimension_order_ports(graph, structure);
    case BarrierTree::path:
      if (structure.kind == topology::Kind::mesh && is_whole) return routing::dimension_order_ports(graph, structure);
      break;
    case BarrierTree::built:
    case BarrierTree::star: break;
  }
  return routing::in_tree_ports(graph, order.switches);
}

/// Empty where no group has one of its own.
std::vector<std::uint16_t> holds_of(const Experiment& experiment) {
  std::vector<std::uint16_t> holds;
  bool any = false;
  for (const BarrierGroup& group : experiment.barriers.groups) {
    any = any || group.hold;
    holds.push_back(group.hold ? static_cast<std::uint16_t>(*group.hold)
                               : cycles<std::uint16_t>("switch.barrier.hold", experiment));
  }
  return any ? holds : std::vector<std::uint16_t>();
}

}  // namespace

bool has_barrier_units(const Experiment& experiment) {
  return experiment.switches.barrier.architecture != preemption_unit::Architecture::none;
}

wormhole_switch::BarrierParams barrier_params(const Experiment& e, std::uint8_t buffer) {
  const BarrierUnitSettings& s = e.switches.barrier;
  wormhole_switch::BarrierParams p;
  p.preemption.architecture = s.architecture;
  p.preemption.victim = s.victim;
  p.preemption.preempt = cycles<std::uint8_t>("switch.barrier.preempt", e);
  p.hold = cycles<std::uint16_t>("switch.barrier.hold", e);
  p.unit.entries = static_cast<std::uint16_t>(s.entries);
  p.unit.queue = static_cast<std::uint8_t>(s.queue);
  p.unit.delay = cycles<std::uint8_t>("switch.barrier.delay", e);
  p.unit.reliability = cycles<std::uint8_t>("switch.barrier.reliability", e);
  p.unit.buffer = buffer;
  p.stop_at = static_cast<std::uint8_t>(s.stop_at);
  p.padding_delay = cycles<std::uint8_t>("switch.barrier.padding_delay", e);
  return p;
}

std::shared_ptr<endpoint::BarrierTraffic> barrier_traffic_of(const Experiment& e, const network::Netlist& netlist) {
  auto traffic = std::make_shared<endpoint::BarrierTraffic>();
  traffic->hosts.resize(netlist.endpoints.size());
  traffic->rounds = static_cast<std::uint32_t>(e.barriers.rounds);
  traffic->think = cycles<std::uint32_t>("barriers.think", e);
  traffic->send_overhead = cycles<std::uint32_t>("barriers.send_overhead", e);
  traffic->receive_overhead = cycles<std::uint32_t>("barriers.receive_overhead", e);
  const HostIndex index(netlist);
  for (std::size_t g = 0; g < e.barriers.groups.size(); ++g) {
    const BarrierGroup& settings = e.barriers.groups[g];
    const Group group = group_of(settings, netlist, index, true);
    RandomStream random(settings.seed, 1, RandomPurpose::mapping);  // stream 0 draws the members
    const std::vector<std::uint16_t> members(group.members.begin(), group.members.end());
    std::vector<Cycle> enters;
    for (const std::uint16_t member : members) {
      const std::uint64_t later = settings.spread == 0 ? 0 : random.below(static_cast<std::uint32_t>(settings.spread));
      enters.push_back(group.is_absent[member] ? never : Cycle(settings.from + later));
    }
    endpoint::add_group(*traffic, static_cast<std::uint8_t>(g), static_cast<std::uint16_t>(group.centre), members,
                        enters);
  }
  return traffic;
}

void add_barriers(const Experiment& experiment, const topology::Structure& structure, network::Netlist& netlist) {
  const BarrierSettings& settings = experiment.barriers;
  std::shared_ptr<endpoint::BarrierTraffic> traffic;
  if (!settings.groups.empty()) netlist.endpoint_params.barriers = traffic = barrier_traffic_of(experiment, netlist);
  if (settings.tree == BarrierTree::star && traffic != nullptr)
    for (std::vector<endpoint::Membership>& of_host : traffic->hosts)
      for (endpoint::Membership& of : of_host) of.star = true;
  if (!has_barrier_units(experiment)) return;
  const routing::SwitchGraph graph(netlist);
  const Order order = order_of(experiment, structure, netlist, graph);
  std::vector<std::uint8_t>& ports = netlist.barrier_ways.ports_to_switch;
  ports.reserve(std::size_t{graph.switches()} * graph.switches());
  for (const std::vector<std::uint8_t>& row :
       ports_of(settings.tree, order, structure, experiment.topology.down.empty(), graph))
    ports.insert(ports.end(), row.begin(), row.end());
  if (experiment.switches.barrier.adaptive)
    netlist.barrier_ways.choices = routing::ways_round_failures(netlist, order.switches, order.top,
                                                                cycles_of("switch.barrier.notice", experiment));
  netlist.barrier_ways.holds = holds_of(experiment);
  if (traffic == nullptr || !is_planned(settings.tree)) return;
  if (settings.tree == BarrierTree::path) return routing::plan_paths(graph, netlist.barrier_ways, *traffic);
  routing::TreeRoot root;
  if (settings.tree == BarrierTree::ordering) root.top = order.top;
  routing::plan_trees(graph, root, settings.acknowledge, netlist.barrier_ways, *traffic);
}

}  // namespace slackline::config
