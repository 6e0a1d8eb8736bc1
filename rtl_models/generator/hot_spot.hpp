// hot_spot: a share of the packets goes to a few hosts, the rest to any other host alike (Pfister and Norton,
// "'Hot Spot' Contention and Combining in Multistage Interconnection Networks", IEEE Trans. Computers 34(10), 1985).
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::generator {

inline constexpr std::size_t most_hot_hosts = 1024;

struct HotSpotParams {
  std::vector<std::uint32_t> hosts;  ///< the hot ones, each once
  double share = 0.1;                ///< of packets sent to one of them because it is hot, 0..1
};

Violations hot_spot_violations(const HotSpotParams& params, std::uint32_t nodes);

/// Any node but `source`, all alike.
inline NodeId other_node(std::uint32_t nodes, NodeId source, RandomStream& stream) {
  const std::uint32_t other = stream.below(nodes - 1);
  return NodeId(other + (other >= source.value));
}

/// Draws a destination. No host sends to itself: a hot one means the other hot ones, and when there is none, all
/// others.
class HotSpot {
 public:
  explicit HotSpot(const HotSpotParams& params);
  NodeId draw(std::uint32_t nodes, NodeId source, RandomStream& stream) const;

 private:
  std::vector<std::uint32_t> hosts_;  // in ascending order
  double share_;
};

}  // namespace slackline::generator
