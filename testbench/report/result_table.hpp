// Results as an aligned table for people.
#pragma once

#include <string>

#include "testbench/report/manifest.hpp"
#include "testbench/report/result.hpp"

namespace slackline::report {

std::string result_table(const Result& result);

/// "1.23 million cycles in 0.8 s, 1.5 million cycles/s"
std::string speed_line(const Manifest& manifest);

}  // namespace slackline::report
