// The Verilog twin's side of lockstep for padding_generator. Verilated headers stay in the .cpp.
#pragma once

#include "testbench/cosim/padding_generator/padding_generator_core.hpp"
#include "testbench/cosim/twin.hpp"

namespace slackline::cosim {

/// All models that were built.
const TwinModels<PaddingGeneratorCore>& padding_generator_models();

}  // namespace slackline::cosim
