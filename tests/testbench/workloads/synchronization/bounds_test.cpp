// The bounds of Song 2005 against its printed numbers, and against those of its formulas.
#include "testbench/workloads/synchronization/bounds.hpp"

#include <catch2/catch.hpp>

using namespace slackline::synchronization;

namespace {

/// Myrinet-1280/SAN, section 5.1, in nanoseconds. The printed skews follow from GO at 53 flits.
Delays printed(double kg = 53) { return {17, 6.25, 2, 100, 3.26, 64, 53, kg}; }

Delays with(double Delays::*field, double value) {
  Delays d = printed();
  d.*field = value;
  return d;
}

}  // namespace

TEST_CASE("The bound of the simple schedule is as printed, for kg = 53, and as computed, for kg = 17", "[quick]") {
  CHECK(simple_bound(printed(), Drain::at_switch) == Approx(237.48));
  CHECK(simple_bound(with(&Delays::rd, 140), Drain::at_switch) == Approx(197.48));
  CHECK(simple_bound(with(&Delays::bl, 256), Drain::at_switch) == Approx(1053.48));
  CHECK(simple_bound(printed(17), Drain::at_switch) == Approx(165.48));
}

TEST_CASE("The bound of the hierarchical schedule is as printed, for 3 and 4 levels") {
  CHECK(hierarchical_bound(printed(), 3, Drain::at_switch) == Approx(1421.4));
  CHECK(hierarchical_bound(printed(), 4, Drain::at_switch) == Approx(4023.24));
  CHECK(hierarchical_bound(with(&Delays::cp, 12.5), 4, Drain::at_switch) == Approx(9223.24));
  CHECK(hierarchical_bound(printed(17), 4, Drain::at_switch) == Approx(3087.24));
  CHECK(hierarchical_bound(printed(), 2, Drain::at_switch) == Approx(237.48));
}

TEST_CASE("Buffers that drain at the speed of links have a larger bound") {
  CHECK(simple_bound(printed(17), Drain::at_link) == Approx(348.77));
  CHECK(gap_most(printed(17), 1, 1, Drain::at_link) == Approx(348.77));
  CHECK(gap_least(printed(17), 1, 1, Drain::at_link) == Approx(100 + 46 * 6.25 + 2 * 17 + 2 + 6.52 - 400));
}

TEST_CASE("Gaps are equations (1) to (3), and their sum is equation (5) as it is printed", "[quick]") {
  const Delays d = printed(17);
  constexpr Drain drain = Drain::at_switch;
  CHECK(gap1(d, 3) == 64 * 3 * 6.25);
  CHECK(gap2_least(d, 2) == 2 * (17 + 2.0));
  CHECK(gap2_most(d, 2, drain) == 2 * (17 + 2.0 * 52));
  CHECK(gap3(d, 1, drain) == 100 + (64 - 17 - 1) * 2.0 + 17 + 2 * 3.26);
  for (int p1 = 1; p1 <= 5; ++p1)
    for (int p2 = 1; p2 <= 5; ++p2) {
      const double common = d.ld * (p1 + p2) + 2 * d.fc * p2 - d.bl * p2 * d.cp;
      CHECK(gap_least(d, p1, p2, drain) == Approx(d.rd + d.sd * (p1 + p2 * (d.bl - d.kg) - 1) + common));
      CHECK(gap_most(d, p1, p2, drain) == Approx(d.rd + d.sd * (p1 * (d.ks - 1) + p2 * (d.bl - d.kg) - 1) + common));
    }
  CHECK(skew(400, 50, 100) == 250);
  CHECK(skew(100, 50, 100) == 50);
}

TEST_CASE("The rest of a flit after its first cycle delays it on its way, but not STOP and GO") {
  Delays d = printed(17);
  const double gap2 = gap2_least(d, 2), most = gap2_most(d, 2, Drain::at_link),
               gap3_before = gap3(d, 2, Drain::at_link);
  d.rest = 3;
  CHECK(gap2_least(d, 2) == gap2 + 2 * 3);
  CHECK(gap2_most(d, 2, Drain::at_link) == most + 2 * 3);
  CHECK(gap3(d, 2, Drain::at_link) == gap3_before);
}

TEST_CASE("A buffer drains no faster than its output link takes flits") {
  const Delays d = printed(17);
  CHECK(drain_time(d, Drain::at_switch) == 2);
  CHECK(drain_time(d, Drain::at_link) == 6.25);
  CHECK(gap2_most(d, 1, Drain::at_link) == Approx(17 + 2.0 + 51 * 6.25));
  CHECK(gap3(d, 2, Drain::at_link) == Approx(100 + (2 * 47 - 1) * 6.25 + 2 * (17 + 6.52)));
  Delays slow_switch = d;
  slow_switch.sd = 10;
  CHECK(drain_time(slow_switch, Drain::at_link) == 10);
}

TEST_CASE("A tree of two levels is one switch, and each level more adds twice its bound") {
  const Delays d = printed();
  constexpr Drain drain = Drain::at_switch;
  CHECK(level_bound(d, 1, drain) == simple_bound(d, drain));
  CHECK(hierarchical_bound(d, 4, drain) ==
        Approx(level_bound(d, 3, drain) + 2 * (level_bound(d, 2, drain) + level_bound(d, 1, drain))));
}

TEST_CASE("The intervals of tables 3 and 4") {
  const double slot = 2000 * 6.25;
  const std::uint64_t simple[] = {4810, 2405, 1603, 1202, 962}, hierarchical[] = {1781, 890, 593, 445, 356};
  for (int i = 0; i < 5; ++i) {
    const double drift = (i + 1) * 100e-6;
    CHECK(interval(simple_bound(printed(), Drain::at_switch), slot, drift) == simple[i]);
    CHECK(interval(hierarchical_bound(printed(), 4, Drain::at_switch), slot, drift) == hierarchical[i]);
  }
  CHECK(interval(slot, slot, 1e-4) == 0);
}
