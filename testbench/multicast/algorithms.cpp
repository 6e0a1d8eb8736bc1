#include "testbench/multicast/algorithms.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace slackline::multicast {

namespace {

/// Builds the tree of a group. Members are called by their places: their positions among the members by ID.
class Builder {
 public:
  Builder(Tree empty, const Costs& costs, std::uint32_t most_children)
      : tree_(std::move(empty)),
        costs_(costs),
        most_children_(most_children),
        members_(static_cast<std::uint32_t>(tree_.members.size())),
        root_(place_of_root()) {}

  Tree build() {
    switch (tree_.algorithm) {
      case Algorithm::unicasts:
        for (std::uint32_t i = 1; i < members_; ++i) tree_.add(Edge::own, host(after_root(i)), BufferClass::unicast);
        break;
      case Algorithm::ring: extend(Edge::own, ring_places(members_)); break;
      case Algorithm::returning_ring: extend(Edge::own, ring_places(members_ + 1)); break;
      case Algorithm::bus: add_arms(); break;
      case Algorithm::up_down: grow_up_down(); break;
      case Algorithm::wrap_around: grow_wrap_around(); break;
      case Algorithm::ordered_path: extend(lowest(), places(1, members_)); break;
      case Algorithm::ordered_tree: grow_from_lowest(); break;
      case Algorithm::binomial: grow_binomial(); break;
    }
    return std::move(tree_);
  }

 private:
  using Places = std::vector<std::uint32_t>;

  /// A member that has the worm.
  struct Reached {
    std::uint32_t edge = Edge::own;
    std::uint64_t cycles = 0;  ///< cost[] of the paper
    std::uint32_t copies = 0;  ///< copies[] of the paper
  };

  std::uint32_t place_of_root() const {
    return static_cast<std::uint32_t>(std::find(tree_.members.begin(), tree_.members.end(), tree_.root) -
                                      tree_.members.begin());
  }
  std::uint32_t host(std::uint32_t place) const { return tree_.members[place]; }
  std::uint32_t after_root(std::uint32_t steps) const { return (root_ + steps) % members_; }

  static Places places(std::uint32_t begin, std::uint32_t end) {
    Places found;
    for (std::uint32_t p = begin; p < end; ++p) found.push_back(p);
    return found;
  }
  /// The places after the root on the ring, `end` - 1 of them.
  Places ring_places(std::uint32_t end) const {
    Places found;
    for (std::uint32_t i = 1; i < end; ++i) found.push_back(after_root(i));
    return found;
  }

  BufferClass buffer(std::uint32_t receiver) const {
    switch (tree_.algorithm) {
      case Algorithm::ring:
      case Algorithm::returning_ring:
      case Algorithm::binomial:
      case Algorithm::wrap_around: return receiver <= root_ ? BufferClass::upper : BufferClass::lower;
      case Algorithm::bus:
      case Algorithm::up_down: return receiver > root_ ? BufferClass::upper : BufferClass::lower;
      case Algorithm::ordered_path:
      case Algorithm::ordered_tree: return BufferClass::upper;
      case Algorithm::unicasts: break;
    }
    return BufferClass::unicast;
  }

  std::uint32_t add(std::uint32_t arrival, std::uint32_t place) {
    return tree_.add(arrival, host(place), buffer(place));
  }
  /// From a member that has the worm, from each place to the next.
  void extend(std::uint32_t edge, const Places& path) {
    for (const std::uint32_t place : path) edge = add(edge, place);
  }

  std::uint64_t arm_cycles(const Places& arm) const {
    std::uint64_t cycles = 0;
    std::uint32_t from = root_;
    for (const std::uint32_t place : arm) {
      cycles += hop_cycles(from, place, 0);
      from = place;
    }
    return cycles;
  }
  void add_arms() {
    Places down = places(0, root_), up = places(root_ + 1, members_);
    std::reverse(down.begin(), down.end());
    const bool up_first = arm_cycles(up) > arm_cycles(down);
    extend(Edge::own, up_first ? up : down);
    extend(Edge::own, up_first ? down : up);
  }

  /// Total order: the edge on which the member with the lowest ID has the worm.
  std::uint32_t lowest() { return root_ == 0 ? Edge::own : tree_.add(Edge::own, host(0), BufferClass::lower); }

