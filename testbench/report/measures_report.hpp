// The report on what firmware measures itself.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "testbench/present/rows.hpp"
#include "testbench/statistics/firmware_measures.hpp"

namespace slackline::report {

/// `weight`: the word for what there is so much of; of nothing, mean and deviation are null.
nlohmann::ordered_json moments_json(const statistics::Moments& moments, const char* weight);

/// The section `measures` of result.json, over all hosts.
nlohmann::ordered_json measures_json(const statistics::MeasureTotals& totals);
/// Without the requests outstanding, which have a row of their own.
std::vector<present::Row> measure_rows(const statistics::MeasureTotals& totals);
/// measures.csv: a row for each host that has measured anything.
std::string measures_csv(const statistics::MeasureTotals& totals);

}  // namespace slackline::report
