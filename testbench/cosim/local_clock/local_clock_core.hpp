// The core's side of lockstep for local_clock, and what core and twin have in common: input pins and the list of registers.
#pragma once

#include <string>

#include "rtl_models/local_clock/local_clock_instance.hpp"
#include "testbench/cosim/core_side.hpp"

namespace slackline::cosim {

struct LocalClockInputs {
  bool rst_n = true;
  bool hold = false;

  LocalClockInputs inverted() const { return {!rst_n, !hold}; }

  template <class Visitor>
  void visit(Visitor& v) const {
    v.reg("rst_n", rst_n);
    v.reg("hold", hold);
  }
};

class LocalClockCore : public CoreSide {
 public:
  using Params = local_clock::Params;
  using Inputs = LocalClockInputs;

  explicit LocalClockCore(const Params& params) : core(params) {}

  /// "local_clock, lag 4611686018427387904, slot of 3 ticks"
  static std::string describe(const Params& p) {
    return "local_clock, lag " + std::to_string(p.lag) + ", slot of " + std::to_string(p.slot_ticks) + " ticks";
  }

  void step(const Inputs& in, Cycle) {
    if (in.rst_n)
      core.step({in.hold});
    else
      core.reset();
  }

  template <class Visitor>
  void outputs(Visitor& v) const {
    v.reg("slot_start", core.state.slot_start);
    v.reg("slot", core.state.slot);
    v.reg("position", core.state.position);
  }

  template <class Visitor>
  void registers(Visitor& v) const {
    core.visit(v);
  }

  local_clock::Instance core;
};

}  // namespace slackline::cosim
