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

TEST_CASE("a stream draws the sequence of SplitMix64") {
  // The first outputs for the seed 1234567 as rosettacode.org lists them, from Vigna's splitmix64.c.
  RandomStream stream;
  stream.state = 1234567;
  for (const std::uint64_t expected :
       {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u, 16408922859458223821u})
    CHECK(stream.bits() == expected);
}

TEST_CASE("the first state of a stream follows from its seed, owner and purpose, drawn one after the other") {
  const auto first_after = [](std::uint64_t state) {
    RandomStream stream;
    stream.state = state;
    return stream.bits();
  };
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}})
    for (const std::uint32_t owner : {0u, 7u, ~0u}) {
      const std::uint64_t of_owner = first_after(first_after(seed) + owner);
      CHECK(RandomStream(seed, owner, RandomPurpose::arrivals).state == first_after(of_owner + 1));
      CHECK(RandomStream(seed, owner, RandomPurpose::victims).state == first_after(of_owner + 13));
    }
}

TEST_CASE("a geometric gap is 1 + floor(ln u / ln (1 - p)) of the next uniform number u") {
  for (const double p : {0.025, 0.5, 0.9}) {
    INFO("p " << p);
    const GeometricGap gap(p);
    RandomStream drawn(1, 0, RandomPurpose::test), uniform = drawn;
    for (int i = 0; i < 1000; ++i)
      REQUIRE(gap.draw(drawn) == 1 + static_cast<std::uint64_t>(std::log(uniform.unit()) / std::log1p(-p)));
  }
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

TEST_CASE("the portable logarithm agrees with libm to 4 units in the last place") {
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
