#include "rtl_models/slack_buffer/slack_buffer_module.hpp"

#include "rtl_models/common/drive_module.hpp"

namespace slackline::slack_buffer {

Module::Module(sc_core::sc_module_name name, const Params& params) : sc_module(name), core_(params) {
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::on_edge() {
  if (rst_n.read())
    core_.step({Flit(flit_in.read()), pop.read()}, now_);
  else
    core_.reset();
  now_ = now_ + 1;
  drive(front, core_.state.count > 0 ? slack_buffer::front(core_.state).word() : 0);
  drive(count, core_.state.count);
  drive(overflow, core_.state.overflow);
}

}  // namespace slackline::slack_buffer
