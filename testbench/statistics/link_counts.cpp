#include "testbench/statistics/link_counts.hpp"

#include <algorithm>

namespace slackline::statistics {

std::vector<LinkUse> link_uses(const network::Netlist& netlist, const std::vector<LinkCounts>& begin,
                               const std::vector<LinkCounts>& end, std::uint64_t cycles) {
  std::vector<LinkUse> uses;
  uses.reserve(end.size());
  for (std::size_t c = 0; c < end.size(); ++c) {
    const LinkCounts before = begin.empty() ? LinkCounts() : begin[c];
    LinkUse use;
    use.name = network::channel_name(netlist, netlist.channels[c]);
    use.cycles = cycles;
    use.flits = end[c].flits - before.flits;
    use.busy = std::min(cycles, use.flits * netlist.channels[c].cycles_per_flit);
    uses.push_back(std::move(use));
  }
  return uses;
}

}  // namespace slackline::statistics
