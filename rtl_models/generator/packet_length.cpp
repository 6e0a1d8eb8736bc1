#include "rtl_models/generator/packet_length.hpp"

#include <algorithm>

namespace slackline::generator {

Violations length_violations(const std::vector<LengthWeight>& lengths) {
  Violations found;
  check_range(found, "lengths", lengths.size(), 0, most_lengths);
  for (const LengthWeight& entry : lengths) {
    check_range(found, "lengths.flits", entry.flits, 1, 65535);
    check_range(found, "lengths.weight", entry.weight, 1, 1u << 20);
  }
  return found;
}

double mean_flits(const std::vector<LengthWeight>& lengths) {
  std::uint64_t flits = 0, weights = 0;  // exact: below 2^46
  for (const LengthWeight& entry : lengths) {
    flits += std::uint64_t{entry.flits} * entry.weight;
    weights += entry.weight;
  }
  return static_cast<double>(flits) / static_cast<double>(weights);
}

PacketLength::PacketLength(const std::vector<LengthWeight>& lengths) {
  std::uint32_t sum = 0;
  for (const LengthWeight& entry : lengths) {
    lengths_.push_back(entry.flits);
    up_to_.push_back(sum += entry.weight);
  }
}

std::uint16_t PacketLength::drawn(RandomStream& stream) const {
  const auto entry = std::upper_bound(up_to_.begin(), up_to_.end(), stream.below(up_to_.back()));
  return lengths_[static_cast<std::size_t>(entry - up_to_.begin())];
}

}  // namespace slackline::generator
