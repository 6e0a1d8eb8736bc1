// host_series: what single hosts do over time. One overloaded link holds up the few hosts whose packets pass it; in sums
// over all hosts that is lost.
//
//   source       what waits at it grows, as a share of what it creates
//   destination  what comes to it takes longer and longer, by cycle: of packets that are served at a share s of the rate
//                at which they come, latency grows by 1 - s a cycle
//
// Each is judged by how it changes from one mark to the next (growth.hpp). Where something piles up, such changes are
// as independent as what hosts create; where nothing does, each takes back what the one before has brought, so that the
// test errs on the safe side. Bursts longer than the distance of marks make neighbouring changes alike, which widens the
// test's interval; bursts that are long compared with the whole series leave too few of them to tell.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/common/ids.hpp"
#include "testbench/statistics/batch_means.hpp"

namespace slackline::statistics {

/// Counts of one host since the beginning of the run. Flits are words of messages where it has a network interface.
struct HostProgress {
  std::uint64_t created = 0, waiting = 0;  ///< flits, as a source
  std::uint64_t packets = 0, total = 0;    ///< that have arrived, and the sum of their latencies; see count_progress()
};

/// A host at which something grows without bound.
struct GrowingHost {
  enum class Side : std::uint8_t { source, destination };
  std::uint32_t host = 0;
  Side side = Side::source;
};

class HostSeries {
 public:
  /// Fewer intervals are too few to judge a host.
  static constexpr std::size_t least_intervals = 8;
  static constexpr double least_independent = 6;

  /// `burst_cycles`: time constant of the hosts' bursts, after which e^-1 of the correlation of what they create is left;
  /// 0: none are known of. A burst or a silence that lasts through all marks leaves no trace in them.
  explicit HostSeries(double burst_cycles = 0) : burst_cycles_(burst_cycles) {}

  /// All hosts at a mark. Marks lie at equal distances.
  void mark(Cycle at, std::vector<HostProgress> hosts);
  /// Drops every second mark: of those that stay the distance is twice as large.
  void thin();
  std::size_t intervals() const { return marks_.empty() ? 0 : marks_.size() - 1; }

  /// The host that is worst off of those that surely grow. With this confidence none is named where none grows, however
  /// many hosts there are (Bonferroni).
  std::optional<GrowingHost> growing(double confidence) const;

  /// Correlation of what a host creates in neighbouring intervals, over all hosts, or that of the known bursts, whichever
  /// is higher: near 0 without bursts, or where an interval holds many.
  double burst_correlation() const;
  /// Whether, with that, the series is worth fewer than least_independent independent intervals.
  bool bursts_are_too_long() const;

 private:
  struct Mark {
    Cycle at;
    std::vector<HostProgress> hosts;
  };
  /// The bursts that the marks show.
  struct Seen {
    double correlation = 0;
    double hosts = 0;  ///< effective number: so many of equal variance would be as sure; (sum v)^2 / (sum v^2)
  };
  Seen seen() const;
  double known_correlation() const;
  std::vector<Batch> waiting(std::size_t host) const;
  std::vector<Batch> latency(std::size_t host) const;

  double burst_cycles_;
  std::vector<Mark> marks_;
};

}  // namespace slackline::statistics
