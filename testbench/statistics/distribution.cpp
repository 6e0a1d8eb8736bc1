#include "testbench/statistics/distribution.hpp"

#include <algorithm>

namespace slackline::statistics {

using port::LatencyHistogram;

Distribution::Distribution(const LatencyHistogram& begin, const LatencyHistogram& end, std::uint64_t sum) : sum_(sum) {
  for (unsigned b = 0; b < LatencyHistogram::buckets; ++b)
    if (const std::uint64_t packets = end.count(b) - begin.count(b); packets != 0) {
      buckets_.push_back({LatencyHistogram::least_of(b), LatencyHistogram::most_of(b), packets});
      packets_ += packets;
    }
  if (packets_ == 0) return;
  least_ = end.least();
  most_ = end.most();
}

std::uint64_t Distribution::percentile(unsigned permille) const {
  const std::uint64_t rank = packets_ / 1000 * permille + (packets_ % 1000 * permille + 999) / 1000;
  std::uint64_t seen = 0;
  for (const Bucket& bucket : buckets_)
    if ((seen += bucket.packets) >= rank) return std::min(bucket.most, most_);
  return most_;
}

}  // namespace slackline::statistics
