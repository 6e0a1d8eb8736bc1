// Results as tables for other programs: comma-separated, with a heading.
#pragma once

#include <string>

#include "testbench/report/result.hpp"

namespace slackline::report {

/// links.csv: a line for each channel, of the measured window; without means where nothing was measured.
std::string links_csv(const Result& result);
/// latency.csv: a line for each bucket of the two histograms that is not empty; none where nothing was measured.
std::string latency_csv(const Result& result);
/// windows.csv: a line for each window of run.windows, which must be given.
std::string windows_csv(const Result& result);

}  // namespace slackline::report
