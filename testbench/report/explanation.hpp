// The history of a packet or of a message, for people and for programs.
#pragma once

#include <string>

#include "testbench/monitors/explanation.hpp"

namespace slackline::report {

/// A line for each stretch of time, and below it what the packet waited for, down to the root.
std::string explanation_text(const monitors::Explanation& explanation);

std::string explanation_json(const monitors::Explanation& explanation);

/// A line for each stretch of time in which a worm of the message was the first of a queue, and for each delivery.
std::string explanation_text(const monitors::MessageExplanation& explanation);

std::string explanation_json(const monitors::MessageExplanation& explanation);

}  // namespace slackline::report
