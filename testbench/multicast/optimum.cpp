#include "testbench/multicast/optimum.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "testbench/multicast/algorithms.hpp"

namespace slackline::multicast {

namespace {

/// A set of members, one bit each, by ID.
using Set = std::uint32_t;

/// A member with the worm that may still send some copies.
struct Server {
  std::uint32_t member = 0;
  bool turned = false;  ///< IDs on the path may only ascend from here
  std::uint32_t copies_left = 0;
};

class Search {
 public:
  Search(Tree empty, const Costs& costs, std::uint32_t most_children)
      : tree_(std::move(empty)),
        costs_(costs),
        members_(static_cast<std::uint32_t>(tree_.members.size())),
        limit_(std::min(most_children, members_ - 1)),
        is_limited_(limit_ < members_ - 1) {}

  Tree find() {
    const Set all = (Set{1} << members_) - 1;
    cycles_.assign(std::size_t{members_} * 2 * layers() << members_, 0);
    one_copy_.assign(std::size_t{members_} * 2 << members_, never);
    for (Set served = 1; served <= all; ++served)
      for (std::uint32_t v = 0; v < members_; ++v)
        for (const bool turned : {false, true})
          if (!contains(served, v)) fill({v, turned, limit_}, served);
    const auto root = std::find(tree_.members.begin(), tree_.members.end(), tree_.root) - tree_.members.begin();
    const Server originator{static_cast<std::uint32_t>(root), false, limit_};
    add_edges(originator, all & ~(Set{1} << root), Edge::own);
    return std::move(tree_);
  }

 private:
  static constexpr std::uint64_t never = std::uint64_t{1} << 62;  // more than any cost; CT can be added to it

  static bool contains(Set set, std::uint32_t member) { return (set >> member & 1) != 0; }
  bool is_reversal(std::uint32_t from, std::uint32_t to) const {
    return (to > from) == (tree_.algorithm == Algorithm::up_down);
  }

  std::uint32_t layers() const { return is_limited_ ? limit_ : 1; }
  std::uint64_t& cycles(const Server& v, Set served) {
    const std::size_t layer = is_limited_ ? v.copies_left - 1 : 0;
    return cycles_[(((layer * 2 + (v.turned ? 1 : 0)) * members_ + v.member) << members_) + served];
  }
  /// f of the header.
  std::uint64_t cost(const Server& v, Set served) {
    if (served == 0) return 0;
    return v.copies_left == 0 ? never : cycles(v, served);
  }
  Server after_copy(Server v) const {
    if (is_limited_) --v.copies_left;
    return v;
  }
  /// The receiver of a copy; a worm that has turned goes to higher IDs alone.
  Server receiver(const Server& v, std::uint32_t u) const { return {u, v.turned || is_reversal(v.member, u), limit_}; }
  bool may_send(const Server& v, std::uint32_t u) const { return !v.turned || u > v.member; }

  /// One copy from v to u, which serves the rest of the set.
  std::uint64_t through(const Server& v, std::uint32_t u, Set served) {
    if (!contains(served, u) || !may_send(v, u)) return never;
    const std::uint64_t hop =
        (costs_.cut_through ? 0 : costs_.copy_cycles) + costs_.distances.at(tree_.members[v.member], tree_.members[u]);
    return hop + cost(receiver(v, u), served & ~(Set{1} << u));
  }
  /// The best of these.
  std::uint64_t& one_copy(const Server& v, Set served) {
    return one_copy_[(((v.turned ? members_ : 0) + std::size_t{v.member}) << members_) + served];
  }
  std::uint64_t with_first(const Server& v, Set first, Set served) {
    const Set rest = served & ~first;
    return std::max(one_copy(v, first),
                    rest == 0 ? 0 : std::min(never, costs_.copy_cycles + cost(after_copy(v), rest)));
  }

  void fill(Server v, Set served) {
    std::uint64_t& least = one_copy(v, served);
    for (std::uint32_t u = 0; u < members_; ++u) least = std::min(least, through(v, u, served));
    for (v.copies_left = is_limited_ ? 1 : limit_; v.copies_left <= limit_; ++v.copies_left) {
      std::uint64_t& best = cycles(v, served) = never;
      for (Set first = served; first != 0; first = (first - 1) & served)
        best = std::min(best, with_first(v, first, served));
    }
  }

  void add_edges(Server v, Set served, std::uint32_t arrival) {
    while (served != 0) {
      Set first = served;
      while (with_first(v, first, served) != cost(v, served)) first = (first - 1) & served;
      std::uint32_t u = 0;
      while (through(v, u, first) != one_copy(v, first)) ++u;
      const Server next = receiver(v, u);
      const bool is_upper = tree_.algorithm == Algorithm::up_down ? u > v.member : next.turned;
      const std::uint32_t edge =
          tree_.add(arrival, tree_.members[u], is_upper ? BufferClass::upper : BufferClass::lower);
      add_edges(next, first & ~(Set{1} << u), edge);
      v = after_copy(v);
      served &= ~first;
    }
  }

  Tree tree_;
  const Costs& costs_;
  std::uint32_t members_, limit_;
  bool is_limited_;
  std::vector<std::uint64_t> cycles_, one_copy_;
};

}  // namespace

Tree optimum(Algorithm algorithm, const std::vector<std::uint32_t>& members, std::uint32_t root, const Order& order,
             const Costs& costs, std::optional<std::uint32_t> most_children) {
  if (algorithm != Algorithm::up_down && algorithm != Algorithm::wrap_around)
    throw std::invalid_argument(std::string("no optimum of ") + to_string(algorithm) +
                                ": expected up_down, wrap_around");
  if (most_children == 0u) throw std::invalid_argument("a branching limit of 0: expected 1 child or more");
  if (members.size() > most_optimum_members)
    throw std::invalid_argument("the optimum of " + std::to_string(members.size()) + " members: expected " +
                                std::to_string(most_optimum_members) + " at most");
  Tree empty = empty_tree(algorithm, members, root, order, costs);
  return Search(std::move(empty), costs, most_children.value_or(most_optimum_members)).find();
}

}  // namespace slackline::multicast
