#include <catch2/catch.hpp>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/common/registers.hpp"
#include "rtl_models/local_clock/local_clock_instance.hpp"

using namespace slackline;
using local_clock::Instance;
using local_clock::Params;

namespace {

constexpr std::uint64_t half = std::uint64_t{1} << 63;

std::vector<std::uint64_t> registers(Instance& clock) {
  RegisterSnapshot snapshot;
  clock.visit(snapshot);
  return snapshot.values;
}

/// The position after each of `edges` edges.
std::vector<std::uint32_t> positions(Instance& clock, unsigned edges) {
  std::vector<std::uint32_t> seen;
  for (unsigned n = 0; n < edges; ++n) {
    clock.step({});
    seen.push_back(clock.state.position);
  }
  return seen;
}

}  // namespace

TEST_CASE("a clock without lag ticks at every edge, and a slot begins every slot_ticks edges") {
  Instance clock({0, 0, 3, 0});
  std::vector<bool> starts;
  for (unsigned n = 1; n <= 9; ++n) {
    clock.step({});
    REQUIRE(local_clock::time(clock.params, clock.state) == n);
    starts.push_back(clock.state.slot_start);
  }
  CHECK(starts == std::vector<bool>{false, false, true, false, false, true, false, false, true});
  CHECK(clock.state.slot == 3);
}

TEST_CASE("a clock at half the frequency loses every second tick, and the phase determines which") {
  Instance even({half, 0, 100, 0}), odd({half, half, 100, 0});
  CHECK(positions(even, 6) == std::vector<std::uint32_t>{1, 1, 2, 2, 3, 3});
  CHECK(positions(odd, 6) == std::vector<std::uint32_t>{0, 1, 1, 2, 2, 3});
}

TEST_CASE("a hold takes ticks from the slot, and the oscillator goes on", "[quick]") {
  Instance held({half, 0, 4, 0}), free({half, 0, 4, 0});
  for (unsigned n = 0; n < 5; ++n) {
    held.step({true});
    free.step({false});
    CHECK(held.state.phase == free.state.phase);
  }
  CHECK(held.state.position == 0);
  CHECK(held.state.held == 3);  // edges 0, 2, 4
  CHECK(free.state.position == 3);
  held.step({false});  // an edge without a tick
  CHECK(held.state.position == 0);
  held.step({false});
  CHECK(held.state.position == 1);
}

TEST_CASE("the tick of the edge at which a hold is sampled does not count, the one before does", "[quick]") {
  Instance clock({0, 0, 3, 0});
  clock.step({});
  clock.step({});
  clock.step({true});
  REQUIRE_FALSE(clock.state.slot_start);
  REQUIRE(clock.state.position == 2);
  clock.step({});
  REQUIRE(clock.state.slot_start);
  REQUIRE(clock.state.position == 0);
  clock.step({true});
  REQUIRE_FALSE(clock.state.slot_start);  // for one cycle, held or not
}

TEST_CASE("reset restores phase, position and slot, at any point") {
  const Params p{half, 7, 5, 2};
  Instance clock(p), fresh(p);
  for (unsigned n = 0; n < 13; ++n) clock.step({n % 3 == 0});
  clock.reset();
  CHECK(registers(clock) == registers(fresh));
}

TEST_CASE("a clock 120 ppm slower than the fastest loses 120 ticks in a million edges, to the tick") {
  const std::uint64_t lag = local_clock::lag_of(0, 120'000);  // 1 / 1.00012
  Instance clock({lag, 0, 2000, 0});
  constexpr std::uint64_t edges = 100'012'000;
  local_clock::advance(clock.params, clock.state, edges);
  // 100,000,000 of its own ticks in 100,012,000 of the fastest; rounding of the lag moves one tick at most.
  const std::uint64_t ticks = local_clock::time(clock.params, clock.state);
  CHECK(ticks >= 100'000'000);
  CHECK(ticks <= 100'000'001);
}

TEST_CASE("lag_of is exact at its ends and refuses what is outside") {
  CHECK(local_clock::lag_of(0, 0) == 0);
  CHECK(local_clock::lag_of(500'000, 500'000) == 0);
  CHECK(local_clock::lag_of(-500'000'000, 0) == half);
  CHECK(local_clock::lag_of(0, 1'000'000'000) == half);
  CHECK(local_clock::lag_of(-250'000'000, 500'000'000) == half);
  CHECK(local_clock::lag_of(-1, 0) == 18446744074);  // 2^64 / 10^9 = 18446744073.7
  CHECK_THROWS_WITH(local_clock::lag_of(1, 0), Catch::Contains("drift 1, fastest 0: expected"));
  CHECK_THROWS_AS(local_clock::lag_of(-1'000'000'000, 0), std::invalid_argument);
  CHECK_THROWS_AS(local_clock::lag_of(0, 1'000'000'001), std::invalid_argument);
}

TEST_CASE("many edges at once are the same as one by one, and the edge of a tick is predicted") {
  RandomStream random(1, 0, RandomPurpose::test);
  for (unsigned network = 0; network < 300; ++network) {
    const std::uint64_t lag = random.bits() >> random.below(64);
    const std::uint32_t ticks = 1 + random.below(20);
    const Params p{lag, random.bits(), ticks, random.below(ticks)};
    Instance stepped(p), jumped(p);
    for (unsigned jump = 0; jump < 10; ++jump) {
      const bool hold = random.below(4) == 0;
      const unsigned edges = random.below(50);
      if (!hold) {
        const std::uint64_t target = 1 + random.below(30);
        const std::uint64_t time = local_clock::time(p, stepped.state);
        const std::uint64_t foretold = local_clock::edges_until(p, stepped.state, target);
        if (foretold < 10'000) {
          Instance ahead(p);
          ahead.state = stepped.state;
          for (std::uint64_t n = 1; n < foretold; ++n) ahead.step({});
          REQUIRE(local_clock::time(p, ahead.state) < time + target);
          ahead.step({});
          REQUIRE(local_clock::time(p, ahead.state) == time + target);
        }
      }
      for (unsigned n = 0; n < edges; ++n) stepped.step({hold});
      local_clock::advance(p, jumped.state, edges, hold);
      REQUIRE(registers(jumped) == registers(stepped));
    }
  }
}

TEST_CASE("a slot's beginning is predicted; a clock that hardly ticks is never waited for", "[quick]") {
  Instance clock({0, 0, 2000, 1995});
  CHECK(local_clock::edges_until_slot(clock.params, clock.state) == 5);
  CHECK(local_clock::edges_until(clock.params, clock.state, 0) == 0);
  Instance still({~std::uint64_t{0}, 0, 2000, 0});
  CHECK(local_clock::edges_until(still.params, still.state, 3) == never.value);
}

TEST_CASE("illegal parameters of a local clock are named, all at once") {
  CHECK(Params{}.violations().empty());
  CHECK_THROWS_WITH(Instance({0, 0, 0, 0}), Catch::Contains("slot_ticks = 0: expected 1 to 4294967295"));
  CHECK_THROWS_WITH(Instance({0, 0, 5, 5}), Catch::Contains("position = 5: expected 0 to 4"));
}
