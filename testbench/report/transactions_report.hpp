// The report on transactions.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "testbench/present/rows.hpp"
#include "testbench/statistics/transactions.hpp"

namespace slackline::report {

/// The section `transactions` of result.json.
nlohmann::ordered_json transactions_json(const statistics::TransactionTotals& totals);
/// The rows of the table.
std::vector<present::Row> transaction_rows(const statistics::TransactionTotals& totals);
/// transactions.csv: a row for each source.
std::string transactions_csv(const statistics::TransactionTotals& totals);

}  // namespace slackline::report
