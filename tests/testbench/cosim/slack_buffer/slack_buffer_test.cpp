// slack_buffer.sv alone against its core: inputs that a relay station, which never pops an empty buffer, never drives.
#include "testbench/cosim/slack_buffer/slack_buffer_stimulus.hpp"
#include "testbench/cosim/slack_buffer/verilated_slack_buffer.hpp"
#include "tests/testbench/cosim/twin_bench.hpp"

using namespace slackline;
using namespace slackline::cosim;

namespace {

using Bench = TwinBench<SlackBufferCore>;

constexpr unsigned cycles = 20000;
const Flit none;

Flit flit(std::uint32_t n) { return Flit(FlitKind::body, VcId(1), n, n); }

unsigned count(const Bench& b) { return b.core().state.count; }
bool overflow(const Bench& b) { return b.core().state.overflow; }

void fill(Bench& b) {
  for (std::uint32_t n = 1; count(b) < b.model.params.flits; ++n) b.edge({true, flit(n), false});
}
void drain(Bench& b) {
  while (count(b) > 0) b.edge({true, none, true});
}

template <class Body>
void for_each(Body body) {
  for_each_parameter_set<Bench>(slack_buffer_models(), body);
}

}  // namespace

TEST_CASE("lockstep: an empty buffer is popped: nothing happens, also when a flit comes at the same edge") {
  for_each([](Bench& b) {
    for (std::uint32_t n = 1; n <= 2u * b.model.params.flits + 1; ++n) {
      b.edge({true, none, true});
      b.edge({true, none, true});
      REQUIRE(count(b) == 0);
      b.edge({true, flit(n), true});
      REQUIRE(count(b) == 1);
      b.edge({true, none, true});
      REQUIRE(count(b) == 0);
    }
  });
}

TEST_CASE("lockstep: a flit comes and one leaves at the same edge, with one flit inside", "[quick]") {
  for_each([](Bench& b) {
    b.edge({true, flit(1), false});
    for (std::uint32_t n = 2; n < 15; ++n) {
      b.edge({true, flit(n), true});
      if (b.model.params.flits > 1) REQUIRE(slack_buffer::front(b.core().state) == flit(n));
    }
    REQUIRE(count(b) == (b.model.params.flits > 1));
    REQUIRE(overflow(b) == (b.model.params.flits == 1));  // a single slot is full with one flit inside
    drain(b);
  });
}

TEST_CASE("lockstep: a flit that meets a full buffer is lost although one leaves at the same edge") {
  for_each([](Bench& b) {
    fill(b);
    REQUIRE_FALSE(overflow(b));
    b.edge({true, flit(90), true});
    REQUIRE(overflow(b));
    REQUIRE(count(b) == b.model.params.flits - 1u);
    b.edge({true, flit(91), false});
    REQUIRE(count(b) == b.model.params.flits);
    drain(b);
  });
}

TEST_CASE("lockstep: a full buffer that is not popped loses what comes, and overflow stays until reset", "[quick]") {
  for_each([](Bench& b) {
    fill(b);
    b.edge({true, flit(90), false});
    b.edge({true, flit(91), false});
    REQUIRE(count(b) == b.model.params.flits);
    drain(b);
    fill(b);
    drain(b);
    REQUIRE(overflow(b));
    b.edge({false, none, false});
    REQUIRE_FALSE(overflow(b));
  });
}

TEST_CASE("lockstep: reset empties the buffer whatever else its pins say, and a memory keeps its words", "[quick]") {
  for_each([](Bench& b) {
    for (const bool pop : {false, true}) {
      b.edge({true, flit(1), false});
      fill(b);
      b.edge({false, flit(90), pop});
      b.edge({false, flit(91), pop});
      REQUIRE(count(b) == 0);
      REQUIRE(slack_buffer::front(b.core().state) == flit(1));
      b.edge({true, flit(2), false});
      REQUIRE(slack_buffer::front(b.core().state) == flit(2));
      b.edge({false, none, pop});
    }
  });
}

TEST_CASE("lockstep: random flits, pops and resets, from empty to full", "[quick]") {
  for_each([](Bench& first) {
    const SlackBufferCore::Params& p = first.model.params;
    unsigned empty_pop = 0, full_push_pop = 0, single_push_pop = 0, overflows = 0, full_resets = 0;
    for (const SlackBufferProfile& profile : slack_buffer_profiles())
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        INFO(profile.name << ", seed " << seed);
        Bench b(first.model);
        SlackBufferStimulus stimulus(profile, seed);
        for (unsigned cycle = 0; cycle < cycles; ++cycle) {
          const unsigned before = count(b);
          const bool lost_before = overflow(b);
          const SlackBufferInputs in = stimulus.next();
          b.edge(in);
          const bool push_pop = in.rst_n && in.pop && in.flit_in.valid();
          empty_pop += in.rst_n && in.pop && before == 0;
          full_push_pop += push_pop && before == p.flits;
          single_push_pop += push_pop && before == 1;
          overflows += overflow(b) && !lost_before;
          full_resets += !in.rst_n && before == p.flits;
        }
      }
    CHECK(empty_pop > 1000);  // a comparison that meets nothing proves nothing
    CHECK(full_push_pop > 1000);
    CHECK(single_push_pop > 1000);
    CHECK(overflows > 100);
    CHECK(full_resets > 100);
  });
}

TEST_CASE("lockstep: 3 pins of a slack buffer and every register but the write times are compared") {
  const Bench b(model_named(slack_buffer_models(), "flits5"));
  CHECK(b.comparison().pins() == 3);
  CHECK(b.comparison().registers() == 4 + 5);  // pointers, count, overflow; slots
}

TEST_CASE("lockstep: every fault planted into slack_buffer.sv is found by random inputs") {
  find_every_fault("slack_buffer", slack_buffer_models(), slack_buffer_profiles(),
                   [](const SlackBufferProfile& profile, const auto&) { return SlackBufferStimulus(profile, 1); });
}

TEST_CASE("lockstep: a fault's report names cycle, pin or register of the slack buffer, and both values") {
  const auto report = [](const char* fault, const std::vector<SlackBufferInputs>& inputs) {
    return report_of(slack_buffer_models(), fault, inputs);
  };
  CHECK_THAT(report("pop_empty", {{true, none, false}, {true, none, true}}),
             Catch::StartsWith("slack_buffer, flits 5: core and RTL differ in cycle 1\n"
                               "  pin       count           core 0       rtl 7\n") &&
                 Catch::Contains("  register  read            core 0       rtl 1\n"));
  std::vector<SlackBufferInputs> overflow_and_reset(6, {true, flit(1), false});
  overflow_and_reset.push_back({false, none, false});
  CHECK_THAT(report("reset_keeps_overflow", overflow_and_reset),
             Catch::StartsWith("slack_buffer, flits 5: core and RTL differ in cycle 6\n"
                               "  pin       overflow        core 0       rtl 1\n"
                               "  register  overflow        core 0       rtl 1\n"));
  CHECK_THAT(report("front_popped", {{true, flit(1), true}, {true, flit(2), false}}),
             Catch::StartsWith("slack_buffer, flits 5: core and RTL differ in cycle 1\n"
                               "  pin       front           core body/1/00000001  rtl body/1/00000002\n"));
}
