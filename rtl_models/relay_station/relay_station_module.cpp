#include "rtl_models/relay_station/relay_station_module.hpp"

#include "rtl_models/common/drive_module.hpp"

namespace slackline::relay_station {

Module::Module(sc_core::sc_module_name name, const Params& params) : sc_module(name), core_(params) {
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::on_edge() {
  if (rst_n.read())
    core_.step({Flit(flit_in.read()), (stop_in.read() & 1) != 0}, now_);
  else
    core_.reset();
  now_ = now_ + 1;
  drive(stop_out, std::uint32_t{core_.stop_out()});
  drive(flit_out, core_.state.flit_out.word());
  drive(count, core_.state.buffer.count);
  drive(overflow, core_.state.buffer.overflow);
}

}  // namespace slackline::relay_station
