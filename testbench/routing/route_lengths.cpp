#include "testbench/routing/route_lengths.hpp"

#include <algorithm>
#include <vector>

#include "testbench/routing/switch_graph.hpp"

namespace slackline::routing {

namespace {

/// The greatest of the lengths between one switch and others, and the greatest of those but for that other one.
struct Farthest {
  std::uint32_t at = Routes::none, length = 0, next = 0;

  void add(std::uint32_t other, std::uint32_t channels) {
    if (other == at) {
      length = std::max(length, channels);
    } else if (at == Routes::none || channels > length) {
      next = length;
      length = channels;
      at = other;
    } else {
      next = std::max(next, channels);
    }
  }
};

/// Follows the routes to one destination after another. Where a packet may take several ports, the ways are as long.
class Walker {
 public:
  explicit Walker(const Routes& routes) : routes_(routes) {}

  /// False: a route from a switch with hosts does not arrive.
  bool walk(const Routes::Destination& destination) {
    routes_.towards(destination.node, ways_);
    length_.assign(ways_.size(), unknown);
    for (std::uint32_t s = 0; s < routes_.netlist().switches.size(); ++s)
      if (routes_.hosts_at(s) != 0 && !walk_from(routes_.first_state(s), destination)) return false;
    return true;
  }

  /// Channels between switches from a switch with hosts to the destination.
  std::uint32_t length(std::uint32_t switch_index) const { return length_[routes_.first_state(switch_index)]; }

 private:
  static constexpr std::uint32_t unknown = ~0u, on_the_way = ~0u - 1;

  bool walk_from(std::uint32_t state, const Routes::Destination& destination) {
    std::uint32_t length = 0;  // of the way from the last state passed
    passed_.clear();
    while (length_[state] == unknown) {
      const PortSet& ports = ways_[state].ports;
      const std::uint32_t channel =
          is_empty(ports) ? Routes::none : routes_.channel_at(routes_.switch_of(state), lowest(ports));
      if (!routes_.leads_on(channel, destination)) return false;
      length_[state] = on_the_way;
      passed_.push_back(state);
      if (routes_.switch_behind(channel) == Routes::none) break;
      state = routes_.state_behind(channel);
      if (length_[state] == on_the_way) return false;
      if (length_[state] != unknown) length = length_[state] + 1;
    }
    for (auto at = passed_.rbegin(); at != passed_.rend(); ++at) length_[*at] = length++;
    return true;
  }

  const Routes& routes_;
  std::vector<Routes::Way> ways_;
  std::vector<std::uint32_t> length_, passed_;
};

}  // namespace

std::optional<RouteLengths> route_lengths(const Routes& routes) {
  const network::Netlist& netlist = routes.netlist();
  if (netlist.routing.choice == route_unit::Choice::adaptive) return std::nullopt;
  const auto hosts = static_cast<double>(netlist.endpoints.size());
  const bool by_way = netlist.routing.valiant;
  const SwitchGraph graph(netlist);
  std::vector<Farthest> to(by_way ? routes.destinations().size() : 0), from(by_way ? netlist.switches.size() : 0);
  Walker walker(routes);
  std::uint64_t sum = 0;
  RouteLengths found;
  for (std::size_t d = 0; d < routes.destinations().size(); ++d) {
    const Routes::Destination& destination = routes.destinations()[d];
    if (!walker.walk(destination)) return std::nullopt;
    for (std::uint32_t s = 0; s < netlist.switches.size(); ++s) {
      if (routes.hosts_at(s) == 0) continue;
      const std::uint32_t length = walker.length(s);
      sum += std::uint64_t{length} * routes.hosts_at(s) * destination.hosts;
      found.longest = std::max(found.longest, length);
      if (!by_way) continue;
      to[d].add(s, length);
      from[s].add(graph.host(destination.node).at, length);
    }
  }
  if (!by_way) {
    found.mean = static_cast<double>(sum) / (hosts * (hosts - 1));
    return found;
  }
  found.mean = 2 * static_cast<double>(sum) / (hosts * hosts);
  for (std::size_t d = 0; d < to.size(); ++d) {
    const Farthest& first = to[d];
    const Farthest& second = from[graph.host(routes.destinations()[d].node).at];
    const bool apart = first.at != second.at || routes.hosts_at(first.at) > 1;
    found.longest = std::max(found.longest, apart ? first.length + second.length
                                                  : std::max(first.length + second.next, first.next + second.length));
  }
  return found;
}

}  // namespace slackline::routing
