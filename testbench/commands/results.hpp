// Messages about the folder of results.
#pragma once

#include <string>
#include <vector>

#include "testbench/report/results_folder.hpp"

namespace slackline::commands {

/// Leftovers of runs that were killed.
void say_removed(const std::vector<std::string>& removed);

/// False: not all is where it should be. The error stream names a file that could not be written, and where the results
/// are if they could not be put in place.
bool published(report::ResultsFolder& folder, const report::Files& files);

}  // namespace slackline::commands
