// route_unit as a SystemC module: pins around the core. Every output is a register, driven at the rising edge of clk.
#pragma once

#include <systemc>

#include "rtl_models/route_unit/route_unit.hpp"

namespace slackline::route_unit {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// The unit of input port `from`. Throws std::invalid_argument when `params` are illegal, or a table is needed and
  /// not in `place`; it must outlive the module.
  Module(sc_core::sc_module_name name, const Params& params, const Place& place, PortId from = PortId());

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};             ///< synchronous, active low
  sc_core::sc_in<std::uint64_t> header{"header"};  ///< flit word; anything but a head or single asks for nothing
  sc_core::sc_out<std::uint8_t> port{"port"};  ///< the output asked for, while valid; one that cannot exist: see vcs
  sc_core::sc_out<VcMask> vcs{"vcs"};          ///< the virtual channels of it that will do, while valid
  sc_core::sc_out<bool> valid{"valid"};        ///< a header has been routed

 private:
  void on_edge();

  const Params params_;
  const Place place_;
  const PortId from_;
  State state_;
};

}  // namespace slackline::route_unit
