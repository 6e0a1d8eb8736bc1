#include "testbench/settings/number.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>

#include "rtl_models/common/wide.hpp"

namespace slackline::settings {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  return n;
}

/// "12", "12.5", and with an exponent where it is allowed: JSON's grammar without the sign. Empty when `text` fits.
std::string decimal_error(std::string_view text, bool exponent) {
  const char* const not_decimal = "not a decimal number";
  const std::size_t whole = digits(text);
  if (whole == 0) return not_decimal;
  if (whole > 1 && text[0] == '0') return "leading zero";
  text.remove_prefix(whole);
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    const std::size_t fraction = digits(text);
    if (fraction == 0) return not_decimal;
    text.remove_prefix(fraction);
  }
  if (exponent && !text.empty() && (text[0] == 'e' || text[0] == 'E')) {
    text.remove_prefix(1);
    if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
    const std::size_t power = digits(text);
    if (power == 0) return not_decimal;
    text.remove_prefix(power);
  }
  return text.empty() ? "" : not_decimal;
}

std::string unit_error(std::string_view unit, const char* known) {
  return std::string(unit.empty() ? "no unit" : "unknown unit") + "; expected " + known;
}

/// A decimal number times multiply / divide, in lowest terms.
template <class Fraction>
Parsed<Fraction> parse_fraction(std::string_view number, std::uint64_t multiply, std::uint64_t divide,
                                const char* zero) {
  if (std::string why = decimal_error(number, false); !why.empty()) return {{}, std::move(why)};
  std::uint64_t numerator = 0, denominator = 1;
  unsigned count = 0;
  bool fraction = false;
  for (const char c : number) {
    if (c == '.') {
      fraction = true;
      continue;
    }
    if (++count > 18) return {{}, "more than 18 digits"};
    numerator = numerator * 10 + static_cast<unsigned>(c - '0');
    if (fraction) denominator *= 10;
  }
  if (numerator == 0) return {{}, zero};
  const Wide top = Wide{numerator} * multiply, bottom = Wide{denominator} * divide;
  if (top >> 64 != 0 || bottom >> 64 != 0) return {{}, "too large or too small"};
  const auto divisor = std::gcd(static_cast<std::uint64_t>(top), static_cast<std::uint64_t>(bottom));
  return {{static_cast<std::uint64_t>(top) / divisor, static_cast<std::uint64_t>(bottom) / divisor}, ""};
}

std::string decimal(std::uint64_t numerator, std::uint64_t denominator) {
  std::string text = std::to_string(numerator / denominator);
  std::uint64_t rest = numerator % denominator;
  if (rest != 0) text += '.';
  while (rest != 0) {  // ends: denominators come from decimals, so they divide a power of ten
    const Wide tenfold = Wide{rest} * 10;
    text += static_cast<char>('0' + static_cast<int>(tenfold / denominator));
    rest = static_cast<std::uint64_t>(tenfold % denominator);
  }
  return text;
}

}  // namespace

Parsed<std::uint64_t> parse_integer(std::string_view text) {
  if (text.size() > 1 && text[0] == '-' && digits(text.substr(1)) == text.size() - 1) return {0, "negative"};
  if (text.empty() || digits(text) != text.size()) return {0, "not a decimal integer"};
  if (text.size() > 1 && text[0] == '0') return {0, "leading zero"};
  std::uint64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc()) return {0, "too large"};
  return {value, ""};
}

Parsed<double> parse_real(std::string_view text) {
  const bool negative = !text.empty() && text[0] == '-';
  if (std::string why = decimal_error(text.substr(negative), true); !why.empty()) return {0, std::move(why)};
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc()) return {0, "too large or too small"};
  return {value + 0.0, ""};  // -0 becomes 0
}

Quantity split_unit(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && ((text[end - 1] >= 'a' && text[end - 1] <= 'z') || (text[end - 1] >= 'A' && text[end - 1] <= 'Z')))
    --end;
  const std::string_view unit = text.substr(end);
  if (!unit.empty() && end > 0 && text[end - 1] == ' ') --end;
  return {text.substr(0, end), unit};
}

