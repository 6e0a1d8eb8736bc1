// Every fault planted into barrier_unit.sv. Built with SLACKLINE_ALL_TWINS only.
#include "testbench/cosim/barrier_unit/barrier_unit_stimulus.hpp"
#include "testbench/cosim/barrier_unit/verilated_barrier_unit.hpp"
#include "tests/testbench/cosim/twin_bench.hpp"

using namespace slackline::cosim;

TEST_CASE("lockstep: every fault planted into barrier_unit.sv is found by random inputs", "[quick]") {
  find_every_fault("barrier_unit", barrier_unit_models(), barrier_unit_profiles(),
                   [](const BarrierUnitProfile& profile, const BarrierUnitCore::Params& params) {
                     return BarrierUnitStimulus(profile, params, 1);
                   });
}
