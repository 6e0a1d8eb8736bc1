// The Verilog twin's side of lockstep for flow_controller. Verilated headers stay in the .cpp.
#pragma once

#include "testbench/cosim/flow_controller/flow_controller_core.hpp"
#include "testbench/cosim/twin.hpp"

namespace slackline::cosim {

/// All models that were built.
const TwinModels<FlowControllerCore>& flow_controller_models();

}  // namespace slackline::cosim
