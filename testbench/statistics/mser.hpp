// mser: where the transient at the beginning of a series ends. The marginal standard error rule: drop as many values as
// make the squared standard error of the mean of the rest smallest,
//
//   d* = argmin over d of  sum of (x_i - mean of x_d.. )^2 over i >= d,  divided by (n - d)^2
//
// Values of the transient lie off the mean, and cost more than one value less does; others are worth keeping. (White,
// "An effective truncation heuristic for bias reduction in simulation output", Simulation 69, 1997; White, Cobb,
// Spratt, "A comparison of five steady-state truncation heuristics for simulation", Winter Simulation Conference 2000:
// there with batches of five values, here of as many as an interval holds.)
#pragma once

#include <cstddef>
#include <vector>

#include "testbench/statistics/batch_means.hpp"

namespace slackline::statistics {

/// Values at the end that are never dropped: a few alike ones would make any mean look certain.
inline constexpr std::size_t mser_least_rest = 5;

/// How many of the values (sum / weight, each counting by its weight) belong to the transient; the fewest of several
/// equally good numbers. A result of more than half of them means that the series is too short to decide.
std::size_t mser_truncation(const std::vector<Batch>& series);

}  // namespace slackline::statistics
