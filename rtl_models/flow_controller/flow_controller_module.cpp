#include "rtl_models/flow_controller/flow_controller_module.hpp"

#include "rtl_models/common/drive_module.hpp"

namespace slackline::flow_controller {

Module::Module(sc_core::sc_module_name name, const Params& params) : sc_module(name), core_(params) {
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::on_edge() {
  if (rst_n.read())
    core_.step({count.read(), (stop_in.read() & 1) != 0, value_of(freed), value_of(sent)});
  else
    core_.reset();
  drive(stop_out, std::uint32_t{core_.stop_out()});
  drive(stopped, core_.stopped());
}

}  // namespace slackline::flow_controller
