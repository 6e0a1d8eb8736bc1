#include "testbench/workloads/multicast/build.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/nic/error_text.hpp"
#include "testbench/features/nic/firmware_start.hpp"
#include "testbench/features/run/settings.hpp"
#include "testbench/multicast/algorithms.hpp"
#include "testbench/multicast/buffer_graph.hpp"
#include "testbench/multicast/optimum.hpp"
#include "testbench/workloads/multicast/groups.hpp"
#include "testbench/workloads/multicast/path_tables.hpp"
#include "testbench/workloads/multicast/program.hpp"
#include "testbench/workloads/multicast/settings.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::multicast {

namespace {

using features::MulticastSettings;

/// Cycles of the handler that accepts a worm and sends it on while it comes, by what it reads and writes: counted.
std::uint32_t cycles_of_forwarding(const nic::Costs& costs) {
  constexpr std::uint32_t reads = 17, writes = 16, loads = 70, stores = 31;
  return costs.event[NIC_EVENT_RX_HEADER] + reads * costs.register_read + writes * costs.register_write +
         loads * costs.load + stores * costs.store;
}

/// The terms of equation (1) in this network.
Costs costs_of(const network::Netlist& netlist, const GroupTraffic& traffic) {
  const nic::Params& nic = netlist.interfaces->nics.front();
  const auto forwarding =
      static_cast<std::uint32_t>(traffic.paths.forwarding.value_or(cycles_of_forwarding(nic.costs)));
  Costs costs{header_latencies(netlist, forwarding)};
  costs.copy_cycles = port::packet_flits(netlist.port_params.format, traffic.words + firmware::worm_header_words);
  costs.cut_through = traffic.paths.by == Forwarders::interfaces &&
                      nic.own_parameters[firmware::own_parameter(*nic.firmware, "cut_through")] != 0;
  return costs;
}

/// The trees of one program.
class Planner {
 public:
  Planner(const network::Netlist& netlist, const GroupTraffic& traffic) : netlist_(netlist), traffic_(traffic) {}

  /// `first_group`: the number of its first group in the network. `plan`: gets the trees along which hosts forward; nullptr:
  /// interfaces do, and need buffers and tables.
  TreeFacts add_to(BufferGraph& buffers, PathTables& tables, std::uint32_t first_group, Plan* plan) {
    const PathSettings& paths = traffic_.paths;
    const Costs costs = costs_of(netlist_, traffic_);
    const bool has_own_orders = paths.order == HostOrder::group;
    const std::optional<Distances> hops = traffic_.order.empty() ? std::optional(hop_counts(netlist_)) : std::nullopt;
    std::optional<Order> order;
    if (!has_own_orders) order = hops ? shortest_order(*hops) : Order(traffic_.order);
    std::optional<std::uint32_t> most_children;
    if (paths.branching) most_children = static_cast<std::uint32_t>(*paths.branching);
    TreeFacts facts;
    facts.algorithm = to_string(paths.algorithm);
    facts.is_ordered = is_ordered(paths.algorithm);
    for (std::uint32_t g = 0; g < traffic_.groups->size(); ++g) {
      if (has_own_orders) order = shortest_order(*hops, (*traffic_.groups)[g].members);
      for (const std::uint32_t source : (*traffic_.groups)[g].members) {
        const std::vector<std::uint32_t>& own = traffic_.groups_of[source];
        if (std::find(own.begin(), own.end(), g) == own.end()) continue;
        const Tree tree = build(paths.algorithm, (*traffic_.groups)[g].members, source, *order, costs, most_children);
        facts.depth = std::max(facts.depth, depth(tree));
        facts.branching = std::max(facts.branching, branching(tree));
        const std::uint64_t cycles = cost(tree, costs);
        ++facts.trees;
        facts.cost_sum += cycles;
        facts.cost_most = std::max(facts.cost_most, cycles);
        compare_with_optimum(tree, cycles, *order, costs, most_children);
        if (plan != nullptr) {
          plan->emplace(std::pair(g, source), tree);
        } else {
          buffers.add(tree);
          tables.add(first_group + g, tree, paths.has_two_classes);
        }
      }
    }
    if (compared_ != 0) facts.cost_over_optimum = ratios_ / static_cast<double>(compared_);
    return facts;
  }

 private:
  /// Of trees of small groups, and of so many that it takes no time that anyone notices.
  void compare_with_optimum(const Tree& tree, std::uint64_t cycles, const Order& order, const Costs& costs,
                            std::optional<std::uint32_t> most_children) {
    constexpr std::size_t most_members = 8;
    constexpr unsigned most_trees = 64;
    const bool is_tree = tree.algorithm == Algorithm::up_down || tree.algorithm == Algorithm::wrap_around;
    if (!is_tree || tree.members.size() > most_members || compared_ == most_trees) return;
    const std::uint64_t least =
        cost(optimum(tree.algorithm, tree.members, tree.root, order, costs, most_children), costs);
    ++compared_;
    ratios_ += least == 0 ? 1 : static_cast<double>(cycles) / static_cast<double>(least);
  }

