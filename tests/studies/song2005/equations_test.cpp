#include "testbench/studies/song2005/equations.hpp"

#include <catch2/catch.hpp>

using namespace slackline::song2005;

namespace {

Model model(int kg, Drain drain = Drain::at_switch) {
  Model model{{}, drain};
  model.p.kg = kg;
  return model;
}

}  // namespace

// -GAPmin(1, p2) of equation (5), for kg: bl p2 cp - (ld + sd) - rd - (p2 (bl - kg) - 1) sd - p2 (ld + 2 fc).
TEST_CASE("the skews that Song 2005 prints follow from kg = 53") {
  const double at_1 = 64 * 6.25 - (17 + 2) - 100 - (11 - 1) * 2 - (17 + 2 * 3.26);
  CHECK(sss_bound(model(53)) == Approx(at_1));  // equation (8): GAPmin(1, 1); section 5.1 prints 237 ns
  CHECK(at_1 == Approx(237.48));
  Model m = model(53);
  m.p.rd = 140;
  CHECK(sss_bound(m) == Approx(at_1 - 40));  // 197 ns
  m.p.rd = 50;
  CHECK(sss_bound(m) == Approx(at_1 + 50));  // prints 298 ns, which no formula of it gives
  m = model(53);
  m.p.bl = 256;
  CHECK(sss_bound(m) == Approx(at_1 + 192 * (6.25 - 2)));  // 1.05 us
  // Equation (10): once the level below the root, and twice each below it, with p2 = 3, 5 routers on the way to those.
  const double per_p2 = 64 * 6.25 - 11 * 2 - (17 + 2 * 3.26), at_3 = at_1 + 2 * per_p2, at_5 = at_1 + 4 * per_p2;
  CHECK(hss_bound(model(53), 3) == Approx(at_3 + 2 * at_1));           // section 5.2: 1.42 us
  CHECK(hss_bound(model(53), 4) == Approx(at_5 + 2 * (at_3 + at_1)));  // 4.02 us
  m = model(53);
  m.p.cp = 12.5;  // of 64 flits 6.25 ns more each; 1, 3 and 5 times, as above
  CHECK(hss_bound(m, 4) == Approx(at_5 + 2 * (at_3 + at_1) + 64 * 6.25 * (5 + 2 * (3 + 1))));  // 9.223 us
}

TEST_CASE("with kg = 17, as in the text, the same equations give skews that are smaller by 36 sd a p2") {
  const double less = 36 * 2;
  Model printed = model(53), m = model(17);
  CHECK(sss_bound(m) == Approx(sss_bound(printed) - less));
  m.p.rd = printed.p.rd = 140;
  CHECK(sss_bound(m) == Approx(sss_bound(printed) - less));
  m = model(17);
  printed = model(53);
  m.p.bl = printed.p.bl = 256;
  CHECK(sss_bound(m) == Approx(sss_bound(printed) - less));
  m = model(17);
  printed = model(53);
  CHECK(hss_bound(m, 3) == Approx(hss_bound(printed, 3) - less * (3 + 2 * 1)));
  CHECK(hss_bound(m, 4) == Approx(hss_bound(printed, 4) - less * (5 + 2 * (3 + 1))));
  m.p.cp = printed.p.cp = 12.5;
  CHECK(hss_bound(m, 4) == Approx(hss_bound(printed, 4) - less * (5 + 2 * (3 + 1))));
}

TEST_CASE("ks plays no part in the printed skews") {
  Model m = model(53);
  m.p.ks = 40;
  CHECK(sss_bound(m) == sss_bound(model(53)));
}

TEST_CASE("chains add up, and the worst pair makes a schedule's skew", "[quick]") {
  CHECK(slackline::synchronization::chain_skew(slackline::synchronization::chain_skew(100, 20), 3) == 123);
  CHECK(slackline::synchronization::schedule_skew({3, 12, 7}) == 12);
  CHECK(slackline::synchronization::schedule_skew({}) == 0);
}

TEST_CASE("the overhead is the share of slots of a synchronization in an interval") {
  CHECK(time_overhead(36, 445) == Approx(36 / 445.));  // Table 4 prints 8.08 %, cut off
}

TEST_CASE("drain-corrected, a buffer's flits leave at the slower of switch and link") {
  // GAPmax(1, 1): ld + sd + (ks - 2) cp + rd + (bl - kg - 1) cp + ld + 2 fc - bl cp.
  CHECK(sss_bound(model(17, Drain::at_link)) ==
        Approx(17 + 2 + 51 * 6.25 + 100 + 46 * 6.25 + 17 + 2 * 3.26 - 64 * 6.25));
  CHECK(direct_bound(model(17, Drain::at_link), 1, 1) == sss_bound(model(17, Drain::at_link)));
}

TEST_CASE("sizes: slots and hosts of full trees, slack, tokens", "[quick]") {
  CHECK(hss_slots(8, 2) == 8);  // section 5.2: (m - 2) 2 (k - 1) + k
  CHECK(hss_slots(8, 4) == 36);
  CHECK(full_tree_hosts(8, 4) == 392);  // the same: k (k - 1)^(m - 2)
  CHECK(full_tree_hosts(4, 2) == 4);
  CHECK(smallest_slack({}) == 7);       // (2 x 17 + 2 x 3.26) / 6.25 = 6.5
  CHECK(isotach_overhead(8) == 0.125);  // section 6
}
