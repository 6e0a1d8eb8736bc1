// The Verilog twin's side of lockstep for packet_switch. Verilated headers stay in the .cpp.
#pragma once

#include "testbench/cosim/packet_switch/packet_switch_core.hpp"
#include "testbench/cosim/twin.hpp"

namespace slackline::cosim {

/// All models that were built.
const TwinModels<PacketSwitchCore>& packet_switch_models();

}  // namespace slackline::cosim
