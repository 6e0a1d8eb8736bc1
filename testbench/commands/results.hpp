// Messages about the folder of results.
#pragma once

#include <string>
#include <vector>

#include "testbench/report/results_folder.hpp"

namespace slackline::commands {

/// Leftovers of runs that were killed.
void say_removed(const std::vector<std::string>& removed);

/// False: a file could not be written, and the error stream names it; the others are there.
bool published(report::ResultsFolder& folder, const report::Files& files);

}  // namespace slackline::commands
