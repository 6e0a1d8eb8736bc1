#include "rtl_models/barrier/padding_generator/padding_generator_module.hpp"

#include "rtl_models/common/drive_module.hpp"

namespace slackline::padding_generator {

Module::Module(sc_core::sc_module_name name, const Params& params)
    : sc_module(name), core_(checked_pins(params, "padding_generator")) {
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::on_edge() {
  if (rst_n.read())
    core_.step({requests.read(), ends.read(), flits.read(), opens.read(), closes.read(), room.read()});
  else
    core_.reset();
  drive(padding, core_.padding);
}

}  // namespace slackline::padding_generator
