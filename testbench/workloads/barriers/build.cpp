#include "testbench/workloads/barriers/build.hpp"

#include <algorithm>
#include <numeric>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/features/barrier/settings.hpp"
#include "testbench/features/barrier/trees.hpp"
#include "testbench/features/barrier/ways_round_failures.hpp"
#include "testbench/features/kinds/build.hpp"
#include "testbench/features/topology/settings.hpp"
#include "testbench/routing/in_tree.hpp"
#include "testbench/routing/up_down.hpp"
#include "testbench/workloads/barriers/groups.hpp"
#include "testbench/workloads/barriers/units.hpp"

namespace slackline::features {

namespace {

template <class To>
To cycles(const char* path, const Values& experiment) {
  return static_cast<To>(cycles_of(path, experiment));  // the table of keys has bounded it
}

/// The order of ways up and down: from a switch at the top, or from the levels of a tree.
struct Order {
  std::vector<std::uint32_t> switches;
  std::uint32_t top = 0;
};

Order order_of(const Values& experiment, const topology::Structure& structure, const network::Netlist& netlist,
               const routing::SwitchGraph& graph, bool units_everywhere) {
  const auto root = std::find_if(netlist.switches.begin(), netlist.switches.end(), [&](const auto& instance) {
    return instance.name == experiment.get<BarrierUnitSettings>().root;
  });
  const bool given = root != netlist.switches.end();
  // A file may describe no tree, and with links down a tree may be left with ways that go up twice.
  // So may one of switches with barrier units alone.
  const bool is_tree =
      structure.kind != topology::Kind::file && experiment.get<TopologySettings>().down.empty() && units_everywhere;
  if (!given && is_tree && !structure.level.empty()) {
    Order by_level{routing::order_by_level(structure.level), 0};
    by_level.top = by_level.switches.front();
    return by_level;
  }
  const auto top = given ? static_cast<std::uint32_t>(root - netlist.switches.begin()) : routing::center(graph);
  return {routing::order_from_root(graph, top), top};
}

using Rows = std::vector<std::vector<std::uint16_t>>;

/// `is_whole`: nothing is missing of the topology's kind.
Rows ports_of(BarrierTree tree, BarrierWays ways, const Order& order, const topology::Structure& structure,
              bool is_whole, const routing::SwitchGraph& graph) {
  switch (tree) {
    case BarrierTree::ordering: return barriers::spanning_tree_ports(graph, order.switches);
    case BarrierTree::x_y: return barriers::dimension_order_ports(graph, structure);
    case BarrierTree::path:
      if (structure.kind == topology::Kind::mesh && is_whole) return barriers::dimension_order_ports(graph, structure);
      break;
    case BarrierTree::built:
    case BarrierTree::star:
    case BarrierTree::switch_ordering:
      if (ways == BarrierWays::x_y) return barriers::dimension_order_ports(graph, structure);
      break;
  }
  return routing::in_tree_ports(graph, order.switches);
}

/// Empty where no group has one of its own.
std::vector<std::uint16_t> holds_of(const Values& experiment) {
  std::vector<std::uint16_t> holds;
  bool any = false;
  for (const BarrierGroup& group : experiment.get<BarrierSettings>().groups) {
    any = any || group.hold;
    holds.push_back(group.hold ? static_cast<std::uint16_t>(*group.hold)
                               : cycles<std::uint16_t>("switch.barrier.hold", experiment));
  }
  return any ? holds : std::vector<std::uint16_t>();
}

}  // namespace

std::shared_ptr<barrier::Traffic> barrier_traffic_of(const Values& e, const network::Netlist& netlist) {
  auto traffic = std::make_shared<barrier::Traffic>();
  traffic->hosts.resize(netlist.endpoints.size());
  traffic->rounds = static_cast<std::uint32_t>(e.get<BarrierSettings>().rounds);
  traffic->think = cycles<std::uint32_t>("barriers.think", e);
  traffic->period = cycles<std::uint32_t>("barriers.period", e);
  traffic->send_overhead = cycles<std::uint32_t>("barriers.send_overhead", e);
  traffic->receive_overhead = cycles<std::uint32_t>("barriers.receive_overhead", e);
  const HostIndex index(netlist);
  for (std::size_t g = 0; g < e.get<BarrierSettings>().groups.size(); ++g) {
    const BarrierGroup& settings = e.get<BarrierSettings>().groups[g];
    const Group group = group_of(settings, netlist, index, true);
    RandomStream random(settings.seed, 1, RandomPurpose::mapping);  // stream 0 draws the members
    const std::vector<std::uint16_t> members(group.members.begin(), group.members.end());
    std::vector<Cycle> enters;
    for (const std::uint16_t member : members) {
      const std::uint64_t later = settings.spread == 0 ? 0 : random.below(static_cast<std::uint32_t>(settings.spread));
      enters.push_back(group.is_absent[member] ? never : Cycle(settings.from + later));
    }
    barrier::add_group(*traffic, static_cast<std::uint8_t>(g), static_cast<std::uint16_t>(group.centre), members,
                       enters);
  }
  return traffic;
}

void add_barriers(const Values& experiment, const topology::Structure& structure, network::Netlist& netlist) {
  const BarrierSettings& settings = experiment.get<BarrierSettings>();
  std::shared_ptr<barrier::Traffic> traffic;
  if (!settings.groups.empty()) netlist.barriers = traffic = barrier_traffic_of(experiment, netlist);
  if (settings.tree == BarrierTree::star && traffic != nullptr)
    for (std::vector<barrier::Membership>& of_host : traffic->hosts)
      for (barrier::Membership& of : of_host) {
        of.by_software = true;
        of.parent = barrier_unit::Address::of_host(of.centre);
      }
  if (!has_barrier_units(experiment)) return;
  const Units units = units_of(experiment, netlist);
  const routing::SwitchGraph graph(units.everywhere() ? netlist : joined_by_units(netlist, units));
  const Order order = order_of(experiment, structure, netlist, graph, units.everywhere());
  std::vector<std::uint16_t>& ports = netlist.barrier_ways.ports_to_switch;
  ports.reserve(std::size_t{graph.switches()} * graph.switches());
  for (const std::vector<std::uint16_t>& row :
       ports_of(settings.tree, experiment.get<BarrierUnitSettings>().ways, order, structure,
                experiment.get<TopologySettings>().down.empty(), graph))
    ports.insert(ports.end(), row.begin(), row.end());
  if (experiment.get<BarrierUnitSettings>().adaptive)
    netlist.barrier_ways.choices = barriers::ways_round_failures(netlist, order.switches, order.top,
                                                                 cycles_of("switch.barrier.notice", experiment));
  netlist.barrier_ways.holds = holds_of(experiment);
  if (traffic != nullptr && settings.tree == BarrierTree::switch_ordering) {
    std::vector<std::uint32_t> switches(graph.switches());
    std::iota(switches.begin(), switches.end(), 0u);
    if (!settings.orders_by_number) switches = barriers::depth_first(graph, order.switches);
    barriers::plan_member_trees(graph, switches, settings.combines_in_hardware, *traffic);
  }
  if (traffic == nullptr || !is_planned(settings.tree)) return;
  if (settings.tree == BarrierTree::path) return barriers::plan_paths(graph, netlist.barrier_ways, *traffic);
  barriers::TreeRoot root;
  if (settings.tree == BarrierTree::ordering) root.top = order.top;
  barriers::plan_trees(graph, root, settings.acknowledge, netlist.barrier_ways, *traffic);
}

}  // namespace slackline::features
