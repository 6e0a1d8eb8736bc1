// barrier_unit as a SystemC module: pins around the core. Every output is a register, driven at the rising edge of clk.
#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/barrier/barrier_unit/barrier_unit_instance.hpp"

namespace slackline::barrier_unit {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// Throws std::invalid_argument when `params` are illegal. The arrays of `place` must outlive the module.
  Module(sc_core::sc_module_name name, const Params& params, const Place& place);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};                          ///< synchronous, active low
  sc_core::sc_in<PortMask> arrivals{"arrivals"};                ///< ports at which a flit has come
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> word_in;    ///< per port: its data
  sc_core::sc_out<PortMask> offers{"offers"};                   ///< ports that offer a flit
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> word_out;  ///< per port: its data; 0 where none is offered
  sc_core::sc_in<PortMask> taken{"taken"};                      ///< of those, the ports whose flit is taken

  sc_core::sc_in<PortMask> open{"open"};  ///< with Place::ways: ports by which a message would be sent now
  sc_core::sc_in<PortMask> dead{"dead"};  ///< ports whose link has failed

  const State& state() const { return core_.state; }

 private:
  void on_edge();

  Instance core_;
  std::vector<std::uint32_t> sampled_;
  Cycle now_;  ///< the next edge, counted from reset
};

}  // namespace slackline::barrier_unit
