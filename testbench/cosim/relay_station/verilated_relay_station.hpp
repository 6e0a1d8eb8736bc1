// The Verilog twin's side of lockstep for relay_station: Verilator's model behind the core's `step`. Verilated headers stay
// in the .cpp. Parameters are constants of elaboration, so there is one model a parameter set, and one a planted fault:
// CMakeLists.txt lists them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/relay_station/relay_station.hpp"
#include "testbench/cosim/relay_station/relay_station_core.hpp"

namespace slackline::cosim {

class RelayStationPins;  ///< a verilated class, whichever it is

/// One verilated model.
struct RelayStationModel {
  const char* name;   ///< of the parameter set, or of the planted fault
  const char* fault;  ///< what was planted, in words; empty: the twin as it is
  relay_station::Params params;
  std::unique_ptr<RelayStationPins> (*make)(const relay_station::Params&);
};

/// All models that were built: parameter sets first, then planted faults.
const std::vector<RelayStationModel>& relay_station_models();
/// The model of that name, or nullptr.
const RelayStationModel* find_relay_station_model(const std::string& name);

class VerilatedRelayStation {
 public:
  /// Registers are as after reset.
  explicit VerilatedRelayStation(const RelayStationModel& model);
  ~VerilatedRelayStation();

  /// One clock edge: low phase with the inputs, then the rising edge.
  void step(const RelayStationInputs& in, Cycle now);
  void outputs(FieldNames& v) const;
  void outputs(FieldValues& v) const;
  void registers(FieldNames& v) const;
  void registers(FieldValues& v) const;

 private:
  std::unique_ptr<RelayStationPins> pins_;
};

}  // namespace slackline::cosim
