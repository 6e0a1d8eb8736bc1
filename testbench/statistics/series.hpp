// series: what a network does over time, in intervals of equal length. When there are as many as fit, neighbours are
// merged, and intervals are twice as long from then on: a run of any length is described by a few dozen of them.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/statistics/batch_means.hpp"

namespace slackline::statistics {

/// Counts of an interval, or since the beginning of the run. Where hosts have network interfaces, packets are messages,
/// and flits words of theirs.
struct Counts {
  std::uint64_t packets = 0;         ///< that have arrived
  std::uint64_t total = 0;           ///< sum of their latencies, from creation
  std::uint64_t network = 0;         ///< sum of their latencies, from the head's injection
  std::uint64_t flits_accepted = 0;  ///< taken in by hosts
  std::uint64_t flits_created = 0;   ///< by hosts
  std::uint64_t flits_waiting = 0;   ///< at hosts, at the end; of an interval: how many more, modulo 2^64
};
Counts operator-(const Counts& later, const Counts& earlier);
Counts operator+(const Counts& a, const Counts& b);

class Series {
 public:
  /// `most` intervals, an even number, are merged to half of them.
  Series(std::uint64_t interval_cycles, std::size_t most) : interval_(interval_cycles), most_(most) {}

  /// Appends an interval of interval_cycles().
  void add(const Counts& counts);
  /// Merges neighbours. The number of intervals must be even.
  void merge();

  std::size_t size() const { return counts_.size(); }
  bool full() const { return counts_.size() == most_; }
  std::uint64_t interval_cycles() const { return interval_; }

  /// Latencies: their sum over packets.
  std::vector<Batch> total_latency() const;
  std::vector<Batch> network_latency() const;
  /// Flits taken in over cycles.
  std::vector<Batch> accepted() const;
  /// By how much the flits that wait at hosts grew, over the flits created.
  std::vector<Batch> growth() const;
  /// Of all intervals.
  std::uint64_t packets() const;

 private:
  std::uint64_t interval_;
  std::size_t most_;
  std::vector<Counts> counts_;
};

}  // namespace slackline::statistics
