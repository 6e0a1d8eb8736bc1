// Figures derived from the answers of a replay, for all that report it.
#pragma once

#include <string>
#include <vector>

#include "testbench/replay/answers.hpp"
#include "testbench/statistics/run_totals.hpp"

namespace slackline::report {

struct CallShare {
  replay::Call call;
  std::uint64_t calls = 0, cycles = 0;  ///< of all ranks
  double share = 0;                     ///< of all cycles of all ranks
};

/// Shares of the cycles that ranks took from the beginning to the end of each.
struct ProgramShares {
  double computing = 0, communicating = 0;
  std::vector<CallShare> calls;  ///< those that took any, the longest first
};
ProgramShares shares_of(const replay::Answers& answers);

/// Figures of a class that has messages.
struct MessageLatency {
  double mean = 0;
  std::uint64_t least = 0, p50 = 0, p99 = 0, most = 0;
};
MessageLatency latency_of(const replay::SizeClass& size);

/// By cycles that they carried flits, of those that carried any.
std::vector<const statistics::LinkUse*> busiest_links(const statistics::RunTotals& totals, std::size_t most);

/// Where the injected flits are. Most runs have them in three places.
std::string whereabouts(const statistics::RunTotals& totals);

}  // namespace slackline::report
