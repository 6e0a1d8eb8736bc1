// The report on packet switches.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "testbench/present/rows.hpp"
#include "testbench/statistics/packet_switch_totals.hpp"

namespace slackline::report {

/// The section `packet_switches` of result.json.
nlohmann::ordered_json packet_switch_json(const statistics::PacketSwitchTotals& totals);
/// The rows of the table.
std::vector<present::Row> packet_switch_rows(const statistics::PacketSwitchTotals& totals);
/// packet_switches.csv: a row for each port.
std::string packet_switch_csv(const statistics::PacketSwitchTotals& totals);

}  // namespace slackline::report
