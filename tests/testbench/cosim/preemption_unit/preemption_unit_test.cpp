// preemption_unit.sv alone against its core.
#include "testbench/cosim/preemption_unit/preemption_unit_stimulus.hpp"
#include "testbench/cosim/preemption_unit/verilated_preemption_unit.hpp"
#include "tests/testbench/cosim/twin_bench.hpp"

using namespace slackline;
using namespace slackline::cosim;
using preemption_unit::Architecture;
using preemption_unit::Phase;
using preemption_unit::Send;

namespace {

using Bench = TwinBench<PreemptionUnitCore>;

template <class Body>
void for_each(Body body) {
  for_each_parameter_set<Bench>(preemption_unit_models(), body);
}

}  // namespace

TEST_CASE("lockstep: a preemption unit under random messages, worms, STOPs and resets, every pin and register",
          "[quick]") {
  for_each([](Bench& first) {
    const preemption_unit::Params& p = first.model.params.unit;
    unsigned passed = 0, cuts = 0, ends = 0, too_long = 0, cut_again = 0, held_back = 0, resets = 0, none = 0,
             longer = 0;
    VcMask victims = 0;
    for (const PreemptionUnitProfile& profile : preemption_unit_profiles())
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        INFO(profile.name << ", seed " << seed);
        Bench b(first.model);
        PreemptionUnitStimulus stimulus(profile, first.model.params, seed);
        for (unsigned cycle = 0; cycle < 10000; ++cycle) {
          const bool was_cut = is_cut(b.core().port);
          const preemption_unit::Port before = b.core().port;
          const Cycle now = b.core().now;
          const std::uint64_t passed_before = b.core().counters.passed;
          const PreemptionUnitInputs in = stimulus.next();
          b.edge(in);
          const preemption_unit::Port& port = b.core().port;
          resets += !in.rst_n && was_cut;
          passed += b.core().counters.passed > passed_before;
          const bool cut = in.rst_n && !was_cut && is_cut(b.core().port);
          cuts += cut;
          if (cut) victims |= vc_bit(port.vc);
          cut_again += cut && before.phase == Phase::give;
          ends += b.core().sent == Send::end;
          too_long += b.core().sent == Send::end && before.held_too_long(now);
          held_back += in.rst_n && before.phase == Phase::hold && in.port.offer && b.core().sent == Send::nothing;
          longer += in.rst_n && before.phase == Phase::hold && port.hold > before.hold;
          none += in.port.offer && before.phase == Phase::idle && port.phase == Phase::idle;
        }
      }
    CHECK(passed > 50);  // a comparison that meets nothing proves nothing
    if (p.architecture != Architecture::any_channel) CHECK(none > 100);
    if (!p.cuts_worms()) {
      CHECK(cuts == 0);
      return;
    }
    CHECK(cuts > 50);
    CHECK(resets > 50);
    CHECK(held_back > 500);
    CHECK(ends > 200);
    CHECK(too_long > 20);
    CHECK(cut_again > 20);
    CHECK(longer > 50);
    CHECK(victims == (p.architecture == Architecture::fixed_channel ? p.usable() : first_vcs(p.virtual_channels)));
  });
}

TEST_CASE("lockstep: a preemption unit whose messages never end, to the end of the longest hold") {
  Bench b(model_named(preemption_unit_models(), "one_channel"));
  PreemptionUnitInputs in;
  in.port = {true, false, false, 0, 1, 1};
  in.port.hold = preemption_unit::longest_hold;
  const unsigned longest = 16 * preemption_unit::longest_hold;
  unsigned ends = 0;
  for (unsigned edge = 0; edge < 2 * longest + 100; ++edge) {
    b.edge(in);
    ends += b.core().sent == Send::end;
    if (b.core().sent == Send::end && ends == 1) CHECK(edge >= longest);
  }
  CHECK(ends == 2);
}

TEST_CASE("lockstep: 3 pins and every register of a preemption unit are compared") {
  for_each([](Bench& b) {
    CHECK(b.comparison().pins() == 3);
    CHECK(b.comparison().registers() == 12);
  });
}

TEST_CASE("lockstep: every fault planted into preemption_unit.sv is found by random inputs", "[quick]") {
  find_every_fault("preemption_unit", preemption_unit_models(), preemption_unit_profiles(),
                   [](const PreemptionUnitProfile& profile, const PreemptionUnitCore::Params& params) {
                     return PreemptionUnitStimulus(profile, params, 1);
                   });
}