Parsed<Time> parse_time(std::string_view text, bool may_be_0) {
  const Quantity quantity = split_unit(text);
  std::uint64_t multiply = 1, divide = 1;
  if (quantity.unit == "us")
    multiply = 1000;
  else if (quantity.unit == "ps")
    divide = 1000;
  else if (quantity.unit != "ns")
    return {{}, unit_error(quantity.unit, "ps, ns or us")};
  if (may_be_0 && quantity.number == "0") return {Time{0, 1}, {}};
  return parse_fraction<Time>(quantity.number, multiply, divide, "not more than 0");
}

std::string to_string(const Time& time) { return decimal(time.numerator, time.denominator) + " ns"; }

namespace {

/// Splits "1.28 Gb/s" into "1.28" and "Gb"; without "/s" the unit is none that is known.
Quantity split_rate(std::string_view text) {
  const std::size_t slash = text.rfind('/');
  if (slash == std::string_view::npos || text.substr(slash) != "/s")
    return {text, split_unit(text).unit.empty() ? "" : "?"};
  return split_unit(text.substr(0, slash));
}

}  // namespace

Parsed<Rate> parse_rate(std::string_view text) {
  const Quantity quantity = split_rate(text);
  std::uint64_t multiply = 1, divide = 1;
  if (quantity.unit == "Mb")
    divide = 1000;
  else if (quantity.unit == "MB")
    multiply = 8, divide = 1000;
  else if (quantity.unit == "GB")
    multiply = 8;
  else if (quantity.unit != "Gb")
    return {{}, unit_error(quantity.unit, "Mb/s, Gb/s, MB/s or GB/s")};
  return parse_fraction<Rate>(quantity.number, multiply, divide, "not more than 0");
}

std::string to_string(const Rate& rate) { return decimal(rate.numerator, rate.denominator) + " Gb/s"; }

Parsed<Rate> parse_speed(std::string_view text) {
  const Quantity quantity = split_rate(text);
  std::uint64_t multiply = 1, divide = 1;
  if (quantity.unit == "Mflop")
    divide = 1000;
  else if (quantity.unit == "Tflop")
    multiply = 1000;
  else if (quantity.unit != "Gflop")
    return {{}, unit_error(quantity.unit, "Mflop/s, Gflop/s or Tflop/s")};
  return parse_fraction<Rate>(quantity.number, multiply, divide, "not more than 0");
}

std::string speed_text(const Rate& speed) { return decimal(speed.numerator, speed.denominator) + " Gflop/s"; }

Time flit_time(const Rate& rate, std::uint64_t bits) {
  const std::uint64_t shared = std::gcd(bits, rate.numerator);
  const Wide numerator = Wide{bits / shared} * rate.denominator;
  if (numerator >> 64 == 0) return {static_cast<std::uint64_t>(numerator), rate.numerator / shared};
  return {std::numeric_limits<std::uint64_t>::max(), 1};  // beyond any clock
}

namespace {

/// A fraction that may be out of range: not one that wraps around.
Parsed<CyclesPerFlit> checked_rate(std::uint64_t cycles, std::uint64_t flits) {
  const std::uint64_t shared = std::gcd(cycles, flits);
  if (flits / shared > CyclesPerFlit::most_flits) return {{}, "a finer fraction than one of 1000"};
  if (cycles < flits) return {{}, "less than 1"};
  if (cycles / shared > CyclesPerFlit::most * (flits / shared)) return {{}, "more than 1000"};
  return {{cycles, flits}, ""};
}

}  // namespace

Parsed<CyclesPerFlit> parse_cycles_per_flit(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const Parsed<std::uint64_t> cycles = parse_integer(text.substr(0, slash));
    const Parsed<std::uint64_t> flits = parse_integer(text.substr(slash + 1));
    if (!cycles || !flits || flits.value == 0) return {{}, "not a fraction of two integers"};
    return checked_rate(cycles.value, flits.value);
  }
  const Parsed<Rate> decimal = parse_fraction<Rate>(text, 1, 1, "less than 1");
  if (!decimal) return {{}, decimal.why};
  return checked_rate(decimal.value.numerator, decimal.value.denominator);
}

std::string to_string(CyclesPerFlit rate) {
  return std::to_string(rate.cycles) + (rate.is_whole() ? "" : "/" + std::to_string(rate.flits));
}

