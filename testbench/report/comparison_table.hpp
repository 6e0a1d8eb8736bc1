// The output of a comparison of the engines.
#pragma once

#include <string>

#include "testbench/monitors/comparison.hpp"

namespace slackline::report {

/// How much was compared, and "no difference" or the first differences with their cycle, name and both values.
std::string comparison_table(const std::string& name, const monitors::Comparison& comparison);

}  // namespace slackline::report
