// fabric_module: the fabric inside a SystemC simulation. One self-timed process, no clock: at the time of edge N it
// executes the edges N .. N + window - 1 at once, then sleeps for as long.
#pragma once

#include <systemc>

#include "rtl_models/network/fabric.hpp"

namespace slackline::network {

class FabricModule : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(FabricModule);
  /// `window` edges an activation; edge N lies half a period into cycle N, as in signal_network. Throws
  /// std::invalid_argument when `window` is 0.
  FabricModule(sc_core::sc_module_name name, ElaboratedNetlist netlist,
               sc_core::sc_time period = sc_core::sc_time(1, sc_core::SC_NS), std::uint64_t window = 1024);

  Fabric& fabric() { return fabric_; }

 private:
  void run_window();

  Fabric fabric_;
  sc_core::sc_time period_;
  std::uint64_t window_;
  bool started_ = false;
};

}  // namespace slackline::network
