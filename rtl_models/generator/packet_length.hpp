// packet_length: how long packets are: all alike, or drawn from a table of lengths and weights. Two entries make the
// bimodal mix of short requests and long replies.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::generator {

/// A length, and how often it comes: weight / sum of all weights.
struct LengthWeight {
  std::uint16_t flits = 8;   ///< head and tail included, 1..65535
  std::uint32_t weight = 1;  ///< 1..2^20
};

inline constexpr std::size_t most_lengths = 1024;

Violations length_violations(const std::vector<LengthWeight>& lengths);

/// Mean length of a table that is not empty and has no violations.
double mean_flits(const std::vector<LengthWeight>& lengths);

class PacketLength {
 public:
  explicit PacketLength(const std::vector<LengthWeight>& lengths);

  /// With one entry nothing is drawn.
  std::uint16_t draw(RandomStream& stream) const { return lengths_.size() == 1 ? lengths_.front() : drawn(stream); }

 private:
  std::uint16_t drawn(RandomStream& stream) const;

  std::vector<std::uint16_t> lengths_;
  std::vector<std::uint32_t> up_to_;  ///< sums of the weights up to each entry: at most 1024 * 2^20
};

}  // namespace slackline::generator
