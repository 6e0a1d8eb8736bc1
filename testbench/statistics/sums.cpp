#include "testbench/statistics/sums.hpp"

#include <algorithm>
#include <cmath>

namespace slackline::statistics {

namespace {

double as_double(Wide value) { return static_cast<double>(value); }
/// Of a number of two's complement.
double signed_double(Wide value) { return value >> 127 != 0 ? -as_double(-value) : as_double(value); }

/// From sums of weights, values and squares.
Moments moments_of(std::uint64_t weight, double sum, double squares, double divisor) {
  if (weight == 0) return {};
  const auto n = static_cast<double>(weight);
  const double mean = sum / n, variance = std::max(0.0, squares / n - mean * mean);
  return {weight, mean / divisor, std::sqrt(variance) / divisor};
}

}  // namespace

void SampleSums::add(std::int64_t value, std::uint64_t cycle) {
  const auto wide = static_cast<Wide>(value);  // keeps the sign
  ++count;
  sum += value;
  squares += wide * wide;
  times += cycle;
  squared_times += Wide{cycle} * cycle;
  products += Wide{cycle} * wide;
}

SampleSums operator-(SampleSums later, const SampleSums& earlier) {
  later.count -= earlier.count;
  later.sum -= earlier.sum;
  later.squares -= earlier.squares;
  later.times -= earlier.times;
  later.squared_times -= earlier.squared_times;
  later.products -= earlier.products;
  return later;
}

SampleSums operator+(SampleSums a, const SampleSums& b) {
  a.count += b.count;
  a.sum += b.sum;
  a.squares += b.squares;
  a.times += b.times;
  a.squared_times += b.squared_times;
  a.products += b.products;
  return a;
}

void LevelSums::hold(std::uint64_t level, std::uint64_t cycles_more) {
  cycles += cycles_more;
  sum += level * cycles_more;
  squares += Wide{level} * level * cycles_more;
}

LevelSums operator-(LevelSums later, const LevelSums& earlier) {
  later.cycles -= earlier.cycles;
  later.sum -= earlier.sum;
  later.squares -= earlier.squares;
  return later;
}

LevelSums operator+(LevelSums a, const LevelSums& b) {
  a.cycles += b.cycles;
  a.sum += b.sum;
  a.squares += b.squares;
  return a;
}

Moments moments(const SampleSums& sums, double divisor) {
  return moments_of(sums.count, static_cast<double>(sums.sum), as_double(sums.squares), divisor);
}

Moments moments(const LevelSums& sums, double divisor) {
  return moments_of(sums.cycles, static_cast<double>(sums.sum), as_double(sums.squares), divisor);
}

double slope(const SampleSums& sums, double divisor) {
  const Wide n = sums.count;
  const double spread = as_double(n * sums.squared_times - sums.times * sums.times);
  const double covariance = signed_double(n * sums.products - sums.times * static_cast<Wide>(sums.sum));
  return spread > 0 ? covariance / spread / divisor : 0;
}

}  // namespace slackline::statistics
