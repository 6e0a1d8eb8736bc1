#include "rtl_models/router_arbiter/router_arbiter_module.hpp"

#include "rtl_models/common/drive_module.hpp"

namespace slackline::router_arbiter {

Module::Module(sc_core::sc_module_name name, const Params& params)
    : sc_module(name), core_(checked_pins(params, "router_arbiter")) {
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::on_edge() {
  if (!rst_n.read()) core_.reset();
  drive(grant, rst_n.read() ? core_.step(requests.read(), now_) : 0);
  now_ = now_ + 1;
}

}  // namespace slackline::router_arbiter
