// point_result: the values of a point's result.json that a study uses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace slackline::studies {

/// A mean and the half width of its 95 % interval, where there is one.
struct Estimate {
  double mean = 0;
  std::optional<double> half_width;
};

struct Latency {
  Estimate mean;
  std::optional<double> p50, p99;
};

/// Of a trace that hosts have replayed.
struct ProgramResult {
  std::uint64_t cycles = 0;  ///< of the whole program
  double computing = 0;      ///< share of the ranks' cycles
  std::string busiest_link;
  std::optional<double> busiest_utilisation, trunk_utilisation;  ///< of the busiest link, of the hottest trunk
};

/// Of clocks that firmware has synchronized: the largest skew after a synchronization and its bounds (docs/fbs.md), the
/// largest at the end of an interval, in cycles, and packets of the stream that held up others.
struct SkewResult {
  double behind = 0, behind_ns = 0, before = 0;
  std::optional<double> paper, drained;
  std::uint64_t held_up = 0;
};

/// Of barriers of groups (docs/barriers.md): latencies in cycles, means over those that completed.
struct BarrierResult {
  std::optional<double> first, later;  ///< of the first of each group, of the others; nothing: none completed
  std::optional<double> later_half_width;
  std::uint64_t worms_cut = 0, padding_flits = 0;
};

struct PointResult {
  bool failed = false;            ///< a check of the simulated network failed
  std::string came_to_stand;      ///< "deadlock", "stuck", "nothing completed since cycle 1263"; empty: it kept moving
  std::optional<bool> saturated;  ///< offered load exceeds accepted load; nothing: too little was measured to decide
  std::optional<bool> converged;  ///< nothing: no interval was asked for
  std::optional<bool> steady;     ///< nothing: too little was measured to decide
  std::string doubt;              ///< why a mean has no interval; empty: all have
  std::optional<double> offered;  ///< flits per cycle and host; nothing: no load was measured
  std::optional<Estimate> accepted;
  std::optional<Latency> total, network;  ///< cycles; nothing: no packet arrived
  std::optional<double> hops;
  std::uint64_t packets = 0, cycles = 0;
  std::optional<ProgramResult> program;
  std::uint64_t firmware_lines = 0;  ///< written by firmware
  std::string firmware_says;         ///< the first of them
  std::optional<SkewResult> skew;
  std::optional<BarrierResult> barriers;
  /// Of workloads of a list, all numbers of their parts, and of the barrier units that they share, but those in arrays:
  /// "meet.later.mean".
  std::vector<std::pair<std::string, double>> of_workloads;
};

/// Nothing for any text but the result.json of a run that ended.
std::optional<PointResult> read_result(const std::string& text);

}  // namespace slackline::studies
