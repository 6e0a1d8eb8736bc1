// A clock and a reset for the pins of one SystemC module under test: one call, one rising edge.
#pragma once

#include <systemc>

namespace slackline::test {

class EdgeClock {
 public:
  /// Binds the module's clk and rst_n. Reset is inactive.
  template <class Module>
  explicit EdgeClock(Module& module) {
    module.clk(clk_);
    module.rst_n(rst_n);
  }

  /// Pins written before are sampled at this edge; outputs read afterwards are those of the cycle after it.
  void edge() { sc_core::sc_start(period_); }

  sc_core::sc_signal<bool> rst_n{"rst_n", true};

 private:
  sc_core::sc_time period_{1, sc_core::SC_NS};
  sc_core::sc_clock clk_{"clk", period_, 0.5, period_ / 2};  // the edge is in the middle of the period
};

}  // namespace slackline::test
