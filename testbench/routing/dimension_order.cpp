#include "testbench/routing/dimension_order.hpp"

#include "rtl_models/route_unit/route_unit.hpp"
#include "testbench/routing/table_writer.hpp"

namespace slackline::routing {

namespace {

/// A way on along one dimension.
struct Hop {
  unsigned port, vc_class;
};

class Grid {
 public:
  Grid(const topology::Structure& structure, std::uint32_t switches, Dateline dateline)
      : size_(structure.size),
        hypercube_(structure.kind == topology::Kind::hypercube),
        wraps_(structure.wraps),
        dateline_(dateline == Dateline::cut && structure.wraps),
        at_(std::size_t{switches} * size_.size()) {
    for (std::uint32_t s = 0; s < switches; ++s) {
      std::uint32_t rest = s;
      for (std::size_t i = 0; i < size_.size(); ++i, rest /= size_[i - 1])
        at_[s * size_.size() + i] = static_cast<std::uint16_t>(rest % size_[i]);
    }
  }

  /// From one switch towards another.
  Hop hop(std::uint32_t s, std::uint32_t to) const {
    const std::uint16_t *from = &at_[s * size_.size()], *goal = &at_[to * size_.size()];
    unsigned i = 0;
    while (from[i] == goal[i]) ++i;
    if (hypercube_) return {i, 0};
    const bool above = goal[i] > from[i];
    if (!wraps_) return {2 * i + (above ? 0 : 1), 0};
    const unsigned up = above ? goal[i] - from[i] : goal[i] + size_[i] - from[i], down = size_[i] - up;
    const bool higher = up != down ? up < down : from[i] % 2 == 0;
    // The way up crosses the dateline when the goal is below, the way down when it is above.
    const bool behind = higher == above;
    return {2 * i + (higher ? 0 : 1), dateline_ && behind ? 1u : 0u};
  }

 private:
  const std::vector<std::uint16_t>& size_;
  bool hypercube_, wraps_, dateline_;
  std::vector<std::uint16_t> at_;  ///< coordinates of each switch
};

}  // namespace

network::RouteTables dimension_order(const SwitchGraph& graph, const topology::Structure& structure, Dateline dateline,
                                     const OnProgress& on_progress) {
  network::RouteTables tables;
  const Grid grid(structure, graph.switches(), dateline);
  EntryWriter writer(tables, graph, 1);
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    tell(on_progress, "routes", node, graph.nodes());
    std::uint16_t* column = writer.column(node);
    const SwitchGraph::HostPort& host = graph.host(node);
    for (std::uint32_t s = 0; s < graph.switches(); ++s) {
      const Hop hop = s == host.at ? Hop{host.port, 0} : grid.hop(s, host.at);
      column[s] = route_unit::TableEntry(hop.port, hop.vc_class).word();
    }
  }
  writer.finish();
  return tables;
}

}  // namespace slackline::routing
