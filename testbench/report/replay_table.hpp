// The result of a replayed trace, for people.
#pragma once

#include <vector>

#include "testbench/report/result.hpp"
#include "testbench/report/rows.hpp"

namespace slackline::report {

std::vector<Row> replay_rows(const Result& result);

}  // namespace slackline::report
