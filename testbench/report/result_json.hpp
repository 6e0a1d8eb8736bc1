// Results as JSON.
#pragma once

#include <string>

#include "testbench/report/result.hpp"

namespace slackline::report {

/// Holds nothing of engine, threads or time: equal experiments give equal texts.
std::string result_json(const Result& result);

}  // namespace slackline::report
