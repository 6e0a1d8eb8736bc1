// The output of a soak.
#pragma once

#include <string>

#include "testbench/soak/soak.hpp"

namespace slackline::soak {

/// How much was compared, what the networks used, and what was found: each difference with the command that shows it
/// again.
std::string soak_table(const Summary& summary);

}  // namespace slackline::soak
