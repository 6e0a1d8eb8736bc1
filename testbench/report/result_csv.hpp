// Results as tables for other programs: comma-separated, with a heading.
#pragma once

#include <string>

#include "testbench/report/result.hpp"

namespace slackline::report {

/// links.csv: a line for each channel, of the measured window; without means where nothing was measured.
std::string links_csv(const Result& result);
/// latency.csv: a line for each bucket of the two histograms that is not empty; none where nothing was measured.
std::string latency_csv(const Result& result);

// For clocks that firmware has synchronized:
/// synchronization.csv: for each slot that was reported, and each host, the cycle in which it began.
std::string synchronization_csv(const Result& result);

/// barriers.csv: a line for each barrier that a member has entered, with the cycles of the first and last to enter and
/// to leave.
std::string barriers_csv(const Result& result);

// For a trace that hosts have replayed:
/// ranks.csv: a line for each rank, with the cycles it took in each kind of call.
std::string ranks_csv(const Result& result);
/// messages.csv: a line for each class of sizes that has messages.
std::string messages_csv(const Result& result);
/// trunks.csv: a line for each pair of switches with links, a direction each.
std::string trunks_csv(const Result& result);

}  // namespace slackline::report
