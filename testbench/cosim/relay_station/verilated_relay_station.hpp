// The Verilog twin's side of lockstep for relay_station. Verilated headers stay in the .cpp.
#pragma once

#include "testbench/cosim/relay_station/relay_station_core.hpp"
#include "testbench/cosim/twin.hpp"

namespace slackline::cosim {

using RelayStationModel = TwinModel<RelayStationCore>;

/// All models that were built.
const TwinModels<RelayStationCore>& relay_station_models();

}  // namespace slackline::cosim
