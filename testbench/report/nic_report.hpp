// The report on network interfaces.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "testbench/report/result.hpp"
#include "testbench/report/rows.hpp"

namespace slackline::report {

/// The section `nic` of result.json.
nlohmann::ordered_json nic_json(const Result& result);
/// The rows of the table.
std::vector<Row> nic_rows(const Result& result);

}  // namespace slackline::report
