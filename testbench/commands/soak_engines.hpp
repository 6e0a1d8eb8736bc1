// `slackline compare-engines --random N`.
#pragma once

#include "testbench/commands/commands.hpp"

namespace slackline::commands {

/// Compares the engines on random networks, many processes at a time.
int soak_engines(const CompareOptions& options);

}  // namespace slackline::commands
