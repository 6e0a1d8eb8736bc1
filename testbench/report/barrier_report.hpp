// The report on barriers.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "testbench/report/result.hpp"
#include "testbench/report/rows.hpp"

namespace slackline::report {

/// The section `barriers` of result.json.
nlohmann::ordered_json barriers_json(const Result& result);
/// The rows of the table.
std::vector<Row> barrier_rows(const Result& result);

}  // namespace slackline::report
