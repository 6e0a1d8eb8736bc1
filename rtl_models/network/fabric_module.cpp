#include "rtl_models/network/fabric_module.hpp"

#include <stdexcept>
#include <utility>

namespace slackline::network {

FabricModule::FabricModule(sc_core::sc_module_name name, ElaboratedNetlist netlist, sc_core::sc_time period,
                           std::uint64_t window)
    : sc_module(name), fabric_(std::move(netlist)), period_(period), window_(window) {
  if (window == 0) throw std::invalid_argument("fabric_module: window = 0: expected 1 or more");
  SC_METHOD(run_window);
}

void FabricModule::run_window() {
  if (!started_) {
    started_ = true;
    next_trigger(period_ / 2);
    return;
  }
  fabric_.run_until(fabric_.now() + window_);
  next_trigger(sc_core::sc_time::from_value(period_.value() * window_));
}

}  // namespace slackline::network
