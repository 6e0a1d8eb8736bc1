// slack_buffer as a SystemC module: pins around the core. Every output is a register, driven at the rising edge of clk.
#pragma once

#include <systemc>

#include "rtl_models/slack_buffer/slack_buffer_instance.hpp"

namespace slackline::slack_buffer {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// Throws std::invalid_argument when `params` are illegal.
  Module(sc_core::sc_module_name name, const Params& params);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};               ///< synchronous, active low
  sc_core::sc_in<std::uint64_t> flit_in{"flit_in"};  ///< flit word, 0: nothing arrives
  sc_core::sc_in<bool> pop{"pop"};                   ///< take the front flit
  sc_core::sc_out<std::uint64_t> front{"front"};     ///< the oldest flit, 0 while empty
  sc_core::sc_out<std::uint16_t> count{"count"};     ///< flits held
  sc_core::sc_out<bool> overflow{"overflow"};        ///< a flit has been lost

 private:
  void on_edge();

  Instance core_;
  Cycle now_;
};

}  // namespace slackline::slack_buffer
