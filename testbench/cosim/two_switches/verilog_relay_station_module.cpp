#include "testbench/cosim/two_switches/verilog_relay_station_module.hpp"

#include "Vrelay_station_module.h"
#include "testbench/cosim/fields.hpp"

namespace slackline::cosim {

relay_station::Params VerilogRelayStationModule::params() {
  // Made by CMake of the same numbers that Verilator gets.
  return {{RELAY_STATION_FLITS}, {RELAY_STATION_STOP_AT, RELAY_STATION_GO_AT, RELAY_STATION_FC_CYCLES}};
}

VerilogRelayStationModule::VerilogRelayStationModule(sc_core::sc_module_name name)
    : sc_module(name), shadow_(params()), twin_(std::make_unique<Vrelay_station_module>("twin")) {
  twin_->clk(clk);
  twin_->rst_n(rst_n);
  twin_->flit_i(flit_i_);
  twin_->stop_o(stop_o_);
  twin_->flit_o(flit_o_);
  twin_->stop_i(stop_i_);
  twin_->count_o(count_o_);
  twin_->overflow_o(overflow);

  SC_METHOD(drive_twin);
  sensitive << flit_in << stop_in;
  SC_METHOD(step_shadow);
  sensitive << clk.pos();
  dont_initialize();
  SC_METHOD(drive_outputs);
  sensitive << flit_o_ << stop_o_ << count_o_ << tag_;
}

VerilogRelayStationModule::~VerilogRelayStationModule() { twin_->final(); }

void VerilogRelayStationModule::drive_twin() {
  flit_i_.write(rtl_value(Flit(flit_in.read())));
  stop_i_.write(stop_in.read() & 1);
}

void VerilogRelayStationModule::step_shadow() {
  if (rst_n.read())
    shadow_.step({Flit(flit_in.read()), (stop_in.read() & 1) != 0}, now_);
  else
    shadow_.reset();
  now_ = now_ + 1;
  tag_.write(shadow_.state.flit_out.tag());
}

void VerilogRelayStationModule::drive_outputs() {
  const Flit flit(flit_o_.read());
  flit_out.write(flit.valid() ? Flit(flit.kind(), flit.vc(), flit.data(), tag_.read()).word() : 0);
  stop_out.write(stop_o_.read());
  count.write(static_cast<std::uint16_t>(count_o_.read()));
}

}  // namespace slackline::cosim
