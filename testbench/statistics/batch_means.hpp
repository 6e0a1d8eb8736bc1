// batch_means: how far a simulated mean can be trusted. Values of one run follow one another and are correlated, so
// that their own spread is too small; sums over batches much longer than the correlation are nearly independent,
// and normal.
//
//   warm-up | batch 0 | batch 1 | ... | batch n-1        mean +- t(n-1) * deviation of the batches / sqrt(n)
//
// (Law, "Simulation Modeling and Analysis", 5th ed., section 9.5.3; the ratio estimator: Cochran, "Sampling
// Techniques", section 6.3.)
#pragma once

#include <vector>

namespace slackline::statistics {

/// A mean, and how far from it the true value lies at most with the confidence asked for.
struct Interval {
  double mean = 0;
  double half_width = 0;

  double low() const { return mean - half_width; }
  double high() const { return mean + half_width; }
  bool contains(double value) const { return low() <= value && value <= high(); }
};

/// The contribution of one batch to a ratio: the sum of the waits of `weight` packets, the flits of `weight` cycles.
struct Batch {
  double sum = 0;
  double weight = 0;
};

/// The x that a variable of Student's t distribution stays within, on both sides, with this probability.
/// 0 < confidence < 1, degrees >= 1.
double student_t(double confidence, double degrees);

/// The estimate of the sum of all sums over the sum of all weights. Two batches or more, together of some weight; else
/// std::invalid_argument.
Interval ratio_interval(const std::vector<Batch>& batches, double confidence = 0.95);

/// The estimate of the mean of values that count alike. Two or more.
Interval mean_interval(const std::vector<double>& values, double confidence = 0.95);

enum class Trend : unsigned char { none, rises, falls };

/// Whether the ratios of the batches rise or fall with time: the slope of their regression line differs from 0 with
/// this confidence. Never with fewer than 3 batches of some weight.
Trend trend_of(const std::vector<Batch>& batches, double confidence);
inline bool has_trend(const std::vector<Batch>& batches, double confidence) {
  return trend_of(batches, confidence) != Trend::none;
}

/// How much neighbouring values have in common, -1 to 1; near 0 when batches are long enough. 0 when all are equal.
double lag1_correlation(const std::vector<double>& values);

}  // namespace slackline::statistics
