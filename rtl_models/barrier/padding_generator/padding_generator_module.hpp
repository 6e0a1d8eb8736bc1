// padding_generator as a SystemC module: pins around the core. Every output is a register, driven at the rising edge of
// clk. A pin is a mask, a bit a port.
//
// Timing contract, besides the core's
//   padding written at edge N  -> padding high in cycle N, for one cycle a flit
#pragma once

#include <systemc>

#include "rtl_models/barrier/padding_generator/padding_generator_instance.hpp"

namespace slackline::padding_generator {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// Throws std::invalid_argument when `params` are illegal.
  Module(sc_core::sc_module_name name, const Params& params);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};            ///< synchronous, active low
  sc_core::sc_in<PortMask> requests{"requests"};  ///< a padding request has come
  sc_core::sc_in<PortMask> ends{"ends"};          ///< a padding end has come
  sc_core::sc_in<PortMask> flits{"flits"};        ///< a flit of a worm has come
  sc_core::sc_in<PortMask> opens{"opens"};        ///< of them: headers
  sc_core::sc_in<PortMask> closes{"closes"};      ///< of them: tails
  sc_core::sc_in<PortMask> room{"room"};          ///< padding may be written
  sc_core::sc_out<PortMask> padding{"padding"};   ///< padding has been written

  const State& state() const { return core_.state; }

 private:
  void on_edge();

  Instance core_;
};

}  // namespace slackline::padding_generator
