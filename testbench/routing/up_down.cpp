#include "testbench/routing/up_down.hpp"

#include <algorithm>
#include <numeric>

#include "testbench/routing/table_writer.hpp"

namespace slackline::routing {

namespace {

constexpr std::uint16_t unreached = 0xffff;

/// The channels of the network between ranks: places in the order.
class Ranked {
 public:
  struct Step {
    std::uint32_t to;  ///< rank
    std::uint8_t port;
  };

  Ranked(const SwitchGraph& graph, const std::vector<std::uint32_t>& order) : rank_(order.size()), first_{0} {
    for (std::uint32_t r = 0; r < order.size(); ++r) rank_[order[r]] = r;
    for (std::uint32_t r = 0; r < order.size(); ++r) {
      for (const SwitchGraph::Link& link : graph.from(order[r]))
        if (rank_[link.other] < r) steps_.push_back({rank_[link.other], link.out});
      first_.push_back(steps_.size());
      for (const SwitchGraph::Link& link : graph.from(order[r]))
        if (rank_[link.other] > r) steps_.push_back({rank_[link.other], link.out});
      first_.push_back(steps_.size());
    }
  }

  std::uint32_t of(std::uint32_t s) const { return rank_[s]; }

  template <class Body>
  void each_up(std::uint32_t r, Body&& body) const {
    for (std::size_t i = first_[2 * r]; i < first_[2 * r + 1]; ++i) body(steps_[i]);
  }
  template <class Body>
  void each_down(std::uint32_t r, Body&& body) const {
    for (std::size_t i = first_[2 * r + 1]; i < first_[2 * r + 2]; ++i) body(steps_[i]);
  }

 private:
  std::vector<std::uint32_t> rank_;
  std::vector<Step> steps_;
  std::vector<std::size_t> first_;  ///< of each rank, those up and those down
};

/// The shortest ways from everywhere to one switch. Ways down lead to higher ranks only and ways up to lower ones, so that each is found
/// by going once over all ranks, in their order.
class Search {
 public:
  Search(const Ranked& ranked, std::size_t switches)
      : ranked_(ranked), down_(switches), any_(switches), ports_(2 * switches) {}

  void find(std::uint32_t to) {
    const auto n = static_cast<std::uint32_t>(down_.size());
    std::fill(down_.begin(), down_.end(), unreached);
    std::fill(ports_.begin(), ports_.end(), 0);
    down_[to] = 0;
    for (std::uint32_t r = to; r-- > 0;) {
      PortMask ports = 0;
      std::uint16_t least = unreached;
      ranked_.each_down(r, [&](const Ranked::Step& step) { take(down_[step.to], step.port, least, ports); });
      down_[r] = least;
      ports_[2 * r + 1] = ports;
    }
    for (std::uint32_t r = 0; r < n; ++r) {
      PortMask ports = ports_[2 * r + 1];
      std::uint16_t least = down_[r];
      ranked_.each_up(r, [&](const Ranked::Step& step) { take(any_[step.to], step.port, least, ports); });
      any_[r] = least;
      ports_[2 * r] = ports;
    }
  }

  /// The ports of all shortest legal ways; none: no way.
  PortMask ports(std::uint32_t rank, unsigned row) const { return ports_[2 * rank + row]; }

 private:
  /// A way over a channel: the shortest so far, or as short.
  static void take(std::uint16_t behind, std::uint8_t port, std::uint16_t& least, PortMask& ports) {
    if (behind >= least) return;  // at least 1 longer
    if (behind + 1 < least) {
      least = static_cast<std::uint16_t>(behind + 1);
      ports = 0;
    }
    ports |= bit(port);
  }

  const Ranked& ranked_;
  std::vector<std::uint16_t> down_, any_;  ///< channels on the shortest way, going down only, and any legal one
  std::vector<PortMask> ports_;
};

std::vector<PortMask> ports_from_above(const SwitchGraph& graph, const Ranked& ranked) {
  std::vector<PortMask> from_above(graph.switches(), 0);
  for (std::uint32_t s = 0; s < graph.switches(); ++s)
    for (const SwitchGraph::Link& link : graph.to(s))
      if (ranked.of(link.other) < ranked.of(s)) from_above[s] |= bit(link.in);
  return from_above;
}

}  // namespace

std::vector<std::uint32_t> order_from_root(const SwitchGraph& graph, std::uint32_t root) {
  std::vector<std::uint32_t> distance, order(graph.switches());
  distances_to(graph, root, distance);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return distance[a] < distance[b]; });
  return order;
}

std::vector<std::uint32_t> order_by_level(const std::vector<std::uint8_t>& level) {
  std::vector<std::uint32_t> order(level.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return level[a] > level[b]; });
  return order;
}

network::RouteTables up_down(const SwitchGraph& graph, const std::vector<std::uint32_t>& order, std::uint64_t seed,
                             const OnProgress& on_progress) {
  network::RouteTables tables;
  const Ranked ranked(graph, order);
  Search search(ranked, graph.switches());
  const Picker picker(seed);
  EntryWriter writer(tables, graph, 2);
  for (std::uint32_t to = 0; to < graph.switches(); ++to) {
    tell(on_progress, "routes", to, graph.switches());
    if (graph.nodes_at(to).empty()) continue;
    search.find(ranked.of(to));
    for (const std::uint32_t node : graph.nodes_at(to)) {
      std::uint8_t* column = writer.column(node);
      for (std::uint32_t s = 0; s < graph.switches(); ++s)
        for (unsigned row = 0; row < 2; ++row)
          if (const PortMask ports = search.ports(ranked.of(s), row); ports != 0)
            column[2 * s + row] = static_cast<std::uint8_t>(picker.pick(ports, 2 * s + row, node));
      column[2 * to] = column[2 * to + 1] = graph.host(node).port;
    }
  }
  writer.finish();
  tables.second_row = ports_from_above(graph, ranked);
  return tables;
}

}  // namespace slackline::routing
