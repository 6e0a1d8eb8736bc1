#include "testbench/studies/decimal.hpp"

#include <cstdlib>

namespace slackline::studies {

namespace {

constexpr std::int64_t one = 1'000'000'000;
constexpr std::size_t most_digits = 9;

/// Digits as a number; -1 for anything else.
std::int64_t digits(std::string_view text) {
  if (text.empty() || text.size() > most_digits) return -1;
  std::int64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    number = 10 * number + (c - '0');
  }
  return number;
}

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  if (whole.size() > 1 && whole.front() == '0') return std::nullopt;
  std::int64_t number = digits(whole);
  if (number < 0) return std::nullopt;
  number *= one;
  if (point != std::string_view::npos) {
    std::string decimals(text.substr(point + 1));
    if (digits(decimals) < 0) return std::nullopt;
    decimals.append(most_digits - decimals.size(), '0');
    number += digits(decimals);
  }
  return Decimal{negative ? -number : number};
}

std::string to_string(Decimal decimal) {
  const std::int64_t size = std::abs(decimal.billionths);
  std::string decimals = std::to_string(one + size % one).substr(1);
  decimals.erase(decimals.find_last_not_of('0') + 1);
  return (decimal.billionths < 0 ? "-" : "") + std::to_string(size / one) + (decimals.empty() ? "" : "." + decimals);
}

Decimal round_middle(Decimal low, Decimal high) {
  const std::int64_t width = high.billionths - low.billionths, middle = low.billionths + width / 2;
  for (std::int64_t grid = one; grid > 1; grid /= 10) {
    std::int64_t below = middle / grid * grid;
    if (below > middle) below -= grid;  // division rounds towards zero
    const std::int64_t nearest = middle - below <= below + grid - middle ? below : below + grid;
    if (std::abs(nearest - middle) <= width / 10) return {nearest};
  }
  return {middle};
}

}  // namespace slackline::studies
