// crossbar as a SystemC module: pins around the core. Every output is a register, driven at the rising edge of clk.
#pragma once

#include <systemc>

#include "rtl_models/crossbar/crossbar_instance.hpp"

namespace slackline::crossbar {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// Throws std::invalid_argument when `params` are illegal.
  Module(sc_core::sc_module_name name, const Params& params);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};                          ///< synchronous, active low
  sc_core::sc_in<bool> connect{"connect"};                      ///< connect `input` to `output`: both must be free
  sc_core::sc_in<std::uint8_t> input{"input"};                  ///< of the connect
  sc_core::sc_in<std::uint8_t> output{"output"};                ///< of the connect
  sc_core::sc_in<std::uint64_t> release{"release"};             ///< inputs whose connection ends, one bit each
  sc_core::sc_out<std::uint64_t> connected{"connected"};        ///< inputs that hold an output
  sc_core::sc_out<std::uint64_t> held{"held"};                  ///< outputs that are held
  sc_core::sc_vector<sc_core::sc_out<std::uint8_t>> output_of;  ///< per input, valid while connected
  sc_core::sc_vector<sc_core::sc_out<std::uint8_t>> input_of;   ///< per output, valid while held

 private:
  void on_edge();

  Instance core_;
};

}  // namespace slackline::crossbar
