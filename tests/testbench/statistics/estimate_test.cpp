// Intervals from batches: when there is one, and that it holds the mean; when not, and why.
#include "testbench/statistics/estimate.hpp"

#include <catch2/catch.hpp>

#include <cmath>

#include "rtl_models/common/random_stream.hpp"

using namespace slackline;
using statistics::Batch;
using statistics::Doubt;
using statistics::Estimate;

namespace {

double normal(RandomStream& random) {
  return std::sqrt(-2 * std::log(random.unit())) * std::cos(6.283185307179586 * random.unit());
}

/// Values about 100, each with this share of the deviation of the one before it, and `slope` more a value.
std::vector<Batch> series(std::uint64_t seed, std::size_t n, double share, double slope = 0, double weight = 50) {
  RandomStream random(seed, 0, RandomPurpose::test);
  std::vector<Batch> batches;
  double state = normal(random) / std::sqrt(1 - share * share);
  for (std::size_t i = 0; i < n; ++i) {
    state = share * state + normal(random);
    batches.push_back({weight * (100 + state + slope * static_cast<double>(i)), weight});
  }
  return batches;
}

struct Tally {
  int given = 0, contained = 0, alike = 0;
};

Tally tally(std::size_t n, double share) {
  Tally t;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Estimate e = statistics::estimate(series(seed, n, share), 10);
    t.given += e.interval.has_value();
    t.contained += e.interval && e.interval->contains(100);
    t.alike += e.doubt == Doubt::alike;
    CHECK(e.interval.has_value() == (e.doubt == Doubt::none));
  }
  return t;
}

}  // namespace

TEST_CASE("independent batches nearly always have an interval, which holds the mean in 95 of 100 runs", "[quick]") {
  for (const std::size_t n : {16, 40, 64}) {
    const Tally t = tally(n, 0);
    INFO(n << " batches: " << t.given << " given, " << t.contained << " right");
    CHECK(t.given >= (n == 16 ? 900 : 960));  // 16 batches cannot be merged: one in 20 looks alike by chance
    CHECK(t.contained >= t.given * 93 / 100);
  }
}

TEST_CASE("batches that are alike are merged, and the interval is wider", "[quick]") {
  for (const double share : {0.4, 0.6}) {
    const Tally t = tally(64, share);
    INFO(share << ": " << t.given << " given, " << t.contained << " right");
    CHECK(t.given >= 700);
    // Of 16 batches a correlation of up to 0.35 passes. It makes the true deviation larger by up to sqrt(1.7), so that
    // 95 % become 87 %; of 700 runs three deviations are 4 %.
    CHECK(t.contained >= t.given * 83 / 100);
  }
  const std::vector<Batch> alike = series(3, 64, 0.5);
  const Estimate e = statistics::estimate(alike, 10);
  REQUIRE(e.interval);
  CHECK(e.interval->half_width > statistics::ratio_interval(alike).half_width);
}

TEST_CASE("batches that stay alike have no interval", "[quick]") {
  const Tally t = tally(64, 0.99);
  INFO(t.given << " given");
  CHECK(t.given <= 100);
  CHECK(t.alike >= 50);  // most of the others look like a trend
}

TEST_CASE("batches that rise or fall have no interval", "[quick]") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CHECK(statistics::estimate(series(seed, 64, 0, 0.1), 10).doubt == Doubt::rises);
    CHECK(statistics::estimate(series(seed, 64, 0, -0.1), 10).doubt == Doubt::falls);
  }
}

TEST_CASE("too few batches, or too few packets in them, say nothing", "[quick]") {
  CHECK(statistics::estimate({}, 0).doubt == Doubt::too_short);
  CHECK(statistics::estimate(series(1, 15, 0), 10).doubt == Doubt::too_short);
  CHECK(statistics::estimate(series(1, 64, 0, 0, 2), 10).doubt == Doubt::too_short);
  CHECK(statistics::estimate(series(1, 64, 0, 0, 3), 10).interval);  // 16 batches of 12
  CHECK(statistics::estimate(std::vector<Batch>(64), 0).doubt == Doubt::too_short);
}

TEST_CASE("what does not vary has an interval of no width", "[quick]") {
  const Estimate e = statistics::estimate(std::vector<Batch>(40, {500, 50}), 10);
  REQUIRE(e.interval);
  CHECK(e.interval->mean == 10);
  CHECK(e.interval->half_width == Approx(0).margin(1e-9));
}

TEST_CASE("what repeats itself has an interval, however much neighbours have in common", "[quick]") {
  std::vector<Batch> batches;
  for (std::size_t i = 0; i < 40; ++i) batches.push_back({50 * (1000 + (i / 10 % 2 == 0 ? 0.01 : 0)), 50});
  CHECK(statistics::correlation_of(batches) > 0.5);
  CHECK(statistics::estimate(batches, 10).interval);
}

TEST_CASE("why there is no interval is a sentence", "[quick]") {
  CHECK(statistics::sentence(Doubt::none, "latency").empty());
  CHECK(statistics::sentence(Doubt::rises, "latency") == "latency still grows");
  CHECK(statistics::sentence(Doubt::alike, "latency") == "latency changes too slowly for a run of this length");
}
