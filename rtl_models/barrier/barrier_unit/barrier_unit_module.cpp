#include "rtl_models/barrier/barrier_unit/barrier_unit_module.hpp"

#include "rtl_models/common/drive_module.hpp"

namespace slackline::barrier_unit {

Module::Module(sc_core::sc_module_name name, const Params& params, const Place& place)
    : sc_module(name),
      word_in("word_in", params.ports),
      word_out("word_out", params.ports),
      core_(checked_pins(params, "barrier_unit"), place),
      sampled_(params.ports) {
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::on_edge() {
  if (rst_n.read()) {
    for_each_bit(arrivals.read(), [&](unsigned i) { sampled_[i] = word_in[i].read(); });
    core_.step({PortSet(arrivals.read()), sampled_.data(), PortSet(taken.read()), PortSet(open.read()),
                PortSet(dead.read()), now_});
    now_ = now_ + 1;
  } else {
    core_.reset();
    now_ = Cycle();
  }
  drive(offers, core_.state.offers.bank[0]);
  for (unsigned o = 0; o < core_.params.ports; ++o)
    drive(word_out[o],
          has(core_.state.offers, o) ? barrier_unit::word_out(core_.params, core_.state, o) : std::uint32_t{0});
}

}  // namespace slackline::barrier_unit
