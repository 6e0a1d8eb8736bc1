#include "testbench/workloads/multicast/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/firmware/multicast_worm.h"
#include "rtl_models/nic/error_text.hpp"
#include "testbench/features/nic/firmware_start.hpp"
#include "testbench/features/run/settings.hpp"
#include "testbench/multicast/algorithms.hpp"
#include "testbench/multicast/buffer_graph.hpp"
#include "testbench/multicast/optimum.hpp"
#include "testbench/workloads/multicast/firmware_cycles.hpp"
#include "testbench/workloads/multicast/groups.hpp"
#include "testbench/workloads/multicast/path_tables.hpp"
#include "testbench/workloads/multicast/program.hpp"
#include "testbench/workloads/multicast/scheme.hpp"
#include "testbench/workloads/multicast/settings.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::multicast {

namespace {

using features::MulticastSettings;

/// All interfaces have the same.
std::uint32_t setting_of(const network::Netlist& netlist, const char* key) {
  const nic::Params& nic = netlist.interfaces->nics.front();
  return nic.own_parameters[firmware::own_parameter(*nic.firmware, key)];
}

/// Its maximum.
std::uint32_t most_of_setting(const network::Netlist& netlist, const char* key) {
  const nic_firmware& firmware = *netlist.interfaces->nics.front().firmware;
  return firmware.own[firmware::own_parameter(firmware, key)].most;
}

/// Cycles in which a worm of so many words leaves on the link of a host, the mean of all hosts.
std::uint64_t link_cycles(const network::Netlist& netlist, std::uint64_t words) {
  std::uint64_t cycles_of_flit = 0, links = 0;
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == network::InstanceKind::endpoint) {
      cycles_of_flit += channel.cycles_per_flit.rounded_up();
      ++links;
    }
  const std::uint64_t flits = port::packet_flits(netlist.port_params.format, words);
  return links == 0 ? flits : flits * cycles_of_flit / links;
}

/// The terms of equation (1) in this network.
Costs costs_of(const network::Netlist& netlist, const GroupTraffic& traffic) {
  const nic::Params& nic = netlist.interfaces->nics.front();
  const bool by_interfaces = traffic.paths.by == Forwarders::interfaces;
  const std::uint32_t scheme = by_interfaces ? setting_of(netlist, "scheme") : std::uint32_t{SCHEME_FIFO};
  const auto forwarding = traffic.paths.forwarding.value_or(
      cycles_of_forwarding(nic.costs, scheme,
                           {link_cycles(netlist, 0), link_cycles(netlist, firmware::worm_header_words),
                            link_cycles(netlist, CONTROL_WORDS)}));
  Costs costs{header_latencies(netlist, static_cast<std::uint32_t>(forwarding))};
  const std::uint64_t of_link = link_cycles(netlist, traffic.words + firmware::worm_header_words);
  // The software of hosts takes no time.
  const std::uint64_t by_itself =
      by_interfaces ? cycles_of_copy(nic.costs, scheme, traffic.paths.algorithm, of_link) : of_link;
  costs.copy_cycles = traffic.paths.copying.value_or(by_itself);
  costs.cut_through = by_interfaces && setting_of(netlist, "cut_through") != 0;
  return costs;
}

/// The IDs of all hosts; nothing: each group has its own.
std::optional<Order> order_of_all(const network::Netlist& netlist, const GroupTraffic& traffic) {
  if (traffic.paths.order == HostOrder::group) return std::nullopt;
  return traffic.order.empty() ? shortest_order(hop_counts(netlist)) : Order(traffic.order);
}

/// The trees of one program.
class Planner {
 public:
  Planner(const network::Netlist& netlist, const GroupTraffic& traffic) : netlist_(netlist), traffic_(traffic) {}

