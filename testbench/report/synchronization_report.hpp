// The report on clocks that firmware has synchronized.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "testbench/report/result.hpp"
#include "testbench/report/rows.hpp"

namespace slackline::report {

/// The section `synchronization` of result.json.
nlohmann::ordered_json synchronization_json(const Result& result);
/// The rows of the table.
std::vector<Row> synchronization_rows(const Result& result);

}  // namespace slackline::report
