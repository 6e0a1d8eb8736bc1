#include "testbench/statistics/distribution.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/statistics/fairness.hpp"

using namespace slackline;
using port::LatencyHistogram;
using statistics::Distribution;

TEST_CASE("only values after the beginning of the window count, with exact extremes") {
  LatencyHistogram h;
  h.add(3);
  h.add(90'000);
  const LatencyHistogram begin = h;
  h.restart_extremes();
  for (const std::uint64_t latency : {20, 20, 30, 5001}) h.add(latency);
  const Distribution d(begin, h, 20 + 20 + 30 + 5001);
  CHECK(d.packets() == 4);
  CHECK(d.mean() == Approx(5071 / 4.0));
  CHECK(d.least() == 20);
  CHECK(d.most() == 5001);
  REQUIRE(d.buckets().size() == 3);
  CHECK(d.buckets()[0].packets == 2);
  CHECK(d.percentile(500) == 20);
  CHECK(d.percentile(501) == 30);
  CHECK(d.percentile(750) == 30);
  CHECK(d.percentile(999) == 5001);  // not the end of its bucket, 5055
}

TEST_CASE("a run without measured packets has no latency", "[quick]") {
  const Distribution d;
  CHECK(d.packets() == 0);
  CHECK(d.mean() == 0);
  CHECK(d.percentile(990) == 0);
}

TEST_CASE("percentiles are those of the sorted values: exact below 1024, then at most 1/64 too high") {
  RandomStream random(1, 0, RandomPurpose::test);
  for (const std::uint32_t most : {900u, 2'000'000u}) {
    LatencyHistogram h;
    std::vector<std::uint64_t> values;
    std::uint64_t sum = 0;
    for (int i = 0; i < 1237; ++i) {
      values.push_back(random.below(most));
      h.add(values.back());
      sum += values.back();
    }
    std::sort(values.begin(), values.end());
    const Distribution d({}, h, sum);
    for (const unsigned permille : {1u, 500u, 900u, 990u, 999u, 1000u}) {
      const std::uint64_t exact = values[(values.size() * permille + 999) / 1000 - 1];
      INFO(permille << " of 1000: " << exact);
      CHECK(d.percentile(permille) >= exact);
      CHECK(d.percentile(permille) <= (most == 900 ? exact : exact + exact / 64));
    }
    CHECK(d.percentile(1000) == values.back());
  }
}

TEST_CASE("Jain's index is 1 for equal shares, 1/n when one has everything, 4/5 for 1 and 3 of two") {
  CHECK(*statistics::jain_index({5, 5, 5, 5}) == Approx(1));
  CHECK(*statistics::jain_index({0, 9, 0, 0}) == Approx(0.25));
  CHECK(*statistics::jain_index({1, 3}) == Approx(0.8));
  CHECK_FALSE(statistics::jain_index({}).has_value());
  CHECK_FALSE(statistics::jain_index({0, 0}).has_value());
}
