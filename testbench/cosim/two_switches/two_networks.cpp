#include "testbench/cosim/two_switches/two_networks.hpp"

namespace slackline::cosim {

TwoNetworks::TwoNetworks(std::uint64_t seed, const relay_station::Params& model)
    : systemc_("systemc", rst_n_, clk_, seed),
      verilog_("verilog", rst_n_, clk_, seed),
      relay_("relay", model),
      twin_("relay_twin") {
  systemc_.join(relay_);
  verilog_.join(twin_);

  FieldNames wires, of_systemc, of_verilog;
  systemc_.wires(wires);
  systemc_.registers(now_, of_systemc);
  verilog_.registers(now_, of_verilog);
  const std::vector<Absent> none;
  comparison_ =
      std::make_unique<Comparison>("two switches", Names{{}, wires.fields, of_systemc.fields, of_verilog.fields}, none);
}

bool TwoNetworks::step() {
  sc_core::sc_start(period_);  // the edge is in the middle of it
  Sample& sample = comparison_->next(now_);
  now_ = now_ + 1;
  FieldValues core_wires(sample.core_outputs), rtl_wires(sample.rtl_outputs);
  systemc_.wires(core_wires);
  verilog_.wires(rtl_wires);
  FieldValues core_registers(sample.core_registers), rtl_registers(sample.rtl_registers);
  systemc_.registers(now_, core_registers);
  verilog_.registers(now_, rtl_registers);
  StaleValues stale;
  systemc_.derive(stale);
  verilog_.derive(stale);
  sample.stale = stale.found;
  return comparison_->equal();
}

}  // namespace slackline::cosim
