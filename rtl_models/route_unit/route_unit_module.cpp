#include "rtl_models/route_unit/route_unit_module.hpp"

#include <stdexcept>

#include "rtl_models/common/checked.hpp"
#include "rtl_models/common/drive_module.hpp"

namespace slackline::route_unit {

Module::Module(sc_core::sc_module_name name, const Params& params, const Place& place, PortId from)
    : sc_module(name), params_(checked(params, "route_unit")), place_(place), from_(from) {
  if (params_.kind == Kind::table && place_.table == nullptr)
    throw std::invalid_argument("route_unit: routing by table, and no table in its place");
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::on_edge() {
  if (rst_n.read())
    step(params_, place_, from_, state_, Flit(header.read()));
  else
    state_ = State();
  drive(port, state_.port);
  drive(vcs, state_.vcs);
  drive(valid, state_.valid);
}

}  // namespace slackline::route_unit
