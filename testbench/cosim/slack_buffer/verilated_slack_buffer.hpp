// The Verilog twin's side of lockstep for slack_buffer. Verilated headers stay in the .cpp.
#pragma once

#include "testbench/cosim/slack_buffer/slack_buffer_core.hpp"
#include "testbench/cosim/twin.hpp"

namespace slackline::cosim {

/// All models that were built.
const TwinModels<SlackBufferCore>& slack_buffer_models();

}  // namespace slackline::cosim
