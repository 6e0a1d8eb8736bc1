#include "testbench/statistics/batch_means.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "rtl_models/common/random_stream.hpp"

using namespace slackline;
using namespace slackline::statistics;

TEST_CASE("Student's t is that of the printed tables") {
  CHECK(student_t(0.95, 1) == Approx(12.7062).epsilon(1e-5));
  CHECK(student_t(0.95, 4) == Approx(2.7764).epsilon(1e-4));
  CHECK(student_t(0.95, 30) == Approx(2.0423).epsilon(1e-4));
  CHECK(student_t(0.99, 10) == Approx(3.1693).epsilon(1e-4));
  CHECK(student_t(0.95, 1e6) == Approx(1.95996).epsilon(1e-4));
}

TEST_CASE("the interval of a mean, worked by hand") {
  // 2, 4, 6: mean 4, standard deviation 2, t = 4.3027 with 2 degrees of freedom.
  const Interval interval = mean_interval({2, 4, 6});
  CHECK(interval.mean == Approx(4));
  CHECK(interval.half_width == Approx(4.3027 * 2 / std::sqrt(3.0)).epsilon(1e-4));
  CHECK(interval.contains(interval.low()));
  CHECK(interval.contains(interval.high()));
  CHECK_FALSE(interval.contains(interval.high() + 1e-9));
  CHECK_FALSE(interval.contains(interval.low() - 1e-9));
  CHECK(mean_interval({3, 3}).half_width == 0);
}

TEST_CASE("the interval of a ratio weighs batches by their contents", "[quick]") {
  // 10 of 10 and 2 of 1: 12 / 11. Residuals -10/11 and 10/11; t = 12.7062 with 1 degree of freedom.
  const Interval interval = ratio_interval({{10, 10}, {2, 1}});
  CHECK(interval.mean == Approx(12.0 / 11));
  CHECK(interval.half_width == Approx(12.7062 * (10.0 / 11) / 5.5).epsilon(1e-4));
  const Interval equal = ratio_interval({{3, 2}, {6, 2}, {0, 2}});
  CHECK(equal.mean == Approx(mean_interval({1.5, 3, 0}).mean));
  CHECK(equal.half_width == Approx(mean_interval({1.5, 3, 0}).half_width));
  CHECK(ratio_interval({{1, 2}, {0, 0}, {1, 2}}).mean == Approx(0.5));
}

TEST_CASE("what has no interval is refused", "[quick]") {
  CHECK_THROWS_AS(mean_interval({1}), std::invalid_argument);
  CHECK_THROWS_AS(ratio_interval({{0, 0}, {0, 0}}), std::invalid_argument);
  CHECK_THROWS_AS(mean_interval({1, 2}, 1), std::invalid_argument);
  CHECK_THROWS_AS(student_t(0.95, 0), std::invalid_argument);
  CHECK_THROWS_AS(student_t(std::nan(""), 3), std::invalid_argument);
}

TEST_CASE("95 of 100 intervals contain the true mean") {
  RandomStream random(1, 0, RandomPurpose::test);
  int held = 0;
  constexpr int trials = 4000;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> batches(20);
    for (double& batch : batches) {
      batch = 0;
      for (int i = 0; i < 12; ++i) batch += random.unit();  // close to normal, mean 6
    }
    held += mean_interval(batches).contains(6);
  }
  CHECK(std::abs(held - 0.95 * trials) < 4 * std::sqrt(trials * 0.95 * 0.05));
}

TEST_CASE("a trend is a slope that the scatter does not explain") {
  const auto trend = [](const std::vector<double>& values) {
    std::vector<statistics::Batch> batches;
    for (const double value : values) batches.push_back({3 * value, 3});
    return statistics::has_trend(batches, 0.95);
  };
  CHECK(trend({1, 2, 3, 4}));
  CHECK(trend({4, 3.1, 1.9, 1}));
  CHECK_FALSE(trend({1, 2, 1, 2, 1, 2}));
  CHECK_FALSE(trend({1, 1, 1, 1}));
  CHECK_FALSE(trend({1, 2}));
  // By hand: slope 0.35, squares left 2.5 of 3 degrees: t = 0.35 / sqrt(2.275 / 3 / 10) = 1.27, below 3.18.
  CHECK_FALSE(trend({0.5, 0, 1, 2.5, 1}));
  // Slope 0.35, squares left 0.0: the same line without scatter.
  CHECK(trend({0.35, 0.7, 1.05, 1.4, 1.75}));
  CHECK_FALSE(statistics::has_trend({{1, 1}, {5, 0}, {2, 1}, {9, 0}}, 0.95));  // two of some weight
}

TEST_CASE("the scatter of n batches around a trend has n - 2 degrees of freedom") {
  // By hand: the line through -a, 0, a has slope a; the residuals 1, -2, 1 have squares that add up to 6. With 1 degree
  // of freedom there is a trend where a / sqrt(6 / 1 / 2) > 12.7062, that is, a > 22.008.
  const auto trend = [](double a) { return has_trend({{1 - a, 1}, {-2, 1}, {1 + a, 1}}, 0.95); };
  CHECK_FALSE(trend(22.00));
  CHECK(trend(22.02));
}

TEST_CASE("the correlation of neighbours: alternating, slow, and independent values") {
  RandomStream random(2, 0, RandomPurpose::test);
  std::vector<double> alternating, slow, independent;
  for (int i = 0; i < 1000; ++i) {
    alternating.push_back(i % 2);
    slow.push_back(i / 100 % 2);
    independent.push_back(random.unit());
  }
  CHECK(lag1_correlation(alternating) == Approx(-1).margin(0.01));
  // 999 neighbours, of which 9 differ: (990 - 9) times a quarter, of the 1000 quarters that all squares sum to.
  CHECK(lag1_correlation(slow) == Approx(0.981).margin(0.001));
  CHECK(std::abs(lag1_correlation(independent)) < 4 / std::sqrt(1000.0));
  CHECK(lag1_correlation({5, 5, 5}) == 0);
}
