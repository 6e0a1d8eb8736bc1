// Figures derived from the answers of a replay, for all forms of its report.
#pragma once

#include <vector>

#include "testbench/workloads/replay/program/answers.hpp"

namespace slackline::replay {

struct CallShare {
  Call call;
  std::uint64_t calls = 0, cycles = 0;  ///< of all ranks
  double share = 0;                     ///< of all cycles of all ranks
};

/// Shares of the cycles that ranks took from the beginning to the end of each.
struct ProgramShares {
  double computing = 0, communicating = 0;
  std::vector<CallShare> calls;  ///< those that took any, the longest first
};
ProgramShares shares_of(const Answers& answers);

/// Figures of a class that has messages.
struct MessageLatency {
  double mean = 0;
  std::uint64_t least = 0, p50 = 0, p99 = 0, most = 0;
};
MessageLatency latency_of(const SizeClass& size);

}  // namespace slackline::replay
