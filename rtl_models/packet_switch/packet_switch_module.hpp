// packet_switch as a SystemC module: pins around the core. Every output is a register, driven at the rising edge of clk.
#pragma once

#include <systemc>

#include "rtl_models/packet_switch/packet_switch_instance.hpp"

namespace slackline::packet_switch {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// Throws std::invalid_argument when `params` are illegal. `port_to`: by destination, the port that leads there, or no_port.
  /// `stops_flits`: outputs whose receiver stops flits, not only frames.
  Module(sc_core::sc_module_name name, const Params& params, std::vector<std::uint16_t> port_to,
         const PortSet& stops_flits = {});

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};                          ///< synchronous, active low
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> flit_in;    ///< per port: flit word, from the sender
  sc_core::sc_vector<sc_core::sc_out<bool>> pause_out;          ///< per port: PAUSE to the sender
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> flit_out;  ///< per port: flit word, to the receiver
  sc_core::sc_vector<sc_core::sc_in<bool>> stop_in;             ///< per port: STOP or PAUSE from the receiver

 private:
  void on_edge();

  Instance core_;
  std::vector<Flit> flits_;
  Cycle now_;
};

}  // namespace slackline::packet_switch