  /// `first_group`: the number of its first group in the network. `plan`: gets the trees along which hosts forward; nullptr:
  /// interfaces do, and need buffers and tables. `has_classes`: interfaces have two, unless the settings of paths ask for one.
  TreeFacts add_to(BufferGraph& buffers, PathTables& tables, std::uint32_t first_group, bool has_classes, Plan* plan) {
    const PathSettings& paths = traffic_.paths;
    const Costs costs = costs_of(netlist_, traffic_);
    std::optional<Order> order = order_of_all(netlist_, traffic_);
    std::optional<Distances> hops;  // where each group has an order
    if (!order) hops = hop_counts(netlist_);
    std::optional<std::uint32_t> most_children;
    if (paths.branching) most_children = static_cast<std::uint32_t>(*paths.branching);
    TreeFacts facts;
    facts.algorithm = to_string(paths.algorithm);
    facts.is_ordered = is_ordered(paths.algorithm);
    for (std::uint32_t g = 0; g < traffic_.groups->size(); ++g) {
      if (hops) order = shortest_order(*hops, (*traffic_.groups)[g].members);
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
          buffers.add(tree, paths.has_two_classes);
          tables.add(first_group + g, tree, has_classes && paths.has_two_classes);
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
    const bool has_optimum = tree.algorithm == Algorithm::up_down || tree.algorithm == Algorithm::wrap_around;
    if (!has_optimum || tree.members.size() > most_members || compared_ == most_trees) return;
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

/// A program that sends to groups, and its place among the workloads of the network.
struct Sender {
  GroupProgram* program;
  std::size_t workload;
  const GroupTraffic& traffic() const { return *program->group_traffic(); }
};

/// The pairs of members that the trees of all sources of a program look at: n^2 for a tree of n members.
double pairs_to_plan(const GroupTraffic& traffic) {
  double pairs = 0;
  if (!is_tree(traffic.paths.algorithm)) return pairs;
  for (const std::vector<std::uint32_t>& groups : traffic.groups_of)
    for (const std::uint32_t g : groups) {
      const auto members = static_cast<double>((*traffic.groups)[g].members.size());
      pairs += members * members;
    }
  return pairs;
}
constexpr double most_pairs = 4e9;  // about a minute

/// The copies in all of its paths and trees.
double copies_to_plan(const GroupTraffic& traffic) {
  double copies = 0;
  for (const std::vector<std::uint32_t>& groups : traffic.groups_of)
    for (const std::uint32_t g : groups) copies += static_cast<double>((*traffic.groups)[g].members.size());
  return copies;
}
constexpr double most_copies = 5e7;  // a million of them take about 28 MB

/// Of all programs together, and the workload that has the most of it.
struct Sum {
  double all = 0;
  std::size_t workload = 0;
};
template <class Of>
Sum sum_of(const std::vector<Sender>& senders, Of&& of) {
  Sum sum;
  double most = 0;
  for (const Sender& sender : senders) {
    const double part = of(sender.traffic());
    sum.all += part;
    if (part <= most) continue;
    most = part;
    sum.workload = sender.workload;
  }
  return sum;
}

/// The lowest ID of all members, by the IDs of the first multicasts; by numbers where groups have their own.
std::uint32_t lowest_member(const host::Groups& groups, const std::optional<Order>& order) {
  const auto id = [&](std::uint32_t host) { return order ? order->id(host) : host; };
  std::uint32_t lowest = groups.front().members.front();
  for (const host::Group& group : groups)
    for (const std::uint32_t member : group.members)
      if (id(member) < id(lowest)) lowest = member;
  return lowest;
}

std::vector<std::vector<std::uint32_t>> members_of(const host::Groups& groups) {
  std::vector<std::vector<std::uint32_t>> all;
  for (const host::Group& group : groups) all.push_back(group.members);
  return all;
}

/// Worms that find no buffer stay on their links. With a grant or a credit each finds one.
bool holds_links(const network::Netlist& netlist, std::uint32_t scheme) {
  const std::vector<nic::Params>& nics = netlist.interfaces->nics;
  return (has_acks(scheme) || scheme == SCHEME_NONE) &&
         std::any_of(nics.begin(), nics.end(),
                     [](const nic::Params& nic) { return nic.when_full == nic::WhenFull::stop; });
}

/// Why worms may wait for one another for ever, and what to do.
struct Circles {
  std::string why;     ///< empty: they cannot
  std::string advice;  ///< empty: circles of credits are looked for and opened, so that the run goes on
};
/// A worm with a grant has the buffers of all of its copies, and one of the scheme none waits for no buffer but on a link: there
/// is nothing to be tested.
Circles circles_of(const BufferGraph& buffers, const network::Netlist& netlist) {
  const std::uint32_t scheme = setting_of(netlist, "scheme");
  if (holds_links(netlist, scheme))
    return {"worms that find no buffer stay on their links, where others wait for them",
            "use nic.receive.when_full: drop, or allow_deadlock: true"};
  if (scheme == SCHEME_NONE || scheme == SCHEME_MANAGER) return {};
  const std::vector<Buffer> cycle = buffers.cycle();
  if (cycle.empty()) return {};
  const std::string why = "buffers wait for one another, " + to_string(cycle);
  if (scheme != SCHEME_CREDITS)
    return {why, "use two classes, one order of hosts and one family of paths in a run, or allow_deadlock: true"};
  if (setting_of(netlist, "detection") == 0) return {why, "use firmware.multicast.detection, or allow_deadlock: true"};
  return {why + "; such circles are looked for and opened (firmware.multicast.detection)", ""};
}

/// "group 3 has 16 members"; the first of those with most.
std::string largest_of(const host::Groups& groups) {
  const auto largest = std::max_element(groups.begin(), groups.end(), [](const host::Group& a, const host::Group& b) {
    return a.members.size() < b.members.size();
  });
  return fmt::format("group {} has {} members", largest - groups.begin(), largest->members.size());
}

/// Why the firmware does not begin with the table of some host; nothing: it does everywhere.
std::optional<features::Refusal> objection_to_start(const network::Netlist& netlist,
                                                    const std::vector<std::vector<std::uint32_t>>& tables,
                                                    const host::Groups& groups) {
  std::optional<features::MemoryNeed> most;
  std::size_t in_too_little = 0;
  for (std::size_t host = 0; host < tables.size(); ++host) {
    if (!netlist.has_interface(host)) continue;
    nic::Params params = netlist.nic_of(host);
    params.nodes = static_cast<std::uint32_t>(tables.size());
    nic::Place place;
    place.node = NodeId(static_cast<std::uint32_t>(host));
    place.table = &tables[host];
    if (const auto need = features::memory_need(params, place)) {
      if (most && need->bytes <= most->bytes) continue;
      most = need;
      in_too_little = host;
    } else if (const nic::FirmwareError error = features::error_of_start(params, place);
               error.kind != nic::FirmwareErrorKind::none) {
      return features::Refusal{
          "nic.firmware",
          settings::problem("does not begin at " + netlist.endpoints[host].name + ": " + nic::error_text(error)),
          "groups with whose tables it does"};
    }
  }
  if (!most) return std::nullopt;
  return features::Refusal{"nic.memory",
                           {},
                           "at least " + std::to_string(most->bytes) +
                               " B for firmware multicast with the tables of these groups (" + largest_of(groups) +
                               (most->said.empty() ? "" : "; it says: ") + most->said + ")",
                           {"nic.firmware"},
                           in_too_little};
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

features::Completion complete(const settings::Values&, network::Netlist& netlist) {
  std::vector<Sender> senders;
  unsigned place = 0;
  for (std::size_t w = 0; w < netlist.workloads.size(); ++w) {
    port::Program* const given = netlist.workloads[w].program.get();
    if (auto* own = dynamic_cast<Program*>(given)) own->set_place(place++);
    if (auto* program = dynamic_cast<GroupProgram*>(given); program != nullptr && program->group_traffic() != nullptr)
      senders.push_back({program, w});
  }
  if (senders.empty()) return {};
  const auto first = [&](auto&& is) {
    return std::find_if(senders.begin(), senders.end(),
                        [&](const Sender& sender) { return is(sender.traffic().paths); });
  };
  const bool is_allowed = first([](const PathSettings& paths) { return paths.allows_deadlock; }) != senders.end();
  auto all = std::make_shared<host::Groups>();
  // With by: hosts the firmware may be another, and has no schemes.
  const auto forwarded = first([](const PathSettings& paths) { return paths.by == Forwarders::interfaces; });
  const bool by_interfaces = forwarded != senders.end();
  const std::uint32_t scheme = by_interfaces ? setting_of(netlist, "scheme") : std::uint32_t{SCHEME_FIFO};
  const bool is_permitted = !has_acks(scheme);
  BufferGraph buffers(is_permitted ? BufferPools::pairs : BufferPools::classes);
  PathTables tables(static_cast<std::uint32_t>(netlist.endpoints.size()));
  if (is_permitted) tables.permit();
  features::Completion completion;
  std::vector<features::Refusal>& refused = completion.refused.of_keys;
  const auto refuse = [&](std::size_t workload, const std::string& what, settings::Expected expected) {
    refused.push_back({"", settings::problem("multicasts: " + what), std::move(expected), {}, std::nullopt, workload});
  };
  const std::size_t hosts = netlist.endpoints.size();
  const std::size_t most_hosts = scheme == SCHEME_MANAGER   ? std::size_t{MULTICAST_MOST_MANAGED}
                                 : scheme == SCHEME_CREDITS ? most_of_setting(netlist, "buffers") + std::size_t{1}
                                                            : hosts;
  if (hosts > most_hosts)
    refused.push_back({"firmware.multicast.scheme",
                       settings::remark("a network of " + std::to_string(hosts) + " hosts"),
                       "another scheme, or up to " + std::to_string(most_hosts) + " hosts" +
                           (scheme == SCHEME_CREDITS ? ", since each has a buffer for each other one" : "")});
  else if (scheme == SCHEME_CREDITS && setting_of(netlist, "buffers") < hosts - 1)
    refused.push_back(
        {"firmware.multicast.buffers",
         {},
         "at least " + std::to_string(hosts - 1) + " with scheme: credits, one for each other host of the network",
         {"firmware.multicast.scheme", "nic.firmware"}});
  if (const Sum pairs = sum_of(senders, pairs_to_plan); pairs.all > most_pairs)
    refuse(pairs.workload,
           fmt::format("groups whose trees take {:.0f} steps to plan, the sum of members squared over all groups and "
                       "sources",
                       pairs.all),
           fmt::format("up to {:.0f}", most_pairs));
  if (const Sum copies = sum_of(senders, copies_to_plan); copies.all > most_copies)
    refuse(copies.workload,
           fmt::format("groups whose paths have {:.0f} copies, the sum of members over all groups and sources",
                       copies.all),
           fmt::format("up to {:.0f}", most_copies));
  if (!refused.empty()) return completion;
  for (const Sender& sender : senders) {
    const GroupTraffic& traffic = sender.traffic();
    const auto first_group = static_cast<std::uint32_t>(all->size());
    const auto plan = traffic.paths.by == Forwarders::hosts ? std::make_shared<Plan>() : nullptr;
    try {
      TreeFacts trees = Planner(netlist, traffic).add_to(buffers, tables, first_group, !is_permitted, plan.get());
      sender.program->set_paths(first_group, std::move(trees), plan);
    } catch (const std::invalid_argument& wrong) {
      refuse(sender.workload, wrong.what(), "");
    }
    if (plan == nullptr) all->insert(all->end(), traffic.groups->begin(), traffic.groups->end());
  }
  if (all->empty() || !refused.empty()) return completion;
  if (scheme == SCHEME_MANAGER)
    tables.set_manager(lowest_member(*all, order_of_all(netlist, senders.front().traffic())), members_of(*all));
  completion.buffer_dependencies = buffers.dependencies();
  if (const Circles circles = circles_of(buffers, netlist); !circles.why.empty()) {
    completion.may_deadlock = "multicasts may deadlock: " + circles.why;
    if (!circles.advice.empty() && !is_allowed)
      refused.push_back({"",
                         settings::problem(completion.may_deadlock),
                         settings::advice(circles.advice),
                         {},
                         std::nullopt,
                         forwarded->workload});
  }
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  interfaces->groups = all;
  interfaces->tables = tables.take(static_cast<std::uint32_t>(all->size()));
  if (const auto objection = objection_to_start(netlist, interfaces->tables, *all)) refused.push_back(*objection);
  if (refused.empty()) netlist.interfaces = std::move(interfaces);
  return completion;
}

}  // namespace slackline::multicast
