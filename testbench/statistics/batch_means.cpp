#include "testbench/statistics/batch_means.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <stdexcept>

namespace slackline::statistics {

double student_t(double confidence, double degrees) {
  if (!(confidence > 0 && confidence < 1)) throw std::invalid_argument("a confidence lies between 0 and 1");
  if (!(degrees >= 1)) throw std::invalid_argument("Student's t has at least 1 degree of freedom");
  return boost::math::quantile(boost::math::students_t(degrees), 0.5 + confidence / 2);
}

Interval ratio_interval(const std::vector<Batch>& batches, double confidence) {
  if (batches.size() < 2) throw std::invalid_argument("an interval needs at least 2 batches");
  const auto count = static_cast<double>(batches.size());
  double sum = 0, weight = 0;
  for (const Batch& batch : batches) {
    sum += batch.sum;
    weight += batch.weight;
  }
  if (!(weight > 0)) throw std::invalid_argument("all batches are empty");
  const double ratio = sum / weight;
  double squares = 0;
  for (const Batch& batch : batches) {
    const double residual = batch.sum - ratio * batch.weight;
    squares += residual * residual;
  }
  const double deviation_of_mean = std::sqrt(squares / (count - 1) / count) / (weight / count);
  return {ratio, student_t(confidence, count - 1) * deviation_of_mean};
}

Interval mean_interval(const std::vector<double>& values, double confidence) {
  std::vector<Batch> batches;
  batches.reserve(values.size());
  for (const double value : values) batches.push_back({value, 1});
  return ratio_interval(batches, confidence);
}

Trend trend_of(const std::vector<Batch>& batches, double confidence) {
  double n = 0, time = 0, value = 0;  // means of what is regressed
  const auto each = [&batches](auto&& visit) {
    for (std::size_t i = 0; i < batches.size(); ++i)
      if (batches[i].weight > 0) visit(static_cast<double>(i), batches[i].sum / batches[i].weight);
  };
  each([&](double t, double x) {
    n += 1;
    time += (t - time) / n;
    value += (x - value) / n;
  });
  if (n < 3) return Trend::none;
  double times = 0, products = 0, squares = 0;
  each([&](double t, double x) {
    times += (t - time) * (t - time);
    products += (t - time) * (x - value);
    squares += (x - value) * (x - value);
  });
  const double slope = products / times;
  const double rest = std::max(0.0, squares - slope * products);  // what the line leaves
  if (std::abs(slope) <= student_t(confidence, n - 2) * std::sqrt(rest / (n - 2) / times)) return Trend::none;
  return slope > 0 ? Trend::rises : Trend::falls;
}

double lag1_correlation(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double squares = 0, products = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    squares += (values[i] - mean) * (values[i] - mean);
    if (i != 0) products += (values[i] - mean) * (values[i - 1] - mean);
  }
  return squares > 0 ? products / squares : 0;
}

}  // namespace slackline::statistics