  std::uint64_t hop_cycles(std::uint32_t from, std::uint32_t to, std::uint32_t copies_before) const {
    return (std::uint64_t{copies_before} + (costs_.cut_through ? 0 : 1)) * costs_.copy_cycles +
           costs_.distances.at(host(from), host(to));
  }
  /// Makes `place` the child of the cheapest of some members, the first of those that are equal. One of them has fewer
  /// than the most children: the one that was reached last has none.
  void visit(std::uint32_t place, const Places& nearest_first) {
    std::uint32_t parent = members_;
    std::uint64_t least = 0;
    for (const std::uint32_t k : nearest_first) {
      if (reached_[k].copies == most_children_) continue;
      const std::uint64_t cycles = reached_[k].cycles + hop_cycles(k, place, reached_[k].copies);
      if (parent != members_ && cycles >= least) continue;
      parent = k;
      least = cycles;
    }
    ++reached_[parent].copies;
    reached_[place] = {add(reached_[parent].edge, place), least, 0};
  }
  void begin_at(std::uint32_t place, std::uint32_t edge) {
    reached_.assign(members_, {});
    reached_[place].edge = edge;
  }

  void grow_wrap_around() {
    begin_at(root_, Edge::own);
    for (std::uint32_t steps = 1; steps < members_; ++steps) {
      Places parents;
      for (std::uint32_t k = steps; k-- > 0;) parents.push_back(after_root(k));
      visit(after_root(steps), parents);
    }
  }
  void grow_binomial() {
    std::vector<std::uint32_t> edges{Edge::own};  // by steps after the root
    for (std::uint32_t steps = 1, power = 1; steps < members_; ++steps) {
      if (steps == 2 * power) power = steps;
      edges.push_back(add(edges[steps - power], after_root(steps)));
    }
  }
  void grow_up_down() {
    begin_at(root_, Edge::own);
    for (std::uint32_t j = root_; j-- > 0;) visit(j, places(j + 1, root_ + 1));
    grow_up(root_ + 1);
  }
  void grow_from_lowest() {
    begin_at(0, lowest());
    grow_up(1);
  }
  /// Visits the places from `begin` on; all below have the worm and may be parents.
  void grow_up(std::uint32_t begin) {
    for (std::uint32_t j = begin; j < members_; ++j) {
      Places parents = places(0, j);
      std::reverse(parents.begin(), parents.end());
      visit(j, parents);
    }
  }

  Tree tree_;
  const Costs& costs_;
  std::uint32_t most_children_, members_, root_;
  std::vector<Reached> reached_;
};

}  // namespace

Tree empty_tree(Algorithm algorithm, const std::vector<std::uint32_t>& members, std::uint32_t root, const Order& order,
                const Costs& costs) {
  if (members.size() < 2)
    throw std::invalid_argument("a group of " + std::to_string(members.size()) + ": expected 2 members or more");
  Tree tree{algorithm, root, members, {}};
  for (const std::uint32_t member : members)
    if (member >= costs.distances.hosts())
      throw std::invalid_argument("host " + std::to_string(member) + " has no distances to other hosts");
  std::sort(tree.members.begin(), tree.members.end(),
            [&](std::uint32_t a, std::uint32_t b) { return order.id(a) < order.id(b); });
  const auto twice = std::adjacent_find(tree.members.begin(), tree.members.end());
  if (twice != tree.members.end())
    throw std::invalid_argument("host " + std::to_string(*twice) + " is in the group twice");
  if (std::find(members.begin(), members.end(), root) == members.end())
    throw std::invalid_argument("the originator, host " + std::to_string(root) + ", is no member of the group");
  return tree;
}

Tree build(Algorithm algorithm, const std::vector<std::uint32_t>& members, std::uint32_t root, const Order& order,
           const Costs& costs, std::optional<std::uint32_t> most_children) {
  if (most_children == 0u) throw std::invalid_argument("a branching limit of 0: expected 1 child or more");
  Tree empty = empty_tree(algorithm, members, root, order, costs);
  const auto all = static_cast<std::uint32_t>(empty.members.size());
  return Builder(std::move(empty), costs, most_children.value_or(all)).build();
}

}  // namespace slackline::multicast
