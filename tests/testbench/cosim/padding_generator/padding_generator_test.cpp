// padding_generator.sv alone against its core.
#include "testbench/cosim/padding_generator/padding_generator_stimulus.hpp"
#include "testbench/cosim/padding_generator/verilated_padding_generator.hpp"
#include "tests/testbench/cosim/twin_bench.hpp"

using namespace slackline;
using namespace slackline::cosim;

namespace {

using Bench = TwinBench<PaddingGeneratorCore>;

template <class Body>
void for_each(Body body) {
  for_each_parameter_set<Bench>(padding_generator_models(), body);
}

}  // namespace

TEST_CASE("lockstep: a padding generator under random worms, requests, ends and resets, every pin and register",
          "[quick]") {
  for_each([](Bench& first) {
    unsigned padding = 0, overtaken = 0, expired = 0, renewed = 0, shut = 0, crowded = 0, resets = 0;
    for (const PaddingGeneratorProfile& profile : padding_generator_profiles())
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        INFO(profile.name << ", seed " << seed);
        Bench b(first.model);
        PaddingGeneratorStimulus stimulus(profile, first.model.params, seed);
        for (unsigned cycle = 0; cycle < 4000; ++cycle) {
          const PortMask requested = b.core().state.requested.bank[0];
          const PaddingGeneratorInputs in = stimulus.next();
          b.edge(in);
          if (!in.rst_n) {
            resets += requested != 0;
            continue;
          }
          const PortMask gone = requested & ~b.core().state.requested.bank[0];
          padding += b.core().padding != 0;
          overtaken += (gone & in.lanes.flits) != 0;
          expired += (gone & ~in.lanes.flits) != 0;
          renewed += (requested & in.lanes.requests) != 0;
          shut += !is_empty(b.core().state.requested & ~b.core().state.open);
          crowded += (b.core().state.requested.bank[0] & ~in.lanes.room) != 0;
        }
      }
    CHECK(padding > 1000);  // a comparison that meets nothing proves nothing
    CHECK(overtaken > 500);
    CHECK(expired > 50);
    CHECK(renewed > 500);
    CHECK(shut > 1000);
    CHECK(crowded > 1000);
    CHECK(resets > 100);
  });
}

TEST_CASE("lockstep: the pin and every register of a padding generator are compared", "[quick]") {
  for_each([](Bench& b) {
    CHECK(b.comparison().pins() == 1);
    CHECK(b.comparison().registers() == 4u + 2u * b.model.params.ports);  // masks, counter; timers
  });
}

TEST_CASE("lockstep: every fault planted into padding_generator.sv is found by random inputs") {
  find_every_fault("padding_generator", padding_generator_models(), padding_generator_profiles(),
                   [](const PaddingGeneratorProfile& profile, const padding_generator::Params& params) {
                     return PaddingGeneratorStimulus(profile, params, 1);
                   });
}
