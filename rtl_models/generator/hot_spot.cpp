#include "rtl_models/generator/hot_spot.hpp"

#include <algorithm>

namespace slackline::generator {

Violations hot_spot_violations(const HotSpotParams& params, std::uint32_t nodes) {
  Violations found;
  check_range(found, "hot_spot.hosts", params.hosts.size(), 1, most_hot_hosts);
  std::vector<std::uint32_t> sorted = params.hosts;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end() || (!sorted.empty() && sorted.back() >= nodes))
    found.push_back({"hot_spot.hosts", "of hosts", "hosts from 0 to " + std::to_string(nodes - 1) + ", each once"});
  if (!(params.share >= 0 && params.share <= 1))
    found.push_back({"hot_spot.share", std::to_string(params.share), "0 to 1"});
  return found;
}

HotSpot::HotSpot(const HotSpotParams& params) : hosts_(params.hosts), share_(params.share) {
  std::sort(hosts_.begin(), hosts_.end());
}

NodeId HotSpot::draw(std::uint32_t nodes, NodeId source, RandomStream& stream) const {
  if (stream.unit() <= share_) {
    const auto own = std::lower_bound(hosts_.begin(), hosts_.end(), source.value);
    const bool is_hot = own != hosts_.end() && *own == source.value;
    if (const auto others = static_cast<std::uint32_t>(hosts_.size() - is_hot); others != 0) {
      const std::uint32_t chosen = stream.below(others);
      return NodeId(hosts_[chosen + (is_hot && chosen >= static_cast<std::uint32_t>(own - hosts_.begin()))]);
    }
  }
  return other_node(nodes, source, stream);
}

}  // namespace slackline::generator
