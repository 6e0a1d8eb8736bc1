// An exact decimal number of up to nine decimals: steps of a range and halves of an interval print as a person would
// write them, and 0.1 + 0.2 is 0.3.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace slackline::studies {

struct Decimal {
  std::int64_t billionths = 0;

  double value() const { return static_cast<double>(billionths) / 1e9; }
  friend bool operator==(Decimal a, Decimal b) { return a.billionths == b.billionths; }
  friend bool operator<(Decimal a, Decimal b) { return a.billionths < b.billionths; }
};

/// Nothing for any text but a decimal number of up to nine digits before and nine after the point.
std::optional<Decimal> parse_decimal(std::string_view text);
/// "0.45", "2", "-0.125"
std::string to_string(Decimal decimal);

/// The number in the middle fifth of an interval that has the fewest decimals. low < high.
Decimal round_middle(Decimal low, Decimal high);

}  // namespace slackline::studies
