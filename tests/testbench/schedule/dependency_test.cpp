#include "testbench/schedule/dependency.hpp"

#include <catch2/catch.hpp>

#include "testbench/schedule/patterns.hpp"
#include "testbench/studies/song2005/printed_schedules.hpp"

using namespace slackline;
using schedule::check_dependency;
using schedule::DependencyCheck;
using schedule::first_hosts;
using schedule::Schedule;

TEST_CASE("a host precedes another that sends to the same destination a slot later, at no other distance", "[quick]") {
  for (const std::uint32_t later : {0u, 1u, 2u}) {
    INFO(later << " slots later");
    const DependencyCheck check = check_dependency({{0, 1}, {{3, 0, 0}, {3 + later, 1, 0}}});
    CHECK(check.pairs == 2);
    CHECK(check.direct == (later == 1 ? 1 : 0));
    CHECK(check.missing == (later == 1 ? 1 : 2));
  }
}

TEST_CASE("a chain orders hosts only when its times strictly increase") {
  // 0 precedes 1 at time 0, and 1 precedes 2 at time 1, at time 0, or before.
  const auto chain = [](std::uint32_t second) {
    Schedule schedule{{0, 1, 2}, {{1, 0, 0}, {2, 1, 0}, {second, 1, 1}, {second + 1, 2, 1}}};
    schedule::sort(schedule);
    return check_dependency(schedule);
  };
  CHECK(chain(2).missing == 3);  // 1 -> 0, 2 -> 0, 2 -> 1
  CHECK(chain(1).missing == 4);
  CHECK(chain(1).direct == 2);
  CHECK(chain(0).missing == 4);
}

TEST_CASE("the counterexample is the first pair that nothing orders") {
  Schedule sss = schedule::simple(first_hosts(4));
  sss.messages.resize(8);  // the first two slots: s precedes s - 1 and no other
  const DependencyCheck check = check_dependency(sss);
  CHECK(check.direct == 4);
  CHECK(check.missing == 8);
  REQUIRE(check.example);
  CHECK(check.example->slow == 0);
  CHECK(check.example->fast == 1);
}

TEST_CASE("hosts that take no part order no host, and their messages no pair of the others") {
  // 9 is no host of the schedule: 0 -> 9 -> 1 does not count.
  const DependencyCheck check = check_dependency({{0, 1}, {{0, 0, 0}, {1, 9, 0}, {2, 9, 1}, {3, 1, 1}}});
  CHECK(check.pairs == 2);
  CHECK(check.missing == 2);
}

TEST_CASE("of a schedule without messages every pair is missing, of one host none", "[quick]") {
  CHECK(check_dependency({first_hosts(3), {}}).missing == 6);
  CHECK(check_dependency({first_hosts(1), {}}).holds());
}

TEST_CASE("in Table 1 host 7 directly precedes hosts 6 to 0 one after another") {
  schedule::Relations relations(song2005::table_1());
  REQUIRE(relations.times() == 7);
  for (std::uint32_t time = 0; time < 7; ++time) {
    const auto& all = relations.at(time);
    REQUIRE(all.size() == 8);
    for (const schedule::Relation& relation : all) {
      CHECK(relation.time == time);
      if (relation.slow == 7) CHECK(relation.fast == 6 - time);
    }
  }
}

TEST_CASE("a thousand hosts are checked in no time", "[quick]") {
  const DependencyCheck check = check_dependency(schedule::simple(first_hosts(1000)));
  CHECK(check.direct == 999'000);
  CHECK(check.holds());
}
