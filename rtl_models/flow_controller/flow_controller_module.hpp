// flow_controller as a SystemC module: pins around the core. Every output is a register, driven at the rising edge of
// clk.
#pragma once

#include <systemc>

#include "rtl_models/common/pins_module.hpp"
#include "rtl_models/flow_controller/flow_controller_instance.hpp"

namespace slackline::flow_controller {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// Throws std::invalid_argument when `params` are illegal.
  Module(sc_core::sc_module_name name, const Params& params);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};                  ///< synchronous, active low
  sc_core::sc_in<std::uint16_t> count{"count"};         ///< occupancy of the slack buffer
  sc_core::sc_in<std::uint32_t> stop_in{"stop_in"};     ///< the STOP wire of the outgoing link, bit 0
  OptionalIn<bool> freed{"freed"};                      ///< credit: a flit has left the buffer
  OptionalIn<bool> sent{"sent"};                        ///< credit: a flit is sent
  sc_core::sc_out<std::uint32_t> stop_out{"stop_out"};  ///< the STOP wire of the incoming link, bit 0
  sc_core::sc_out<bool> stopped{"stopped"};             ///< the sender may not send

 private:
  void on_edge();

  Instance core_;
};

}  // namespace slackline::flow_controller
