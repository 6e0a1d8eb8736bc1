#include "rtl_models/crossbar/crossbar_module.hpp"

#include "rtl_models/common/drive_module.hpp"

namespace slackline::crossbar {

Module::Module(sc_core::sc_module_name name, const Params& params)
    : sc_module(name), output_of("output_of", params.ports), input_of("input_of", params.ports), core_(params) {
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::on_edge() {
  if (rst_n.read())
    core_.step({connect.read(), input.read(), output.read(), release.read()});
  else
    core_.reset();
  drive(connected, core_.state.connected);
  drive(held, core_.state.held);
  for (unsigned i = 0; i < core_.params.ports; ++i) {
    drive(output_of[i], core_.state.output_of[i]);
    drive(input_of[i], core_.state.input_of[i]);
  }
}

}  // namespace slackline::crossbar
