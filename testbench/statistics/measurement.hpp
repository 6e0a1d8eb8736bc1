// measurement: when to look at a run, from when on it is measured, and when enough has been measured.
//
//   0 ---- probes, for warm-up: auto ---- W ---- batches ---------------- end <= max_cycles
//          20..40 intervals                |     32..64 batches
//          tested by MSER                  window
//
// The caller owns the run: it stops at next_probe() and passes the counts so far. What happens
// depends on counts of the model alone, never on the machine's speed.
//
// Warm-up, auto. Means of total latency and accepted flits over intervals of equal length; at each even number of
// intervals from 20 to 40 (then neighbours are merged) the truncation point of each series is sought by MSER. When both
// lie in the first half, the second halves show no trend, and 200 packets have arrived, three times in a row, the
// window begins. Where the flits that wait at hosts keep growing, latency has no steady state: then the accepted flits
// alone decide. At max_cycles / 2 the window begins in any case. The first intervals are 50 cycles long, or max_cycles
// / 400 where the run takes all of them: a twentieth of it is given up at least, so that a transient too slow to be
// seen in so short a time cannot spoil much.
//
// End. With a relative error, at every fourth number of batches from 32 on: when the half-widths of the 95 % intervals
// of mean total latency and accepted load are small enough, neighbouring batches have little in common, there is no
// trend, and a batch holds ten packets; or when saturation is certain.
//
// Saturated. The flits that wait at all hosts grow by more than 1 % of those created; or what waits at one host does, or
// the latency of packets to one host grows by more than a cycle in a hundred (host_series.hpp); or the load is
// above what links and routes let through at most, which no run is long enough to show when it is but a little.
// Where the window holds only a few bursts of the hosts, the absence of growth is no evidence: there is no verdict then.
#pragma once

#include <optional>

#include "rtl_models/common/ids.hpp"
#include "testbench/statistics/estimate.hpp"
#include "testbench/statistics/host_series.hpp"
#include "testbench/statistics/series.hpp"

namespace slackline::statistics {

struct MeasurementSettings {
  std::optional<std::uint64_t> warmup;  ///< cycles, below max_cycles; nothing: to be found
  std::uint64_t max_cycles = 1;
  double relative_error = 0;  ///< 0: the run takes max_cycles
  bool above_bound = false;   ///< the load lies above what links and routes let through
  double burst_cycles = 0;    ///< time constant of the hosts' bursts (host_series.hpp); 0: none
};

/// How it is known that offered load exceeds accepted load.
struct Saturation {
  enum class By : std::uint8_t { load_bound, all_hosts, one_host };
  By by = By::all_hosts;
  GrowingHost host;  ///< of one_host
};

/// The findings about the run.
struct Verdict {
  double relative_error = 0;
  std::optional<bool> converged;         ///< nothing without a relative error
  std::optional<bool> saturated;         ///< nothing: too few batches to decide, or bursts too long for the run
  std::optional<Saturation> saturation;  ///< where it is
  std::string saturated_by;              ///< the same as a sentence: the caller knows the names
  bool warmup_given = false;
  bool warmup_found = false;  ///< given, or found
  std::uint64_t warmup = 0;   ///< cycles
  std::size_t batches = 0;    ///< complete ones
  std::uint64_t batch_cycles = 0;
  Estimate total_latency, network_latency;  ///< of packets, or messages
  Estimate accepted;                        ///< flits per cycle, of all hosts together
  std::optional<bool> trend;                ///< total latency or accepted load rises or falls; nothing: unknown

  /// Takes back the verdict on a run that came to stand: most of its batches are dead time.
  void withdraw();

  /// Whether what is measured has a mean that does not change with time; nothing: too little was measured to decide.
  std::optional<bool> steady() const;
  /// Why not: "latency still grows"; of a quantity that is too little measured, too. Empty: all have intervals.
  std::string doubt() const;
};

class Measurement {
 public:
  explicit Measurement(const MeasurementSettings& settings);

  /// The cycle at which to stop and call probe(). Of no meaning when done().
  Cycle next_probe() const { return next_; }
  /// `counts` since the beginning, at next_probe(). True when the window begins here.
  /// `hosts`: each of them; none, where single hosts are not looked at.
  bool probe(const Counts& counts, std::vector<HostProgress> hosts = {});
  bool done() const { return done_; }
  bool window_open() const { return window_open_; }

  Verdict verdict() const;

 private:
  bool probe_warmup(const Counts& counts);
  void probe_window(const Counts& counts, std::vector<HostProgress> hosts);
  bool looks_settled() const;
  bool precise_enough() const;
  bool creates_flits() const;  // hosts did, in the window
  void begin_window(const Counts& counts, std::vector<HostProgress> hosts);
  std::optional<Saturation> saturation(double confidence) const;
  void plan(std::uint64_t interval, std::uint64_t bound);

  MeasurementSettings settings_;
  Series warmup_series_, batches_;
  HostSeries hosts_;
  Counts last_;
  Cycle now_, next_;  // of the last probe, and of the next one
  Cycle window_;
  unsigned settled_tests_ = 0;  // in a row
  bool window_open_ = false, found_ = false, done_ = false;
};

}  // namespace slackline::statistics
