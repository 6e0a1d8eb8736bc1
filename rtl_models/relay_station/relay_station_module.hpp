// relay_station as a SystemC module: pins around the core. Every output is a register, driven at the rising edge of
// clk.
#pragma once

#include <systemc>

#include "rtl_models/relay_station/relay_station_instance.hpp"

namespace slackline::relay_station {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// Throws std::invalid_argument when `params` are illegal.
  Module(sc_core::sc_module_name name, const Params& params);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};                  ///< synchronous, active low
  sc_core::sc_in<std::uint64_t> flit_in{"flit_in"};     ///< flit word, from the sender
  sc_core::sc_out<std::uint32_t> stop_out{"stop_out"};  ///< STOP to the sender, bit 0
  sc_core::sc_out<std::uint64_t> flit_out{"flit_out"};  ///< flit word, to the receiver
  sc_core::sc_in<std::uint32_t> stop_in{"stop_in"};     ///< STOP from the receiver, bit 0
  sc_core::sc_out<std::uint16_t> count{"count"};        ///< flits held in the slack buffer
  sc_core::sc_out<bool> overflow{"overflow"};           ///< a flit has been lost

 private:
  void on_edge();

  Instance core_;
  Cycle now_;
};

}  // namespace slackline::relay_station
