#include <catch2/catch.hpp>

#include <cmath>
#include <set>
#include <vector>

#include "rtl_models/common/random_stream.hpp"

using namespace slackline;

TEST_CASE("streams of different seeds, owners and purposes differ; equal ones are equal", "[quick]") {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed : {0u, 1u, 2u})
    for (std::uint32_t owner : {0u, 1u, 2u})
      for (RandomPurpose purpose : {RandomPurpose::arrivals, RandomPurpose::destinations})
        first.insert(RandomStream(seed, owner, purpose).bits());
  REQUIRE(first.size() == 18);
  RandomStream a(9, 9, RandomPurpose::test), b(9, 9, RandomPurpose::test);
  for (int i = 0; i < 100; ++i) REQUIRE(a.bits() == b.bits());
}

TEST_CASE("the first draws are fixed: a change here changes every seeded result", "[quick]") {
  RandomStream stream(1, 0, RandomPurpose::arrivals);
  CHECK(stream.bits() == 0x91df2b1652002e2du);
  CHECK(stream.bits() == 0x41cbcd9523c8b530u);
  RandomStream gaps(1, 0, RandomPurpose::arrivals);
  const GeometricGap gap(0.025);
  std::vector<std::uint64_t> drawn;
  for (int i = 0; i < 8; ++i) drawn.push_back(gap.draw(gaps));
  CHECK(drawn == std::vector<std::uint64_t>{23, 54, 86, 78, 13, 13, 92, 32});
}

TEST_CASE("integers below a bound stay below it and are uniform", "[quick]") {
  RandomStream random(1, 2, RandomPurpose::test);
  for (const std::uint32_t bound : {1u, 2u, 3u, 7u, 63u}) {
    std::vector<std::uint32_t> counts(bound);
    constexpr std::uint32_t draws = 200'000;
    for (std::uint32_t i = 0; i < draws; ++i) ++counts.at(random.below(bound));
    const double mean = double(draws) / bound, deviation = std::sqrt(mean);
    for (const std::uint32_t count : counts) REQUIRE(std::abs(count - mean) <= 5 * deviation);
  }
}

TEST_CASE("the portable logarithm agrees with libm to 4 units in the last place", "[quick]") {
  RandomStream random(5, 0, RandomPurpose::test);
  for (int i = 0; i < 100'000; ++i) {
    const double x = std::ldexp(random.unit(), static_cast<int>(random.below(200)) - 100);
    const double expected = std::log(x);
    REQUIRE(std::abs(portable_log(x) - expected) <= 4 * 2.3e-16 * std::abs(expected) + 2.3e-16);
  }
  REQUIRE(portable_log(1.0) == 0);
}

TEST_CASE("geometric gaps have mean 1/p and variance (1-p)/p^2, and are at least 1", "[quick]") {
  for (const double p : {1.0, 0.9, 0.5, 0.1, 0.01, 0.0001}) {
    INFO("p " << p);
    RandomStream random(7, 0, RandomPurpose::test);
    const GeometricGap gap(p);
    constexpr int draws = 200'000;
    double sum = 0, squares = 0;
    for (int i = 0; i < draws; ++i) {
      const auto drawn = static_cast<double>(gap.draw(random));
      REQUIRE(drawn >= 1);
      sum += drawn;
      squares += drawn * drawn;
    }
    const double mean = sum / draws, variance = squares / draws - mean * mean, expected = (1 - p) / (p * p);
    REQUIRE(std::abs(mean - 1 / p) <= 5 * std::sqrt(expected / draws) + 1e-12);
    // the fourth central moment of a geometric distribution is below 10 variances squared for p <= 0.9
    if (p < 1) REQUIRE(std::abs(variance - expected) <= 5 * std::sqrt(10.0 / draws) * expected + 5.0 / draws);
  }
}
