#include "rtl_models/packet_switch/packet_switch_module.hpp"

#include <utility>

#include "rtl_models/common/drive_module.hpp"

namespace slackline::packet_switch {

Module::Module(sc_core::sc_module_name name, const Params& params, std::vector<std::uint16_t> port_to,
               const PortSet& stops_flits)
    : sc_module(name),
      flit_in("flit_in", params.ports),
      pause_out("pause_out", params.ports),
      flit_out("flit_out", params.ports),
      stop_in("stop_in", params.ports),
      core_(params, std::move(port_to), stops_flits),
      flits_(params.ports) {
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::on_edge() {
  const unsigned ports = core_.params.ports;
  PortSet stops;
  for (unsigned i = 0; i < ports; ++i) {
    flits_[i] = Flit(flit_in[i].read());
    assign(stops, i, stop_in[i].read());
  }
  if (rst_n.read())
    core_.step(flits_.data(), stops, now_);
  else
    core_.reset();
  now_ = now_ + 1;
  for (unsigned i = 0; i < ports; ++i) {
    drive(flit_out[i], core_.flit_out(i).word());
    drive(pause_out[i], core_.pause_out(i));
  }
}

}  // namespace slackline::packet_switch
