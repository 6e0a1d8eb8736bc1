// The Verilog twin of relay_station as Verilator's SystemC module (--sc), with the pins of relay_station::Module: it
// can replace that one everywhere.
//
//   flit_in ---> low 40 bits -----> [ relay_station.sv ] ---> + tag ---> flit_out
//        '------------------------> [ shadow core ] --- tag ---^
//
// RTL has no wire for a flit's tag, which monitors need: a core that runs in parallel keeps the tags, and only those.
// Around the twin's registers there are combinational processes only, so the cycles are the twin's. Verilator's module
// samples its inputs in the delta cycle of the clock edge, as ours do: an output written in it is seen one delta later,
// by nobody before the next edge.
#pragma once

#include <memory>
#include <systemc>

#include "rtl_models/relay_station/relay_station_instance.hpp"

class Vrelay_station_module;  // Verilator's

namespace slackline::cosim {

class VerilogRelayStationModule : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(VerilogRelayStationModule);
  explicit VerilogRelayStationModule(sc_core::sc_module_name name);
  ~VerilogRelayStationModule() override;

  /// The parameters that the twin was verilated with.
  static relay_station::Params params();

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};
  sc_core::sc_in<std::uint64_t> flit_in{"flit_in"};
  sc_core::sc_out<std::uint32_t> stop_out{"stop_out"};
  sc_core::sc_out<std::uint64_t> flit_out{"flit_out"};
  sc_core::sc_in<std::uint32_t> stop_in{"stop_in"};
  sc_core::sc_out<std::uint16_t> count{"count"};
  sc_core::sc_out<bool> overflow{"overflow"};

 private:
  void drive_twin();
  void drive_outputs();
  void step_shadow();

  sc_core::sc_signal<std::uint64_t> flit_i_{"flit_i"}, flit_o_{"flit_o"};
  sc_core::sc_signal<bool> stop_i_{"stop_i"}, stop_o_{"stop_o"};
  sc_core::sc_signal<std::uint32_t> count_o_{"count_o"}, tag_{"tag"};
  relay_station::Instance shadow_;
  Cycle now_;
  std::unique_ptr<Vrelay_station_module> twin_;
};

}  // namespace slackline::cosim
