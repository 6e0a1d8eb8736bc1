// distribution: the latencies of the measured packets: the number in each bucket, and percentiles.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/port/latency_tally.hpp"

namespace slackline::statistics {

/// Latencies from `least` to `most`.
struct Bucket {
  std::uint64_t least = 0, most = 0, packets = 0;
};

class Distribution {
 public:
  Distribution() = default;
  /// The latencies added to `begin` to make it `end`; the extremes of `end` restarted at `begin`. `sum` of these
  /// latencies.
  Distribution(const port::LatencyHistogram& begin, const port::LatencyHistogram& end, std::uint64_t sum);

  std::uint64_t packets() const { return packets_; }
  double mean() const { return packets_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(packets_); }
  /// Exactly; 0 without packets.
  std::uint64_t least() const { return least_; }
  std::uint64_t most() const { return most_; }
  /// The latency that `permille` of 1000 packets do not exceed: the largest one of its bucket, so that it is never too
  /// low, and at most 1/64 too high. 0 without packets.
  std::uint64_t percentile(unsigned permille) const;
  /// Those that are not empty, in order.
  const std::vector<Bucket>& buckets() const { return buckets_; }

 private:
  std::vector<Bucket> buckets_;
  std::uint64_t packets_ = 0, sum_ = 0, least_ = 0, most_ = 0;
};

}  // namespace slackline::statistics
