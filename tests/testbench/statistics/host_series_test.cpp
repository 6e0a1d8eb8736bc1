// What grows without bound at single hosts, among many at which nothing does.
#include "testbench/statistics/host_series.hpp"

#include <catch2/catch.hpp>

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

}  // namespace

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
