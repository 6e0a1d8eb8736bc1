// local_clock.sv alone against its core.
#include "testbench/cosim/local_clock/local_clock_stimulus.hpp"
#include "testbench/cosim/local_clock/verilated_local_clock.hpp"
#include "tests/testbench/cosim/twin_bench.hpp"

using namespace slackline;
using namespace slackline::cosim;

namespace {

using Bench = TwinBench<LocalClockCore>;

template <class Body>
void for_each(Body body) {
  for_each_parameter_set<Bench>(local_clock_models(), body);
}

}  // namespace

TEST_CASE("lockstep: a local clock under random holds and resets, every pin and register in every cycle", "[quick]") {
  for_each([](Bench& first) {
    unsigned lost = 0, held = 0, starts = 0, resets = 0;
    for (const LocalClockProfile& profile : local_clock_profiles())
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        INFO(profile.name << ", seed " << seed);
        Bench b(first.model);
        LocalClockStimulus stimulus(profile, seed);
        for (unsigned cycle = 0; cycle < 20000; ++cycle) {
          const local_clock::State before = b.core().state;
          const LocalClockInputs in = stimulus.next();
          b.edge(in);
          const local_clock::State& now = b.core().state;
          lost += in.rst_n && now.phase < before.phase;
          held += now.held > before.held;
          starts += now.slot_start;
          resets += !in.rst_n;
        }
      }
    CHECK(held > 1000);  // a comparison that meets nothing proves nothing
    CHECK(resets > 1000);
    if (first.model.params.lag > 1) CHECK(lost > 100);
    CHECK(starts > (first.model.params.slot_ticks < 100 ? 1000 : 0));
  });
}

TEST_CASE("lockstep: all pins and registers of a local clock are compared") {
  for_each([](Bench& b) {
    CHECK(b.comparison().pins() == 3);
    CHECK(b.comparison().registers() == 5);
  });
}

TEST_CASE("lockstep: every fault planted into local_clock.sv is found by random inputs") {
  find_every_fault(
      "local_clock", local_clock_models(), local_clock_profiles(),
      [](const LocalClockProfile& profile, const LocalClockCore::Params&) { return LocalClockStimulus(profile, 1); });
}

TEST_CASE("lockstep: a fault's report names cycle and register of the local clock", "[quick]") {
  CHECK_THAT(
      report_of(local_clock_models(), "slot_long", {{true, false}, {true, false}}),
      Catch::StartsWith("local_clock, lag 4611686018427387907, slot of 3 ticks: core and RTL differ in cycle 1\n"));
}
