// Numbers as a configuration writes them: decimal, as in JSON. Nothing is guessed: 017, 0x10, 1e3 for an integer, nan
// and what does not fit are refused with the reason.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rtl_models/common/link_pacer.hpp"

namespace slackline::settings {

/// A number, or why the text is none.
template <class T>
struct Parsed {
  T value{};
  std::string why;  ///< empty: `value` is what was written
  explicit operator bool() const { return why.empty(); }
};

Parsed<std::uint64_t> parse_integer(std::string_view text);
Parsed<double> parse_real(std::string_view text);

/// A length of time, exactly.
struct Time {
  std::uint64_t numerator = 1, denominator = 1;  ///< nanoseconds, in lowest terms
  friend bool operator==(const Time& a, const Time& b) {
    return a.numerator == b.numerator && a.denominator == b.denominator;
  }
};
bool operator<(const Time& a, const Time& b);
double in_ns(const Time& time);

/// "6.25 ns": a decimal number of at most 18 digits, and ps, ns or us. `may_be_0`: "0 ns" is a time, too.
Parsed<Time> parse_time(std::string_view text, bool may_be_0 = false);
/// In nanoseconds: "6.25 ns".
std::string to_string(const Time& time);

/// How many periods are nearest to a time: half of one counts as one more, and `least` is the least. Saturates at 2^64
/// - 1.
std::uint64_t nearest_cycles(const Time& time, const Time& period, std::uint64_t least = 1);

/// A data rate, exactly.
struct Rate {
  std::uint64_t numerator = 1, denominator = 1;  ///< bits per nanosecond, Gb/s, in lowest terms
};
/// "1.28 Gb/s": a decimal number of at most 18 digits, and Mb/s, Gb/s, MB/s or GB/s.
Parsed<Rate> parse_rate(std::string_view text);
/// In Gb/s: "1.28 Gb/s".
std::string to_string(const Rate& rate);
/// How long some bits take, 1 to 2^16 of them.
Time flit_time(const Rate& rate, std::uint64_t bits);

/// "4", "1.25", "5/4": from 1 to 1000, in fractions of up to 1000.
Parsed<CyclesPerFlit> parse_cycles_per_flit(std::string_view text);
/// "4", "5/4"
std::string to_string(CyclesPerFlit rate);
/// The one nearest to `flit` over `period`, and not below 1. Not legal above 1000.
CyclesPerFlit nearest_cycles_per_flit(const Time& flit, const Time& period);

/// "1.5 Gflop/s": operations per nanosecond; a decimal number of at most 18 digits, and Mflop/s, Gflop/s or Tflop/s.
Parsed<Rate> parse_speed(std::string_view text);
/// In Gflop/s.
std::string speed_text(const Rate& speed);

/// "64 B", "2 KiB": bytes, and KiB, MiB (powers of 1024), kB, MB (of 1000). Below 2^50.
Parsed<std::uint64_t> parse_bytes(std::string_view text);
/// In the largest of these units that leaves it whole: "2 KiB".
std::string bytes_text(std::uint64_t bytes);

/// "-12.5 ppm", "120": parts per million, in 10^-9, of which there must be whole ones.
Parsed<std::int64_t> parse_ppm(std::string_view text);
/// "-12.5 ppm"
std::string ppm_text(std::int64_t billionths);

/// The shortest text that reads back as the same double.
std::string to_string(double value);

/// Splits "17 ns" into "17" and "ns"; the unit is empty when there is none.
struct Quantity {
  std::string_view number, unit;
};
Quantity split_unit(std::string_view text);

/// How long some cycles are, in nanoseconds: "18.75 ns". For at most 10^15 cycles of at most 1 us.
std::string duration(std::uint64_t cycles, const Time& period);

/// cycles * period - time.
struct RoundingError {
  std::string ns;      ///< "+1.75 ns", "-0.5 ns", "0 ns"
  double percent = 0;  ///< of the time
};
RoundingError rounding_error(std::uint64_t cycles, const Time& period, const Time& time);

/// The frequency of a period in MHz.
double megahertz(const Time& period);

}  // namespace slackline::settings
