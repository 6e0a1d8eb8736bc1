#include "testbench/statistics/mser.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/common/random_stream.hpp"

using namespace slackline;
using statistics::Batch;
using statistics::mser_truncation;

namespace {

std::vector<Batch> series_of(const std::vector<double>& values) {
  std::vector<Batch> series;
  for (const double value : values) series.push_back({value, 1});
  return series;
}

/// The definition, value by value.
std::size_t by_definition(const std::vector<double>& x) {
  double best = 0;
  std::size_t found = x.size();
  for (std::size_t d = 0; d + statistics::mser_least_rest <= x.size(); ++d) {
    const auto n = static_cast<double>(x.size() - d);
    double mean = 0, squares = 0;
    for (std::size_t i = d; i < x.size(); ++i) mean += x[i] / n;
    for (std::size_t i = d; i < x.size(); ++i) squares += (x[i] - mean) * (x[i] - mean);
    if (found == x.size() || squares / (n * n) < best) {
      best = squares / (n * n);
      found = d;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("MSER drops the values that lie off the mean of the rest, and no others") {
  CHECK(mser_truncation(series_of({9, 8, 7, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2})) == 3);
  CHECK(mser_truncation(series_of({0, 0, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2})) == 2);
  CHECK(mser_truncation(series_of({1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2})) == 0);
  CHECK(mser_truncation(series_of(std::vector<double>(30, 4.5))) == 0);
  CHECK(mser_truncation({}) == 0);
}

TEST_CASE("MSER agrees with its definition", "[quick]") {
  RandomStream random(3, 0, RandomPurpose::test);
  for (int run = 0; run < 50; ++run) {
    std::vector<double> x;
    const double start = 10 * random.unit();
    for (int i = 0; i < 30; ++i) x.push_back(random.unit() + (i < run % 20 ? start : 0));
    CHECK(mser_truncation(series_of(x)) == by_definition(x));
  }
}

TEST_CASE("MSER counts a value by its weight: those without any do not count") {
  std::vector<Batch> series = series_of({9, 9, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2});
  series[0] = {0, 0};
  series[5] = {0, 0};
  CHECK(mser_truncation(series) == 2);
  for (Batch& batch : series) batch = {7 * batch.sum, 7 * batch.weight};
  CHECK(mser_truncation(series) == 2);
  series[1] = {9e-3, 1e-3};  // as far off the mean, but of hardly any weight
  series[2] = {9 * 7.0, 7};
  CHECK(mser_truncation(series) == 3);
}

TEST_CASE("MSER drops all it may of a series that keeps growing") {
  std::vector<double> x;
  for (int i = 0; i < 40; ++i) x.push_back(i);
  // The squares of m values in a row are m (m^2 - 1) / 12; over m^2, less with every value dropped.
  CHECK(mser_truncation(series_of(x)) == 40 - statistics::mser_least_rest);
}
