#include "testbench/config/rounding.hpp"

#include <numeric>

#include "rtl_models/common/wide.hpp"

namespace slackline::config {

namespace {

std::string integer_text(Wide value) {
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
  while ((value /= 10) != 0);
  return digits;
}

/// A fraction of nanoseconds as a decimal. It ends: denominators divide a power of ten.
std::string wide_decimal(Wide numerator, Wide denominator) {
  std::string text = integer_text(numerator / denominator);
  Wide rest = numerator % denominator;
  if (rest != 0) text += '.';
  while (rest != 0) {
    rest *= 10;
    text += static_cast<char>('0' + static_cast<int>(rest / denominator));
    rest %= denominator;
  }
  return text + " ns";
}

}  // namespace

std::string duration(std::uint64_t cycles, const Time& period) {
  return wide_decimal(Wide{cycles} * period.numerator, period.denominator);
}

RoundingError rounding_error(std::uint64_t cycles, const Time& period, const Time& time) {
  // Over the least common denominator; that divides 10^21, so that times below 10^16 ns fit.
  const std::uint64_t shared = std::gcd(period.denominator, time.denominator);
  const Wide denominator = Wide{period.denominator / shared} * time.denominator;
  const Wide is = Wide{cycles} * period.numerator * (time.denominator / shared);
  const Wide asked = Wide{time.numerator} * (period.denominator / shared);
  const bool more = is >= asked;
  const Wide by = more ? is - asked : asked - is;
  RoundingError error;
  error.ns = (by == 0 ? "" : more ? "+" : "-") + wide_decimal(by, denominator);
  error.percent = (more ? 100.0 : -100.0) * static_cast<double>(by) / static_cast<double>(asked);
  if (by == 0) error.percent = 0;
  return error;
}

double megahertz(const Time& period) {
  return 1000.0 * static_cast<double>(period.denominator) / static_cast<double>(period.numerator);
}

}  // namespace slackline::config
