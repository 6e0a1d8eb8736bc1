// latency_tally: how long packets took, of all hosts of a network together: a histogram of integers for each of the two
// latencies. It is shared, like the packet table, because a histogram a host would be larger than the network.
//
// Buckets are logarithmic, and linear within an octave:
//
//   latency    0 1 2 ... 1023 | 1024..1039  ...  2032..2047 | 2048..2079  ... | ...       up to 2^64 - 1
//   buckets    one each       | 64 of 16 cycles each        | 64 of 32        | 64 an octave
//
// so that latencies below 1024 cycles are exact, and others known to 1/64 of their value. Sums of integers do not
// depend on the order of adding.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "rtl_models/common/packet_table.hpp"

namespace slackline::port {

class LatencyHistogram {
 public:
  static constexpr unsigned exact_bits = 10;  ///< latencies below 2^10 have a bucket each
  static constexpr unsigned octave_bits = 6;  ///< 2^6 buckets in each octave above
  static constexpr unsigned exact = 1u << exact_bits, per_octave = 1u << octave_bits;
  static constexpr unsigned buckets = exact + (64 - exact_bits) * per_octave;

  static constexpr unsigned bucket_of(std::uint64_t latency) {
    if (latency < exact) return static_cast<unsigned>(latency);
    const unsigned octave = 63u - static_cast<unsigned>(__builtin_clzll(latency));
    return exact + (octave - exact_bits) * per_octave +
           (static_cast<unsigned>(latency >> (octave - octave_bits)) & (per_octave - 1));
  }
  /// The least and the largest latency of a bucket.
  static constexpr std::uint64_t least_of(unsigned bucket) {
    if (bucket < exact) return bucket;
    const unsigned octave = exact_bits + (bucket - exact) / per_octave;
    return (std::uint64_t{per_octave} + (bucket - exact) % per_octave) << (octave - octave_bits);
  }
  static constexpr std::uint64_t most_of(unsigned bucket) {
    return bucket + 1 < buckets ? least_of(bucket + 1) - 1 : ~std::uint64_t{0};
  }

  void add(std::uint64_t latency) {
    ++counts_[bucket_of(latency)];
    least_ = std::min(least_, latency);
    most_ = std::max(most_, latency);
  }

  std::uint64_t count(unsigned bucket) const { return counts_[bucket]; }
  /// Exactly, of the latencies added since restart_extremes(); least() > most() when there are none.
  std::uint64_t least() const { return least_; }
  std::uint64_t most() const { return most_; }
  void restart_extremes() {
    least_ = ~std::uint64_t{0};
    most_ = 0;
  }

  friend bool operator==(const LatencyHistogram& a, const LatencyHistogram& b) {
    return a.least_ == b.least_ && a.most_ == b.most_ && a.counts_ == b.counts_;
  }

  template <class Visitor>
  friend void visit(const LatencyHistogram& h, Visitor& v) {
    v.reg("least", h.least_);
    v.reg("most", h.most_);
    for (unsigned i = 0; i < buckets; ++i) {
      v.open("bucket", i);
      v.reg("count", h.counts_[i]);
      v.close();
    }
  }

 private:
  std::array<std::uint64_t, buckets> counts_{};
  std::uint64_t least_ = ~std::uint64_t{0}, most_ = 0;
};

struct LatencyTally {
  LatencyHistogram total;    ///< from creation to the tail's arrival
  LatencyHistogram network;  ///< from the head on the source's output register to the tail's arrival

  void add(std::uint64_t total_cycles, std::uint64_t network_cycles) {
    total.add(total_cycles);
    network.add(network_cycles);
  }
};

/// The tally of a network, and where it has several workloads that of each of them.
class Latencies {
 public:
  explicit Latencies(std::size_t workloads = 1) : of_(workloads > 1 ? workloads : 0) {}

  void add(unsigned workload, std::uint64_t total_cycles, std::uint64_t network_cycles) {
    all.add(total_cycles, network_cycles);
    if (!of_.empty() && workload != no_workload) of_[workload].add(total_cycles, network_cycles);
  }
  LatencyTally& of(unsigned workload) { return of_.empty() ? all : of_[workload]; }
  const LatencyTally& of(unsigned workload) const { return of_.empty() ? all : of_[workload]; }

  LatencyTally all;

 private:
  std::vector<LatencyTally> of_;
};

inline bool operator==(const LatencyTally& a, const LatencyTally& b) {
  return a.total == b.total && a.network == b.network;
}

template <class Visitor>
void visit(const LatencyTally& tally, Visitor& v) {
  v.open("total", 0);
  visit(tally.total, v);
  v.close();
  v.open("network", 0);
  visit(tally.network, v);
  v.close();
}

}  // namespace slackline::port
