#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/network/agenda.hpp"

using namespace slackline;
using network::Agenda;

TEST_CASE("an entry comes up at its edge, not before and once") {
  Agenda agenda(3);
  agenda.enter(1, Cycle(5), Cycle(0));
  agenda.enter(1, Cycle(5), Cycle(0));  // a repeated entry
  agenda.enter(2, Cycle(5000), Cycle(0));
  std::vector<std::pair<std::uint64_t, std::uint32_t>> woken;
  for (std::uint64_t now = 0; now < 6000; ++now)
    agenda.take(Cycle(now), [&](std::uint32_t member) { woken.emplace_back(now, member); });
  REQUIRE(woken == std::vector<std::pair<std::uint64_t, std::uint32_t>>{{5, 1}, {5000, 2}});
}

TEST_CASE("next_due is the earliest entry, near or far, and never when there is none") {
  Agenda agenda(2);
  REQUIRE(agenda.next_due(Cycle(0)) == never);
  agenda.enter(0, Cycle(1'000'000), Cycle(3));
  REQUIRE(agenda.next_due(Cycle(4)) == Cycle(1'000'000));
  agenda.enter(1, Cycle(1026), Cycle(3));
  REQUIRE(agenda.next_due(Cycle(4)) == Cycle(1026));
}

TEST_CASE("jumping from one entry to the next misses none", "[quick]") {
  RandomStream random(3, 0, RandomPurpose::test);
  constexpr std::uint32_t members = 50;
  Agenda agenda(members);
  std::vector<Cycle> expected(members);
  const auto enter = [&](std::uint32_t member, Cycle now) {
    expected[member] = now + 1 + random.below(random.below(2) == 0 ? 20 : 5000);
    agenda.enter(member, expected[member], now);
  };
  for (std::uint32_t m = 0; m < members; ++m) enter(m, Cycle(0));
  Cycle now(1);
  for (int i = 0; i < 5000; ++i) {
    now = agenda.next_due(now);
    REQUIRE(now == *std::min_element(expected.begin(), expected.end()));
    std::vector<std::uint32_t> woken, due;
    agenda.take(now, [&](std::uint32_t member) { woken.push_back(member); });
    std::sort(woken.begin(), woken.end());
    for (std::uint32_t m = 0; m < members; ++m)
      if (expected[m] == now) due.push_back(m);
    REQUIRE(woken == due);
    for (const std::uint32_t member : woken) enter(member, now);
    now = now + 1;
  }
}
