#include "rtl_models/local_clock/local_clock_module.hpp"

#include "rtl_models/common/drive_module.hpp"

namespace slackline::local_clock {

Module::Module(sc_core::sc_module_name name, const Params& params) : sc_module(name), core_(params) {
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::on_edge() {
  if (rst_n.read())
    core_.step({hold.read()});
  else
    core_.reset();
  drive(slot_start, core_.state.slot_start);
  drive(slot, core_.state.slot);
  drive(position, core_.state.position);
}

}  // namespace slackline::local_clock
