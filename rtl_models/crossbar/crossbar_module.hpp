// crossbar as a SystemC module: pins around the core. Every output is a register, driven at the rising edge of clk.
#pragma once

#include <systemc>

#include "rtl_models/common/pins_module.hpp"
#include "rtl_models/crossbar/crossbar_instance.hpp"

namespace slackline::crossbar {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// Throws std::invalid_argument when `params` are illegal.
  Module(sc_core::sc_module_name name, const Params& params);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};                           ///< synchronous, active low
  sc_core::sc_in<bool> connect{"connect"};                       ///< connect `input` to `output`: both must be free
  sc_core::sc_in<std::uint8_t> input{"input"};                   ///< of the connect: port
  sc_core::sc_in<std::uint8_t> output{"output"};                 ///< of the connect: port
  OptionalIn<std::uint8_t> input_vc{"input_vc"};                 ///< of the connect: virtual channel, 0 when unbound
  OptionalIn<std::uint8_t> output_vc{"output_vc"};               ///< of the connect: virtual channel, 0 when unbound
  sc_core::sc_in<std::uint64_t> release{"release"};              ///< inputs whose connection ends, one bit each ...
  OptionalIn<std::uint8_t> release_vc{"release_vc"};             ///< ... on this virtual channel, 0 when unbound
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> connected;  ///< per virtual channel: inputs that hold an output
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> held;       ///< per virtual channel: outputs that are held
  sc_core::sc_vector<sc_core::sc_out<std::uint8_t>> output_of;   ///< per input lane, valid while connected: port
  sc_core::sc_vector<sc_core::sc_out<std::uint8_t>> input_of;    ///< per output lane, valid while held: port

 private:
  void on_edge();

  Instance core_;
};

}  // namespace slackline::crossbar
