// A decimal number with at most nine decimals, exactly: steps of a range and halves of an interval bear the names that
// a person would give them, and 0.1 + 0.2 is 0.3.
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

/// Nothing for what is no decimal number of at most nine digits before and nine behind the point.
std::optional<Decimal> parse_decimal(std::string_view text);
/// "0.45", "2", "-0.125"
std::string to_string(Decimal decimal);

/// A number near the middle of an interval, in its middle fifth, with as few decimals as there is one. low < high.
Decimal round_middle(Decimal low, Decimal high);

}  // namespace slackline::studies
