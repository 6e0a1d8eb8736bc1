#include "testbench/schedule/spanning_tree.hpp"

#include <algorithm>
#include <tuple>

#include "testbench/routing/switch_graph.hpp"
#include "testbench/schedule/hierarchical.hpp"

namespace slackline::schedule {

using network::InstanceKind;
using network::Netlist;
using routing::SwitchGraph;

namespace {

class Search {
 public:
  explicit Search(const SwitchGraph& graph) : links_(graph.switches()), hosts_(first_hosts(graph.nodes())) {
    for (std::uint32_t s = 0; s < graph.switches(); ++s)
      for (const SwitchGraph::Link& link : graph.from(s))
        if (leads_back(graph, link, s)) links_[s].push_back(link);
    for (const std::uint32_t host : hosts_) tree_.at.push_back(graph.host(host).at);
  }

  const Tree& tree() const { return tree_; }
  /// The port of a switch to its parent.
  std::uint8_t port_up(std::uint32_t s) const { return port_up_[s]; }

  /// Makes the tree of a root. False: it does not reach all hosts.
  bool grow(std::uint32_t root) {
    return grow(root, [](std::uint32_t, std::uint32_t) { return true; });
  }

  /// Takes this tree, of which only the parents and the root count. False: it does not reach all hosts.
  bool adopt(const Tree& asked) {
    return grow(asked.root, [&](std::uint32_t parent, std::uint32_t child) { return asked.parent[child] == parent; });
  }

  /// The root to choose, none: there is none.
  std::uint32_t best() {
    std::uint32_t best = Tree::none;
    std::tuple<std::uint32_t, std::uint32_t> least{};  // levels, slots
    for (std::uint32_t root = 0; root < links_.size(); ++root) {
      if (!grow(root)) continue;
      const Hierarchy hierarchy = hierarchy_of(tree_, hosts_);
      const std::tuple<std::uint32_t, std::uint32_t> cost(hierarchy.levels, hierarchy.slots());
      if (best != Tree::none && cost >= least) continue;
      best = root;
      least = cost;
    }
    return best;
  }

 private:
  /// Breadth first, over links that lead from a parent to a child that may be one.
  template <class MayBe>
  bool grow(std::uint32_t root, MayBe&& may_be) {
    tree_.root = root;
    tree_.parent.assign(links_.size(), Tree::none);
    port_up_.assign(links_.size(), 0);
    order_.assign(1, root);
    for (std::size_t i = 0; i < order_.size(); ++i)
      for (const SwitchGraph::Link& link : links_[order_[i]]) {
        if (link.other == root || tree_.parent[link.other] != Tree::none || !may_be(order_[i], link.other)) continue;
        tree_.parent[link.other] = order_[i];
        port_up_[link.other] = link.in;
        order_.push_back(link.other);
      }
    return std::all_of(tree_.at.begin(), tree_.at.end(), [&](std::uint32_t s) {
      return s != SwitchGraph::none && (s == root || tree_.parent[s] != Tree::none);
    });
  }

  /// Whether the link has another direction, on the same ports.
  static bool leads_back(const SwitchGraph& graph, const SwitchGraph::Link& link, std::uint32_t from) {
    const SwitchGraph::Links back = graph.from(link.other);
    return std::any_of(back.begin(), back.end(), [&](const SwitchGraph::Link& other) {
      return other.out == link.in && other.other == from && other.in == link.out;
    });
  }

  std::vector<std::vector<SwitchGraph::Link>> links_;  ///< from each switch, those with two directions
  std::vector<std::uint32_t> hosts_;
  Tree tree_;
  std::vector<std::uint8_t> port_up_;
  std::vector<std::uint32_t> order_;
};

/// Whether a port of a switch is the one to its parent.
bool is_up(const network::PortRef& port, const Search& search) {
  return search.tree().parent[port.instance] != Tree::none && search.port_up(port.instance) == port.port.value;
}

/// The tree that a search has made, with its channels.
SpanningTree with_channels(const Netlist& netlist, const Search& search) {
  SpanningTree found{search.tree(), {}};
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::Channel& channel = netlist.channels[c];
    const bool of_host = channel.from.kind == InstanceKind::endpoint || channel.to.kind == InstanceKind::endpoint;
    if (of_host || is_up(channel.from, search) || is_up(channel.to, search)) found.channels.push_back(c);
  }
  return found;
}

}  // namespace

std::optional<SpanningTree> spanning_tree(const Netlist& netlist, std::optional<std::uint32_t> root) {
  Search search{SwitchGraph(netlist)};
  const std::uint32_t from = root ? *root : search.best();
  if (from == Tree::none || !search.grow(from)) return std::nullopt;
  return with_channels(netlist, search);
}

std::optional<SpanningTree> spanning_tree(const Netlist& netlist, const Tree& tree) {
  Search search{SwitchGraph(netlist)};
  if (!search.adopt(tree)) return std::nullopt;
  return with_channels(netlist, search);
}

}  // namespace slackline::schedule
