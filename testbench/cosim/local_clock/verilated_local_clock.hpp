// The Verilog twin's side of lockstep for local_clock. Verilated headers stay in the .cpp.
#pragma once

#include "testbench/cosim/local_clock/local_clock_core.hpp"
#include "testbench/cosim/twin.hpp"

namespace slackline::cosim {

/// All models that were built.
const TwinModels<LocalClockCore>& local_clock_models();

}  // namespace slackline::cosim
