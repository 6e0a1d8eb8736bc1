// The report on network interfaces.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "testbench/present/rows.hpp"
#include "testbench/report/result.hpp"

namespace slackline::report {

/// The section `nic` of result.json.
nlohmann::ordered_json nic_json(const Result& result);
/// The kinds of hosts: the parameters of their interfaces, and those of the firmware that it uses.
nlohmann::ordered_json host_kinds_json(const Result& result);
/// The rows of the table.
std::vector<present::Row> nic_rows(const Result& result);

}  // namespace slackline::report
