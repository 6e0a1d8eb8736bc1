// router_arbiter as a SystemC module: pins around the core. Every output is a register, driven at the rising edge of
// clk.
#pragma once

#include <systemc>

#include "rtl_models/router_arbiter/router_arbiter_instance.hpp"

namespace slackline::router_arbiter {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// Throws std::invalid_argument when `params` are illegal.
  Module(sc_core::sc_module_name name, const Params& params);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};                 ///< synchronous, active low
  sc_core::sc_in<std::uint64_t> requests{"requests"};  ///< one bit a requester
  sc_core::sc_out<std::uint64_t> grant{"grant"};       ///< the winner, one bit; 0 without requests

 private:
  void on_edge();

  Instance core_;
  Cycle now_;
};

}  // namespace slackline::router_arbiter
