// sums: of samples and of levels over time, exact, so that their order cannot matter.
#pragma once

#include <cstdint>

#include "rtl_models/common/wide.hpp"

namespace slackline::statistics {

/// Sums of values, exact, so that their order cannot matter; those since a time are differences. Products may be negative, as
/// numbers of two's complement.
struct SampleSums {
  std::uint64_t count = 0;
  std::int64_t sum = 0;
  Wide squares = 0;
  Wide times = 0, squared_times = 0, products = 0;  ///< of the cycles in which the values came, for their trend

  void add(std::int64_t value, std::uint64_t cycle);
};
SampleSums operator-(SampleSums later, const SampleSums& earlier);
SampleSums operator+(SampleSums a, const SampleSums& b);

/// The same of a level that holds for some time, over time.
struct LevelSums {
  std::uint64_t cycles = 0, sum = 0;
  Wide squares = 0;

  void hold(std::uint64_t level, std::uint64_t cycles_more);
};
LevelSums operator-(LevelSums later, const LevelSums& earlier);
LevelSums operator+(LevelSums a, const LevelSums& b);

/// Mean and standard deviation of samples, or of a level over time; `weight`: how many, or how many cycles.
struct Moments {
  std::uint64_t weight = 0;
  double mean = 0, deviation = 0;
};
Moments moments(const SampleSums& sums, double divisor = 1);
Moments moments(const LevelSums& sums, double divisor = 1);
/// Slope of values over time, per cycle, by least squares; 0: too few.
double slope(const SampleSums& sums, double divisor = 1);

}  // namespace slackline::statistics