  const network::Netlist& netlist_;
  const GroupTraffic& traffic_;
  unsigned compared_ = 0;
  double ratios_ = 0;
};

/// Why the firmware does not begin with the table of some host; empty: it does everywhere.
std::string objection_to_start(const network::Netlist& netlist, const std::vector<std::vector<std::uint32_t>>& tables) {
  std::optional<features::MemoryNeed> most;
  std::uint32_t in_too_little = 0;
  for (std::size_t host = 0; host < tables.size(); ++host) {
    if (!netlist.has_interface(host)) continue;
    nic::Params params = netlist.nic_of(host);
    params.nodes = static_cast<std::uint32_t>(tables.size());
    if (const auto need = features::memory_need(params, &tables[host])) {
      if (most && need->bytes <= most->bytes) continue;
      most = need;
      in_too_little = params.memory_bytes;
    } else if (const nic::FirmwareError error = features::error_of_start(params, &tables[host]);
               error.kind != nic::FirmwareErrorKind::none) {
      return "firmware multicast does not begin at " + netlist.endpoints[host].name + ": " + nic::error_text(error) +
             "\n";
    }
  }
  if (!most) return {};
  return "nic.memory: " + std::to_string(in_too_little) + " B; allowed: at least " + std::to_string(most->bytes) +
         " B for firmware multicast with the tables of these groups" + (most->said.empty() ? "" : ", which says: ") +
         most->said + "\n";
}

}  // namespace

std::shared_ptr<port::Program> program_of(const settings::Values& experiment, const network::Netlist& netlist) {
  const MulticastSettings& settings = experiment.get<MulticastSettings>();
  Groups groups = groups_of(experiment, netlist, {});
  ProgramParams p;
  p.paths = settings;
  p.order = given_order(experiment, netlist, {});
  p.groups = std::make_shared<const host::Groups>(std::move(groups.groups));
  p.groups_of = std::move(groups.groups_of);
  p.words = static_cast<std::uint32_t>(settings.words);
  p.messages_per_cycle = settings.load / static_cast<double>(settings.words);
  if (settings.messages) p.messages = *settings.messages;
  p.seed = experiment.get<features::RunSettings>().seed;
  return std::make_shared<Program>(std::move(p));
}

std::string complete(const settings::Values&, network::Netlist& netlist) {
  std::vector<GroupProgram*> programs;
  unsigned place = 0;
  for (const generator::Workload& workload : netlist.workloads) {
    if (auto* own = dynamic_cast<Program*>(workload.program.get())) own->set_place(place++);
    if (auto* program = dynamic_cast<GroupProgram*>(workload.program.get());
        program != nullptr && program->group_traffic() != nullptr)
      programs.push_back(program);
  }
  if (programs.empty()) return {};
  const auto any = [&](auto&& is) {
    return std::any_of(programs.begin(), programs.end(),
                       [&](const GroupProgram* program) { return is(program->group_traffic()->paths); });
  };
  const bool is_allowed = any([](const PathSettings& paths) { return paths.allows_deadlock; });
  auto all = std::make_shared<host::Groups>();
  BufferGraph buffers(any([](const PathSettings& paths) { return !paths.has_two_classes; }));
  PathTables tables(static_cast<std::uint32_t>(netlist.endpoints.size()));
  try {
    for (GroupProgram* const program : programs) {
      const GroupTraffic& traffic = *program->group_traffic();
      const auto first_group = static_cast<std::uint32_t>(all->size());
      const auto plan = traffic.paths.by == Forwarders::hosts ? std::make_shared<Plan>() : nullptr;
      TreeFacts trees = Planner(netlist, traffic).add_to(buffers, tables, first_group, plan.get());
      program->set_paths(first_group, std::move(trees), plan);
      if (plan == nullptr) all->insert(all->end(), traffic.groups->begin(), traffic.groups->end());
    }
  } catch (const std::invalid_argument& wrong) {
    return std::string("multicasts: ") + wrong.what() + "\n";
  }
  if (const std::vector<Buffer> cycle = buffers.cycle(); !cycle.empty() && !is_allowed)
    return "multicasts may deadlock: buffers wait for one another, " + to_string(cycle) +
           "; allowed: two classes, one order of hosts and one family of paths in a run, or allow_deadlock: true\n";
  if (all->empty()) return {};
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  interfaces->groups = all;
  interfaces->tables = tables.take(static_cast<std::uint32_t>(all->size()));
  if (std::string objection = objection_to_start(netlist, interfaces->tables); !objection.empty()) return objection;
  netlist.interfaces = std::move(interfaces);
  return {};
}

}  // namespace slackline::multicast
