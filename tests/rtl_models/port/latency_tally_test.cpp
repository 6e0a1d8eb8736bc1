#include "rtl_models/port/latency_tally.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/common/registers.hpp"

using namespace slackline;
using Histogram = port::LatencyHistogram;

TEST_CASE("a latency lies in its bucket, buckets follow one another without gaps, and are narrow") {
  CHECK(Histogram::least_of(0) == 0);
  CHECK(Histogram::most_of(Histogram::buckets - 1) == ~std::uint64_t{0});
  for (unsigned b = 0; b < Histogram::buckets; ++b) {
    INFO("bucket " << b);
    const std::uint64_t least = Histogram::least_of(b), most = Histogram::most_of(b);
    REQUIRE(Histogram::bucket_of(least) == b);
    REQUIRE(Histogram::bucket_of(most) == b);
    if (b + 1 < Histogram::buckets) REQUIRE(Histogram::least_of(b + 1) == most + 1);
    REQUIRE((b < Histogram::exact ? most == least : most - least + 1 <= least / 64));
  }
}

// 1024 buckets of a cycle each, then 64 for each doubling: of 16 cycles from 1024 on, of 32 from 2048 on.
TEST_CASE("bounds of buckets around 1024 cycles") {
  CHECK(Histogram::bucket_of(1023) == 1023);
  CHECK(Histogram::bucket_of(1024) == 1024);
  CHECK(Histogram::bucket_of(1039) == 1024);
  CHECK(Histogram::bucket_of(1040) == 1025);
  CHECK(Histogram::bucket_of(2047) == 1087);
  CHECK(Histogram::bucket_of(2048) == 1088);
  CHECK(Histogram::most_of(1088) == 2079);
}

TEST_CASE("extremes are exact, and can be restarted without the counts", "[quick]") {
  Histogram h;
  CHECK(h.least() > h.most());
  h.add(5000);
  h.add(7);
  CHECK(h.least() == 7);
  CHECK(h.most() == 5000);
  h.restart_extremes();
  CHECK(h.least() > h.most());
  h.add(100);
  CHECK(h.least() == 100);
  CHECK(h.most() == 100);
  CHECK(h.count(7) == 1);
  CHECK(h.count(Histogram::bucket_of(5000)) == 1);
  CHECK(h.count(100) == 1);
}

TEST_CASE("tallies are equal if all their registers are equal") {
  port::LatencyTally a, b;
  a.network.add(3000);
  CHECK_FALSE(a == b);
  b.network.add(3001);  // the same bucket, another extreme
  CHECK_FALSE(a == b);
  b = a;
  CHECK(a == b);
  RegisterList list;
  visit(a, list);
  CHECK(list.entries.size() == 2 * (2 + Histogram::buckets));
  CHECK(list.entries[0].first == "total[0].least");
}
