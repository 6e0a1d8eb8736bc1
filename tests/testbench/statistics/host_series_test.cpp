// What grows without bound at single hosts, among many at which nothing does.
#include "testbench/statistics/host_series.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "rtl_models/common/random_stream.hpp"

using namespace slackline;
using statistics::GrowingHost;
using statistics::HostProgress;
using statistics::HostSeries;

namespace {

constexpr std::uint64_t distance = 1000;  // of marks, in cycles

/// Hosts with random backlogs and latencies; of number 3 more waits, or what comes to it takes longer, from mark to mark.
HostSeries made_up(std::uint64_t seed, std::size_t hosts, std::size_t marks, double waiting, double latency) {
  RandomStream random(seed, 0, RandomPurpose::test);
  HostSeries series;
  std::vector<HostProgress> all(hosts);
  for (std::size_t m = 0; m <= marks; ++m) {
    for (std::size_t h = 0; h < hosts; ++h) {
      HostProgress& host = all[h];
      host.created = m * 800;
      host.waiting = random.below(60);
      if (h == 3) host.waiting += static_cast<std::uint64_t>(waiting * static_cast<double>(host.created));
      if (m == 0) continue;
      const std::uint64_t packets = 90 + random.below(20);
      host.packets += packets;
      host.total += packets * (50 + random.below(10));
      if (h == 3) host.total += packets * static_cast<std::uint64_t>(latency * static_cast<double>(m * distance));
    }
    series.mark(Cycle(m * distance), all);
  }
  return series;
}

/// Hosts that create a flit a cycle in bursts, one cycle in five; three in ten of those flits wait until the burst is over.
HostSeries in_bursts(std::uint64_t seed, std::size_t hosts, std::size_t marks, double burst) {
  RandomStream random(seed, 0, RandomPurpose::test);
  struct Host {
    HostProgress progress;
    bool bursts = false;
    double waiting = 0;
  };
  HostSeries series;
  std::vector<Host> all(hosts);
  for (Host& host : all) host.bursts = random.unit() < 0.2;
  std::vector<HostProgress> progress(hosts);
  constexpr std::uint64_t step = 10;
  for (std::uint64_t m = 0; m <= marks; ++m) {
    for (std::size_t h = 0; h < hosts; ++h) progress[h] = all[h].progress;
    series.mark(Cycle(m * distance), progress);
    for (std::uint64_t cycle = 0; cycle < distance; cycle += step)
      for (Host& host : all) {
        if (random.unit() < step / (host.bursts ? burst : 4 * burst)) host.bursts = !host.bursts;
        host.progress.created += host.bursts ? step : 0;
        host.waiting = std::max(0.0, host.waiting + (host.bursts ? 3.0 : -7.0));
        host.progress.waiting = static_cast<std::uint64_t>(host.waiting);
      }
  }
  return series;
}

}  // namespace

TEST_CASE("no host is named because of a long burst, and bursts that are too long leave no verdict", "[quick]") {
  for (const double burst : {300.0, 1'000.0, 4'000.0}) {
    int named = 0, too_long = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const HostSeries series = in_bursts(seed, 16, 40, burst);
      named += series.growing(0.95).has_value();
      too_long += series.bursts_are_too_long();
    }
    INFO("bursts of " << burst << " cycles, in 40000: " << named << " named, " << too_long << " too long");
    CHECK(named == 0);
    // With the silences between them, a host has some 27 bursts of 300 cycles, which are enough, and 2 of 4000, which are
    // not. Of those between either is right.
    if (burst < 500) CHECK(too_long == 0);
    if (burst > 2'000) CHECK(too_long >= 30);
  }
}

TEST_CASE("the few values of one host among many that create evenly are no sign of bursts", "[quick]") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    RandomStream random(seed, 0, RandomPurpose::test);
    std::vector<HostProgress> hosts(200);
    HostSeries series;
    for (std::uint64_t m = 0; m <= HostSeries::least_intervals; ++m) {
      series.mark(Cycle(m * distance), hosts);
      for (HostProgress& host : hosts) host.created += 100;
      hosts[3].created += random.below(50);
    }
    CHECK_FALSE(series.bursts_are_too_long());
  }
}