CyclesPerFlit nearest_cycles_per_flit(const Time& flit, const Time& period) {
  Wide cycles = Wide{flit.numerator} * period.denominator, flits = Wide{flit.denominator} * period.numerator;
  for (Wide a = cycles, b = flits;;) {  // to lowest terms, and on to what 64 bits hold: an error below 2^-50
    if (b == 0) {
      cycles /= a;
      flits /= a;
      break;
    }
    a %= b;
    std::swap(a, b);
  }
  while (cycles >> 64 != 0 || flits >> 64 != 0) {
    cycles >>= 1;
    flits >>= 1;
  }
  if (flits == 0) return CyclesPerFlit::most + 1;
  return slackline::nearest_cycles_per_flit(static_cast<std::uint64_t>(cycles), static_cast<std::uint64_t>(flits));
}

namespace {

struct ByteUnit {
  std::string_view unit;
  std::uint64_t bytes;
};
constexpr ByteUnit byte_units[] = {{"MiB", 1 << 20}, {"MB", 1'000'000}, {"KiB", 1 << 10}, {"kB", 1'000}, {"B", 1}};

}  // namespace

Parsed<std::uint64_t> parse_bytes(std::string_view text) {
  const Quantity quantity = split_unit(text);
  for (const ByteUnit& unit : byte_units) {
    if (unit.unit != quantity.unit) continue;
    Parsed<std::uint64_t> count = parse_integer(quantity.number);
    if (!count) return count;
    if (count.value >= (std::uint64_t{1} << 50) / unit.bytes) return {0, "too large"};
    return {count.value * unit.bytes, ""};
  }
  return {0, unit_error(quantity.unit, "B, kB, KiB, MB or MiB")};
}

std::string bytes_text(std::uint64_t bytes) {
  for (const std::string_view name : {"MiB", "KiB"})
    for (const ByteUnit& unit : byte_units)
      if (unit.unit == name && bytes != 0 && bytes % unit.bytes == 0)
        return std::to_string(bytes / unit.bytes) + " " + std::string(name);
  return std::to_string(bytes) + " B";
}

Parsed<std::int64_t> parse_ppm(std::string_view text) {
  const Quantity quantity = split_unit(text);
  if (!quantity.unit.empty() && quantity.unit != "ppm") return {0, unit_error(quantity.unit, "ppm")};
  const bool negative = !quantity.number.empty() && quantity.number[0] == '-';
  const std::string_view decimal = quantity.number.substr(negative);
  if (std::string why = decimal_error(decimal, false); !why.empty()) return {0, std::move(why)};
  const std::size_t point = std::min(decimal.find('.'), decimal.size());
  std::string billionths(decimal.substr(0, point));
  std::string fraction(decimal.substr(std::min(point + 1, decimal.size())));
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  if (fraction.size() > 3) return {0, "finer than 0.001 ppm"};
  if (billionths.size() > 12) return {0, "too large"};
  billionths += fraction + std::string(3 - fraction.size(), '0');
  const std::int64_t value = std::stoll(billionths);
  return {negative ? -value : value, ""};
}

std::string ppm_text(std::int64_t billionths) {
  const auto size = static_cast<std::uint64_t>(billionths < 0 ? -billionths : billionths);
  return (billionths < 0 ? "-" : "") + decimal(size, 1000) + " ppm";
}

bool operator<(const Time& a, const Time& b) {
  return Wide{a.numerator} * b.denominator < Wide{b.numerator} * a.denominator;
}

double in_ns(const Time& time) { return static_cast<double>(time.numerator) / static_cast<double>(time.denominator); }

std::uint64_t nearest_cycles(const Time& time, const Time& period, std::uint64_t least) {
  // time / period = (a d) / (b c); both products fit 128 bits, and so does their double after the first is halved.
  const Wide dividend = Wide{time.numerator} * period.denominator, divisor = Wide{time.denominator} * period.numerator;
  const Wide whole = dividend / divisor, rest = dividend % divisor;
  const Wide cycles = whole + (rest >= divisor - rest);
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  return cycles > most ? most : std::max(least, static_cast<std::uint64_t>(cycles));
}

std::string to_string(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

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

}  // namespace slackline::settings
