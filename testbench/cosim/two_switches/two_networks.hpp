// Two such networks in one elaboration, one with the SystemC relay station and one with its Verilog twin, compared in
// every wire and every register at every cycle.
#pragma once

#include "rtl_models/relay_station/relay_station_module.hpp"
#include "testbench/cosim/comparison.hpp"
#include "testbench/cosim/two_switches/two_switches.hpp"
#include "testbench/cosim/two_switches/verilog_relay_station_module.hpp"

namespace slackline::cosim {

class TwoNetworks {
 public:
  /// `model` is for the SystemC relay station: what the twin was verilated with, unless a difference is wanted.
  TwoNetworks(std::uint64_t seed, const relay_station::Params& model = VerilogRelayStationModule::params());

  /// One clock cycle. False: the networks differ, and comparison().report() shows where ("core" is the SystemC
  /// network).
  bool step();
  /// Level of rst_n from the next edge on.
  void reset(bool active) { rst_n_.write(!active); }

  const Comparison& comparison() const { return *comparison_; }
  const TwoSwitches& systemc() const { return systemc_; }
  const TwoSwitches& verilog() const { return verilog_; }

 private:
  sc_core::sc_time period_{1, sc_core::SC_NS};
  sc_core::sc_clock clk_{"clk", period_, 0.5, period_ / 2};
  sc_core::sc_signal<bool> rst_n_{"rst_n"};
  TwoSwitches systemc_, verilog_;
  relay_station::Module relay_;
  VerilogRelayStationModule twin_;
  std::unique_ptr<Comparison> comparison_;
  Cycle now_;
};

}  // namespace slackline::cosim
