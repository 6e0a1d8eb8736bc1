#include "rtl_models/crossbar/crossbar_module.hpp"

#include "rtl_models/common/drive_module.hpp"

namespace slackline::crossbar {

Module::Module(sc_core::sc_module_name name, const Params& params)
    : sc_module(name),
      connected("connected", params.virtual_channels),
      held("held", params.virtual_channels),
      output_of("output_of", params.lanes()),
      input_of("input_of", params.lanes()),
      core_(checked_pins(params, "crossbar")) {
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::on_edge() {
  if (rst_n.read())
    core_.step({connect.read(),
                {input.read(), value_of(input_vc)},
                {output.read(), value_of(output_vc)},
                PortSet(release.read()),
                value_of(release_vc)});
  else
    core_.reset();
  for (unsigned vc = 0; vc < core_.params.virtual_channels; ++vc) {
    drive(connected[vc], core_.state.connected[vc]);
    drive(held[vc], core_.state.held[vc]);
  }
  for (unsigned i = 0; i < core_.params.lanes(); ++i) {
    drive(output_of[i], core_.state.output_of[i].port);
    drive(input_of[i], core_.state.input_of[i].port);
  }
}

}  // namespace slackline::crossbar
