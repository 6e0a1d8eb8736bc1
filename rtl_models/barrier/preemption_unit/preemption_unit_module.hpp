// preemption_unit as a SystemC module, one output of a switch: pins around the core. Every output is a register, driven
// at the rising edge of clk.
//
// Timing contract, besides the core's
//   sent at edge N -> send names it in cycle N, vc its virtual channel
#pragma once

#include <systemc>

#include "rtl_models/barrier/preemption_unit/preemption_unit_instance.hpp"

namespace slackline::preemption_unit {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// Throws std::invalid_argument when `params` are illegal. `first_random`: start value for choosing victims, not 0.
  Module(sc_core::sc_module_name name, const Params& params, std::uint32_t first_random = 1);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};              ///< synchronous, active low
  sc_core::sc_in<bool> offer{"offer"};              ///< the barrier unit has a flit for this output
  sc_core::sc_in<bool> stopped{"stopped"};          ///< STOP from the barrier buffer behind the link
  sc_core::sc_in<bool> link_busy{"link_busy"};      ///< the link still carries the flit before
  sc_core::sc_in<VcMask> free{"free"};              ///< virtual channels that a header could have
  sc_core::sc_in<VcMask> held{"held"};              ///< those that worms hold
  sc_core::sc_in<VcMask> going{"going"};            ///< those with GO, or credits
  sc_core::sc_in<bool> header_asks{"header_asks"};  ///< for this output
  sc_core::sc_in<std::uint16_t> hold{"hold"};       ///< of the group whose message is offered
  sc_core::sc_out<std::uint8_t> send{"send"};  ///< 0: nothing, 1: the flit offered, 2: padding request, 3: padding end
  sc_core::sc_out<std::uint8_t> vc{"vc"};      ///< the virtual channel, while one is taken
  sc_core::sc_out<VcMask> taken{"taken"};      ///< the virtual channel that data may not use

  const Instance& core() const { return core_; }

 private:
  void on_edge();

  Instance core_;
};

}  // namespace slackline::preemption_unit
