// Lines of a label, a value and a remark.
#pragma once

#include <string>
#include <vector>

#include "testbench/statistics/estimate.hpp"
#include "testbench/statistics/run_totals.hpp"

namespace slackline::present {

struct Row {
  std::string label, value, remark;
};

std::string fixed(double value, int decimals);

/// By a format of printf for one double.
std::string formatted(double value, const char* format);

/// "1.5 million"
std::string rounded(double value);

/// ", +- 0.12": with 95 % confidence; nothing where there is no interval.
std::string plus_minus(const statistics::Estimate& estimate, double divisor, int decimals);

/// Where the injected flits are. Most runs have them in three places.
std::string whereabouts(const statistics::RunTotals& totals);

/// Labels to the left, values lined up at their decimal point, remarks after them.
std::string aligned(const std::vector<Row>& rows);

}  // namespace slackline::present
