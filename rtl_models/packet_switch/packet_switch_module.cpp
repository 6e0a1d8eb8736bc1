#include "rtl_models/packet_switch/packet_switch_module.hpp"

#include <utility>

namespace slackline::packet_switch {

Module::Module(sc_core::sc_module_name name, const Params& params, std::vector<std::uint16_t> port_to,
               const PortSet& stops_flits)
    : sc_module(name),
      flit_in("flit_in", params.ports),
      stop_out("stop_out", params.ports),
      flit_out("flit_out", params.ports),
      stop_in("stop_in", params.ports),
      core_(params, std::move(port_to), stops_flits),
      links_(params.ports),
      stop_links_(params.ports),
      flits_(params.ports) {
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::set_link_delay(PortId port, std::uint32_t cycles) {
  links_.at(port.value) = DelayLine<std::uint64_t>(stages_of_delay(cycles));
}

void Module::set_stop_delay(PortId port, std::uint32_t cycles) {
  stop_links_.at(port.value) = DelayLine<std::uint32_t>(stages_of_delay(cycles));
}

Flit Module::link_stage(PortId port, std::uint32_t stage) const {
  return Flit(links_[port.value].peek(stage, Cycle(now_.value - 1)));
}

std::uint32_t Module::stop_stage(PortId port, std::uint32_t stage) const {
  return stop_links_[port.value].peek(stage, Cycle(now_.value - 1));
}

void Module::start_of_simulation() {
  for (unsigned i = 0; i < core_.params.ports; ++i) {
    flit_wires_in_.emplace_back(channel_of(flit_in[i]));
    stop_wires_in_.emplace_back(channel_of(stop_in[i]));
    flit_wires_out_.push_back(channel_of(flit_out[i]));
    stop_wires_out_.push_back(channel_of(stop_out[i]));
  }
}

void Module::sample() {
  for (unsigned i = 0; i < core_.params.ports; ++i) {
    flits_[i] = Flit(flit_wires_in_[i].bound() ? links_[i].step(flit_wires_in_[i].read(), now_) : 0);
    std::uint32_t stop = stop_wires_in_[i].bound() ? stop_links_[i].step(stop_wires_in_[i].read(), now_) : 0;
    if (faults_ != nullptr) {
      flits_[i] = faults_->flit(i, now_, flits_[i]);
      stop = faults_->stop(i, now_, static_cast<VcMask>(stop));
    }
    assign(stops_, i, (stop & 1) != 0);
  }
}

void Module::drive() {
  for (unsigned i = 0; i < core_.params.ports; ++i) {
    if (flit_wires_out_[i] != nullptr) flit_wires_out_[i]->write(core_.flit_out(i).word());
    if (stop_wires_out_[i] != nullptr) stop_wires_out_[i]->write(core_.pause_out(i));
  }
}

void Module::on_edge() {
  if (rst_n.read()) {
    sample();
    core_.step(flits_.data(), stops_, now_, [&](unsigned, std::uint32_t tag, Drop) {
      if (packets_ != nullptr) packets_->close(tag, now_);
    });
  } else {
    core_.reset();
    for (auto& link : links_) link.reset();
    for (auto& link : stop_links_) link.reset();
  }
  now_ = now_ + 1;
  drive();
}

}  // namespace slackline::packet_switch
