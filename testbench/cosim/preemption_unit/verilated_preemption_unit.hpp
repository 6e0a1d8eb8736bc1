// The Verilog twin's side of lockstep for preemption_unit. Verilated headers stay in the .cpp.
#pragma once

#include "testbench/cosim/preemption_unit/preemption_unit_core.hpp"
#include "testbench/cosim/twin.hpp"

namespace slackline::cosim {

/// All models that were built.
const TwinModels<PreemptionUnitCore>& preemption_unit_models();

}  // namespace slackline::cosim
