#include "testbench/multicast/legality.hpp"

#include <algorithm>
#include <map>

namespace slackline::multicast {

namespace {

std::string host_text(std::uint32_t host) { return "host " + std::to_string(host); }

class LegalityCheck {
 public:
  LegalityCheck(const Tree& tree, const Order& order)
      : tree_(tree), order_(order), by_id_(tree.members), turned_(tree.edges.size()) {}

  std::vector<std::string> faults() {
    if (!has_ids() || !edges_join()) return found_;
    std::sort(by_id_.begin(), by_id_.end(), [&](std::uint32_t a, std::uint32_t b) { return id(a) < id(b); });
    check_members();
    for (std::uint32_t e = 0; e < tree_.edges.size(); ++e) {
      check_path(e);
      if (const std::string shape = shape_fault(e); !shape.empty()) refuse(e, shape);
    }
    return found_;
  }

 private:
  std::uint32_t id(std::uint32_t host) const { return order_.id(host); }
  const Edge& edge(std::uint32_t e) const { return tree_.edges[e]; }
  bool is_first(std::uint32_t e) const { return edge(e).arrival == Edge::own; }
  bool is_ring() const { return tree_.algorithm == Algorithm::ring || tree_.algorithm == Algorithm::returning_ring; }
  bool is_ordered() const { return multicast::is_ordered(tree_.algorithm); }

  void refuse(std::uint32_t e, const std::string& why) {
    found_.push_back(host_text(edge(e).parent) + " to " + host_text(edge(e).child) + ": " + why);
  }

  bool has_ids() {
    for (const std::uint32_t member : tree_.members)
      if (order_.find(member) == Order::none) found_.push_back(host_text(member) + " has no ID");
    if (std::find(tree_.members.begin(), tree_.members.end(), tree_.root) == tree_.members.end())
      found_.push_back("the originator, " + host_text(tree_.root) + ", is no member");
    return found_.empty();
  }

  bool edges_join() {
    std::map<std::uint32_t, std::uint32_t> copies;  // by arrival
    for (std::uint32_t e = 0; e < tree_.edges.size(); ++e) {
      if (order_.find(edge(e).child) == Order::none) {
        refuse(e, "the receiver has no ID");
        continue;
      }
      if (!is_first(e) && edge(e).arrival >= e) {
        refuse(e, "the worm comes from a later edge");
        continue;
      }
      if (tree_.at(edge(e).arrival) != edge(e).parent)
        refuse(e, "the worm came to " + host_text(tree_.at(edge(e).arrival)));
      if (edge(e).hops != (is_first(e) ? 1 : edge(edge(e).arrival).hops + 1)) refuse(e, "wrong count of hops");
      if (edge(e).copies_before != copies[edge(e).arrival]++) refuse(e, "wrong count of copies");
    }
    return found_.empty();
  }

  void check_members() {
    const bool returns = tree_.algorithm == Algorithm::returning_ring || (is_ordered() && by_id_.front() != tree_.root);
    std::map<std::uint32_t, std::uint32_t> worms;
    for (const Edge& e : tree_.edges) ++worms[e.child];
    for (const std::uint32_t member : by_id_) {
      const std::uint32_t asked = member != tree_.root || returns ? 1 : 0;
      if (worms[member] != asked)
        found_.push_back(host_text(member) + " gets " + std::to_string(worms[member]) + " worms instead of " +
                         std::to_string(asked));
      worms.erase(member);
    }
    for (const auto& [host, count] : worms) found_.push_back(host_text(host) + " gets a worm and is no member");
  }

  /// IDs on the path to the end of an edge, and the class of its buffer.
  void check_path(std::uint32_t e) {
    const bool has_turned = !is_first(e) && turned_[edge(e).arrival], ascends = id(edge(e).child) > id(edge(e).parent);
    bool is_upper = false;
    switch (tree_.algorithm) {
      case Algorithm::unicasts:
        if (edge(e).buffer != BufferClass::unicast) refuse(e, "the class is not unicast");
        return;
      case Algorithm::up_down:
      case Algorithm::bus:
        if (has_turned && !ascends) refuse(e, "IDs descend after they have ascended");
        is_upper = ascends;
        turned_[e] = ascends;
        break;
      case Algorithm::wrap_around:
      case Algorithm::binomial:
      case Algorithm::ring:
      case Algorithm::returning_ring:
        if (has_turned && !ascends) refuse(e, "IDs descend a second time");
        is_upper = has_turned || !ascends;
        turned_[e] = is_upper;
        break;
      case Algorithm::ordered_path:
      case Algorithm::ordered_tree:
        is_upper = !is_first(e) || tree_.root == by_id_.front();
        if (ascends != is_upper) refuse(e, is_upper ? "IDs descend" : "not to the lowest ID");
        break;
    }
    if (edge(e).buffer != (is_upper ? BufferClass::upper : BufferClass::lower))
      refuse(e, std::string("the class is not ") + (is_upper ? "upper" : "lower"));
  }

  std::string shape_fault(std::uint32_t e) const {
    const auto place = [&](std::uint32_t host) {
      return static_cast<std::size_t>(std::find(by_id_.begin(), by_id_.end(), host) - by_id_.begin());
    };
    const std::size_t from = place(edge(e).parent), to = place(edge(e).child), members = by_id_.size();
    const bool is_path = edge(e).copies_before == 0, to_next = to == (from + 1) % members;
    if (tree_.algorithm == Algorithm::unicasts) return is_first(e) ? "" : "the worm is not the originator's";
    if (is_ordered() && is_first(e) && from != 0)
      return to == 0 && edge(e).copies_before == 0 ? "" : "the originator sends one worm, to the lowest ID";
    if (tree_.algorithm == Algorithm::ordered_path || is_ring())
      return is_path && to_next ? "" : "not one worm to the next ID";
    if (tree_.algorithm == Algorithm::binomial) {
      // All hops of a path are powers of two, each larger than the one before.
      const std::size_t hop = (to + members - from) % members;
      std::size_t least = 1;
      if (!is_first(e)) {
        const Edge& before = edge(edge(e).arrival);
        least = 2 * ((place(before.child) + members - place(before.parent)) % members);
      }
      return hop == least << edge(e).copies_before ? "" : "not the power of two that is next";
    }
    if (tree_.algorithm == Algorithm::bus)
      return (is_path || is_first(e)) && (to == from + 1 || to + 1 == from) ? "" : "not to the nearest ID";
    return "";
  }

  const Tree& tree_;
  const Order& order_;
  std::vector<std::uint32_t> by_id_;
  std::vector<bool> turned_;  // of each edge: its worm has made its one reversal
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> check_legal(const Tree& tree, const Order& order) {
  return LegalityCheck(tree, order).faults();
}

}  // namespace slackline::multicast
