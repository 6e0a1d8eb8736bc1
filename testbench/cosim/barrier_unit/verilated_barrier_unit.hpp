// The Verilog twin's side of lockstep for barrier_unit. Verilated headers stay in the .cpp.
#pragma once

#include "testbench/cosim/barrier_unit/barrier_unit_core.hpp"
#include "testbench/cosim/twin.hpp"

namespace slackline::cosim {

/// All models that were built.
const TwinModels<BarrierUnitCore>& barrier_unit_models();

}  // namespace slackline::cosim
