#include "rtl_models/barrier/preemption_unit/preemption_unit_module.hpp"

#include "rtl_models/common/drive_module.hpp"

namespace slackline::preemption_unit {

Module::Module(sc_core::sc_module_name name, const Params& params, std::uint32_t first_random)
    : sc_module(name), core_(params, first_random) {
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::on_edge() {
  if (rst_n.read())
    core_.step({offer.read(), stopped.read(), link_busy.read(), free.read(), held.read(), going.read(),
                header_asks.read(), hold.read()});
  else
    core_.reset();
  drive(send, static_cast<std::uint8_t>(core_.sent));
  drive(vc, core_.port.vc);
  drive(taken, preemption_unit::taken(core_.port));
}

}  // namespace slackline::preemption_unit
