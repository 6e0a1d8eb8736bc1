#include "testbench/studies/song2005/measurement.hpp"

#include <catch2/catch.hpp>

using namespace slackline;
using namespace slackline::song2005;

TEST_CASE("the greatest skew is between the first and the last") {
  CHECK(greatest_skew({5.5, 2, 9.25}) == 7.25);
  CHECK(greatest_skew({5}) == 0);
  CHECK(greatest_skew({}) == 0);
}

TEST_CASE("a measurement is passed on unchanged", "[quick]") {
  Measurement m;
  m.ended = {{1.0 / 3, 2}, {}};
  m.overhead = 0.125;
  m.slots_taken = 8.25;
  m.interval = 66;
  m.blocked_packets = 2;
  m.most_before = 0.375;
  m.pause = 60.5;
  m.longest = 4700;
  m.ending = Ending{14, 2, 1, 3, 7, 90.625, 64.5, "host3"};
  const auto passed_on = [](const Measurement& measurement) {
    return reproduction::decode<Measurement>(reproduction::encode(measurement));
  };
  const Measurement same = passed_on(m);
  CHECK(same.ended == m.ended);
  CHECK(same.overhead == 0.125);
  CHECK(same.slots_taken == 8.25);
  CHECK(same.interval == 66);
  CHECK(same.blocked_packets == 2);
  CHECK(same.most_before == 0.375);
  CHECK(same.pause == 60.5);
  CHECK(same.longest == 4700);
  REQUIRE(same.ending);
  CHECK(same.ending->missing == 14);
  CHECK(same.ending->late == 2);
  CHECK(same.ending->silent == 1);
  CHECK(same.ending->rounds == 3);
  CHECK(same.ending->last_hosts == 7);
  CHECK(same.ending->last_skew == 90.625);
  CHECK(same.ending->ended == 64.5);
  CHECK(same.ending->stuck == "host3");
  CHECK_FALSE(passed_on({}).ending);
}