TEST_CASE("a long burst of one host among many that create evenly is seen", "[quick]") {
  std::vector<HostProgress> hosts(200);
  HostSeries series;
  for (std::uint64_t m = 0; m <= 32; ++m) {
    series.mark(Cycle(m * distance), hosts);
    for (HostProgress& host : hosts) host.created += 100;
    if (m < 16) hosts[3].created += 50;
  }
  CHECK(series.bursts_are_too_long());
}

TEST_CASE("what hosts create is correlated as their bursts are", "[quick]") {
  // Of means over intervals L of a process whose correlation falls as exp(-t / tau): tau = 0.8 bursts here, x = L / tau;
  // (1 - exp(-x))^2 / 2 / (x - 1 + exp(-x)).
  for (const double burst : {300.0, 1'000.0, 4'000.0}) {
    const double x = distance / (0.8 * burst), rest = std::exp(-x);
    INFO("bursts of " << burst);
    CHECK(in_bursts(7, 64, 500, burst).burst_correlation() ==
          Approx((1 - rest) * (1 - rest) / 2 / (x - 1 + rest)).margin(0.03));
  }
  CHECK(made_up(1, 64, 32, 0, 0).burst_correlation() == 0);  // all create the same in every interval
  CHECK_FALSE(made_up(1, 64, 32, 0.1, 0).bursts_are_too_long());
}

TEST_CASE("bursts that are known to be long are too long, whatever the marks show", "[quick]") {
  HostSeries steady(1e6);  // each host is in one burst, or in one silence, from the first mark to the last
  for (unsigned m = 0; m <= 32; ++m) steady.mark(Cycle(1000 * m), std::vector<statistics::HostProgress>(4));
  CHECK(steady.burst_correlation() == Approx(1 - 2e-3 / 3));
  CHECK(steady.bursts_are_too_long());
  HostSeries many(10);
  for (unsigned m = 0; m <= 32; ++m) many.mark(Cycle(1000 * m), std::vector<statistics::HostProgress>(4));
  CHECK(many.burst_correlation() == Approx(0.5 / 99));  // x = 100
  CHECK_FALSE(many.bursts_are_too_long());
}

TEST_CASE("the host is named whose packets wait longer and longer, or whose arrivals take longer and longer",
          "[quick]") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto source = made_up(seed, 64, 32, 0.1, 0).growing(0.95);
    REQUIRE(source);
    CHECK(source->host == 3);
    CHECK(source->side == GrowingHost::Side::source);
    const auto destination = made_up(seed, 64, 32, 0, 0.1).growing(0.95);
    REQUIRE(destination);
    CHECK(destination->host == 3);
    CHECK(destination->side == GrowingHost::Side::destination);
  }
}

TEST_CASE("no host is named where nothing grows, or by less than one in a hundred", "[quick]") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    CHECK_FALSE(made_up(seed, 200, 32, 0, 0).growing(0.95));
    CHECK_FALSE(made_up(seed, 64, 32, 0.005, 0.005).growing(0.95));
  }
}

TEST_CASE("a few marks, or none, say nothing", "[quick]") {
  CHECK_FALSE(HostSeries().growing(0.95));
  CHECK_FALSE(made_up(1, 64, 7, 0.5, 0.5).growing(0.95));
  HostSeries nobody;
  for (unsigned m = 0; m < 20; ++m) nobody.mark(Cycle(m), {});
  CHECK_FALSE(nobody.growing(0.95));
}

TEST_CASE("thinned marks show the same growth", "[quick]") {
  HostSeries series = made_up(1, 64, 64, 0.1, 0);
  CHECK(series.intervals() == 64);
  series.thin();
  CHECK(series.intervals() == 32);
  REQUIRE(series.growing(0.95));
  CHECK(series.growing(0.95)->host == 3);
}

TEST_CASE("a host that hears nothing, or creates nothing, does not grow", "[quick]") {
  HostSeries series;
  for (std::uint64_t m = 0; m < 20; ++m) series.mark(Cycle(m * 100), std::vector<HostProgress>(4));
  CHECK_FALSE(series.growing(0.95));
}
