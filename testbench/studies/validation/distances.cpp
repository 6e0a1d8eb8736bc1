#include "testbench/studies/validation/distances.hpp"

#include <optional>
#include <utility>

namespace slackline::validation {

using network::InstanceKind;

namespace {

constexpr std::uint32_t unknown = ~std::uint32_t{0};
using Neighbours = std::vector<std::vector<std::uint32_t>>;

Neighbours neighbours_of(const network::Netlist& netlist) {
  Neighbours all(netlist.switches.size());
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::any_switch && channel.to.kind == InstanceKind::any_switch)
      all[channel.from.instance].push_back(channel.to.instance);
  return all;
}

/// A packet that has turned may not turn again: down after up, or into another group.
class Search {
 public:
  Search(const Neighbours& neighbours, const topology::Structure& structure, Ways ways)
      : neighbours_(neighbours), structure_(structure) {
    from_root_ = from(0);
    ways_ = ways;
  }

  /// Distances of all switches from one.
  std::vector<std::uint32_t> from(std::uint32_t start) const {
    std::vector<std::uint32_t> distance(neighbours_.size(), unknown);
    std::vector<bool> seen(2 * neighbours_.size(), false);
    std::vector<std::pair<std::uint32_t, bool>> now{{start, false}}, next;  // switch, has turned
    for (std::uint32_t hops = 0; !now.empty(); ++hops, now = std::exchange(next, {}))
      for (const auto& [at, turned] : now) {
        if (seen[2 * at + turned]) continue;
        seen[2 * at + turned] = true;
        distance[at] = std::min(distance[at], hops);
        for (const std::uint32_t behind : neighbours_[at])
          if (const std::optional<bool> then = turned_after(turned, at, behind)) next.emplace_back(behind, *then);
      }
    return distance;
  }

 private:
  /// Whether a packet has turned after a hop; nothing: the hop is not allowed.
  std::optional<bool> turned_after(bool turned, std::uint32_t from, std::uint32_t to) const {
    switch (ways_) {
      case Ways::all: return false;
      case Ways::up_down:
        if (std::pair(from_root_[to], to) > std::pair(from_root_[from], from)) return true;
        break;
      case Ways::between_groups:
        if (structure_.group[from] == structure_.group[to]) return turned;
        return turned ? std::nullopt : std::optional(true);
    }
    return turned ? std::nullopt : std::optional(false);
  }

  const Neighbours& neighbours_;
  const topology::Structure& structure_;
  Ways ways_ = Ways::all;
  std::vector<std::uint32_t> from_root_;
};

}  // namespace

Distances::Distances(const network::Netlist& netlist, const topology::Structure& structure, Ways ways)
    : switches_(netlist.switches.size()), switch_of_(netlist.endpoints.size()) {
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::endpoint) switch_of_[channel.from.instance] = channel.to.instance;
  const Neighbours neighbours = neighbours_of(netlist);
  const Search search(neighbours, structure, ways);
  for (std::uint32_t start = 0; start < switches_; ++start) {
    const std::vector<std::uint32_t> of_one = search.from(start);
    between_switches_.insert(between_switches_.end(), of_one.begin(), of_one.end());
  }
}

}  // namespace slackline::validation
