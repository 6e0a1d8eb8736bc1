// local_clock as a SystemC module: pins around the core. Every output is a register, driven at the rising edge of clk.
#pragma once

#include <systemc>

#include "rtl_models/common/pins_module.hpp"
#include "rtl_models/local_clock/local_clock_instance.hpp"

namespace slackline::local_clock {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// Throws std::invalid_argument when `params` are illegal.
  Module(sc_core::sc_module_name name, const Params& params);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};                  ///< synchronous, active low
  sc_core::sc_in<bool> hold{"hold"};                    ///< the packet being sent is stopped
  sc_core::sc_out<bool> slot_start{"slot_start"};       ///< a slot has begun at this edge
  sc_core::sc_out<std::uint64_t> slot{"slot"};          ///< its number
  sc_core::sc_out<std::uint32_t> position{"position"};  ///< ticks since it began

 private:
  void on_edge();

  Instance core_;
};

}  // namespace slackline::local_clock
