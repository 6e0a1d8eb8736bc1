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

TEST_CASE("chains add up, and the worst pair makes a schedule's skew", "[quick]") {
  CHECK(chain_skew(chain_skew(100, 20), 3) == 123);
  CHECK(schedule_skew({3, 12, 7}) == 12);
  CHECK(schedule_skew({}) == 0);
}

TEST_CASE("the overhead is the share of slots of a synchronization in an interval", "[quick]") {
  CHECK(time_overhead(36, 445) == Approx(0.080899).epsilon(1e-5));
}

TEST_CASE("drain-corrected, a buffer's flits leave at the slower of switch and link", "[quick]") {
  CHECK(sss_bound(model(17, Drain::at_link)) == Approx(348.77));
  CHECK(direct_bound(model(17, Drain::at_link), 1, 1) == sss_bound(model(17, Drain::at_link)));
}

TEST_CASE("sizes: slots and hosts of full trees, slack, tokens", "[quick]") {
  CHECK(hss_slots(8, 2) == 8);
  CHECK(hss_slots(8, 4) == 36);
  CHECK(full_tree_hosts(8, 4) == 392);
  CHECK(full_tree_hosts(4, 2) == 4);
  CHECK(smallest_slack({}) == 7);
  CHECK(isotach_overhead(8) == 0.125);
}
