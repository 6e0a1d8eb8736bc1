#include "testbench/monitors/wait_chain.hpp"

#include <algorithm>
#include <set>

namespace slackline::monitors {

namespace {

struct Node {
  std::uint32_t tag;
  HeadPlace head;
  Activity activity;
  std::size_t parent;
};
constexpr std::size_t no_parent = ~std::size_t{0};

Node node_of(const Worms& worms, const Wait& wait, const HeadPlace& waiting, std::size_t parent) {
  Node node{wait.by, worms.head_of_blocker(wait, waiting), {}, parent};
  node.activity = worms.activity(node.head, node.tag);
  return node;
}

/// It goes on without any other packet, or for a reason that is none.
bool is_root(const Activity& activity) {
  return activity.doing != Doing::waits ||
         std::any_of(activity.waits.begin(), activity.waits.end(), [](const Wait& w) { return w.by == no_packet; });
}

Blocker blocker_of(const Worms& worms, const Node& node) {
  return {worms.packet_name(node.tag), worms.place_name(node.head), word_of(node.activity.doing),
          worms.named(node.activity.waits)};
}

class Search {
 public:
  Search(const Worms& worms, std::uint32_t tag) : worms_(worms) { seen_.insert(tag); }

  /// The place in nodes() of the nearest root.
  std::size_t find(const HeadPlace& head, const Activity& activity) {
    reach(head, activity, no_parent);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (is_root(nodes_[i].activity)) return i;
      const Node node = nodes_[i];
      reach(node.head, node.activity, i);
    }
    return no_parent;
  }
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  void reach(const HeadPlace& head, const Activity& activity, std::size_t parent) {
    for (const Wait& wait : activity.waits)
      if (wait.by != no_packet && seen_.insert(wait.by).second) nodes_.push_back(node_of(worms_, wait, head, parent));
  }

  const Worms& worms_;
  std::set<std::uint32_t> seen_;
  std::vector<Node> nodes_;
};

}  // namespace

const char* word_of(Doing doing) {
  switch (doing) {
    case Doing::waits: return "waits";
    case Doing::routed: return "is routed";
    case Doing::competes: return "competes";
    case Doing::travels: return "moves";
    case Doing::arrives: return "arrives";
    case Doing::cut: return "is cut by a barrier";
    case Doing::lost: break;
  }
  return "is lost";
}

WaitChain wait_chain(const Worms& worms, std::uint32_t tag, const HeadPlace& head, const Activity& activity) {
  WaitChain chain;
  if (is_root(activity)) return chain;
  Search search(worms, tag);
  std::size_t at = search.find(head, activity);
  if (at != no_parent) {
    for (; at != no_parent; at = search.nodes()[at].parent)
      chain.blockers.push_back(blocker_of(worms, search.nodes()[at]));
    std::reverse(chain.blockers.begin(), chain.blockers.end());
    return chain;
  }
  chain.in_a_cycle = true;
  std::set<std::uint32_t> passed{tag};
  Node node{tag, head, activity, no_parent};
  while (passed.insert(node.activity.waits.front().by).second) {
    node = node_of(worms, node.activity.waits.front(), node.head, no_parent);
    chain.blockers.push_back(blocker_of(worms, node));
  }
  return chain;
}

}  // namespace slackline::monitors
