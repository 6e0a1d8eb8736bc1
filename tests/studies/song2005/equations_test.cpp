#include "testbench/studies/song2005/equations.hpp"

#include <catch2/catch.hpp>

using namespace slackline::song2005;

namespace {

Model model(int kg, Drain drain = Drain::as_printed) {
  Model model{{}, drain};
  model.p.kg = kg;
  return model;
}

}  // namespace

TEST_CASE("the skews that Song 2005 prints follow from kg = 53", "[quick]") {
  CHECK(sss_bound(model(53)) == Approx(237.48));
  Model m = model(53);
  m.p.rd = 140;
  CHECK(sss_bound(m) == Approx(197.48));
  m.p.rd = 50;
  CHECK(sss_bound(m) == Approx(287.48));
  m = model(53);
  m.p.bl = 256;
  CHECK(sss_bound(m) == Approx(1053.48));
  CHECK(hss_bound(model(53), 3) == Approx(1421.4));
  CHECK(hss_bound(model(53), 4) == Approx(4023.24));
  m = model(53);
  m.p.cp = 12.5;
  CHECK(hss_bound(m, 4) == Approx(9223.24));
}

TEST_CASE("with kg = 17, as the text has it, the same equations give other skews", "[quick]") {
  CHECK(sss_bound(model(17)) == Approx(165.48));
  Model m = model(17);
  m.p.rd = 140;
  CHECK(sss_bound(m) == Approx(125.48));
  m = model(17);
  m.p.bl = 256;
  CHECK(sss_bound(m) == Approx(981.48));
  CHECK(hss_bound(model(17), 3) == Approx(1061.4));
  CHECK(hss_bound(model(17), 4) == Approx(3087.24));
  m = model(17);
  m.p.cp = 12.5;
  CHECK(hss_bound(m, 4) == Approx(8287.24));
}

TEST_CASE("ks plays no part in the printed skews", "[quick]") {
  Model m = model(53);
  m.p.ks = 40;
  CHECK(sss_bound(m) == sss_bound(model(53)));
}

TEST_CASE("gaps are equations (1) to (3), and their sum is equation (5) as it is printed", "[quick]") {
  const Model m = model(17);
  const Parameters& p = m.p;
  CHECK(gap1(m, 3) == 64 * 3 * 6.25);
  CHECK(gap2_min(m, 2) == 2 * (17 + 2.0));
  CHECK(gap2_max(m, 2) == 2 * (17 + 2.0 * 52));
  CHECK(gap3(m, 1) == 100 + (64 - 17 - 1) * 2.0 + 17 + 2 * 3.26);
  for (int p1 = 1; p1 <= 5; ++p1)
    for (int p2 = 1; p2 <= 5; ++p2) {
      const double common = p.ld * (p1 + p2) + 2 * p.fc * p2 - p.bl * p2 * p.cp;
      CHECK(gap_min(m, p1, p2) == Approx(p.rd + p.sd * (p1 + p2 * (p.bl - p.kg) - 1) + common));
      CHECK(gap_max(m, p1, p2) == Approx(p.rd + p.sd * (p1 * (p.ks - 1) + p2 * (p.bl - p.kg) - 1) + common));
    }
  CHECK(skew(400, 50, 100) == 250);
  CHECK(skew(100, 50, 100) == 50);
}

TEST_CASE("a buffer drains no faster than the link behind it takes flits", "[quick]") {
  const Model m = model(17, Drain::corrected);
  CHECK(m.c() == 6.25);
  CHECK(gap2_min(m, 1) == gap2_min(model(17), 1));
  CHECK(gap2_max(m, 1) == Approx(17 + 2.0 + 51 * 6.25));
  CHECK(gap3(m, 2) == Approx(100 + (2 * 47 - 1) * 6.25 + 2 * (17 + 6.52)));
  CHECK(sss_bound(m) == Approx(348.77));
  Model slow_switch = m;
  slow_switch.p.sd = 10;
  CHECK(slow_switch.c() == 10);
}

TEST_CASE("chains add up, and the worst pair makes a schedule's skew", "[quick]") {
  CHECK(chain_skew(chain_skew(100, 20), 3) == 123);
  CHECK(schedule_skew({3, 12, 7}) == 12);
  CHECK(schedule_skew({}) == 0);
}

TEST_CASE("a tree of two levels is one switch, and each level more adds twice its bound", "[quick]") {
  const Model m = model(53);
  CHECK(hss_bound(m, 2) == sss_bound(m));
  CHECK(level_bound(m, 1) == sss_bound(m));
  CHECK(hss_bound(m, 4) == Approx(level_bound(m, 3) + 2 * (level_bound(m, 2) + level_bound(m, 1))));
}

TEST_CASE("intervals are those of Tables 3 and 4 with slots of 2000 flits", "[quick]") {
  const double slot = 2000 * 6.25;
  const long long sss[] = {4810, 2405, 1603, 1202, 962}, hss[] = {1781, 890, 593, 445, 356};
  for (int i = 0; i < 5; ++i) {
    const double drift = (i + 1) * 100e-6;
    CHECK(synchronization_interval(sss_bound(model(53)), slot, drift) == sss[i]);
    CHECK(synchronization_interval(hss_bound(model(53), 4), slot, drift) == hss[i]);
  }
  CHECK(synchronization_interval(slot, slot, 1e-4) == 0);
  CHECK(time_overhead(36, 445) == Approx(0.080899).epsilon(1e-5));
}

TEST_CASE("sizes: slots and hosts of full trees, slack, tokens", "[quick]") {
  CHECK(hss_slots(8, 2) == 8);
  CHECK(hss_slots(8, 4) == 36);
  CHECK(full_tree_hosts(8, 4) == 392);
  CHECK(full_tree_hosts(4, 2) == 4);
  CHECK(smallest_slack({}) == 7);
  CHECK(isotach_overhead(8) == 0.125);
}
