// The core's side of lockstep for preemption_unit, and what core and twin have in common: input pins and the list of registers.
#pragma once

#include <string>

#include "rtl_models/barrier/preemption_unit/preemption_unit_instance.hpp"
#include "testbench/cosim/core_side.hpp"

namespace slackline::cosim {

struct PreemptionUnitInputs {
  bool rst_n = true;
  preemption_unit::Inputs port;

  PreemptionUnitInputs inverted() const {
    const auto inverse = [](VcMask mask) { return static_cast<VcMask>(~mask); };
    return {!rst_n,
            {!port.offer, !port.stopped, !port.link_busy, inverse(port.free), inverse(port.held), inverse(port.going),
             !port.header_asks, static_cast<std::uint16_t>(~port.hold & 0x1fff)}};
  }

  template <class Visitor>
  void visit(Visitor& v) const {
    v.reg("rst_n", rst_n);
    v.reg("offer", port.offer);
    v.reg("stopped", port.stopped);
    v.reg("link_busy", port.link_busy);
    v.reg("free", port.free);
    v.reg("held", port.held);
    v.reg("going", port.going);
    v.reg("header_asks", port.header_asks);
    v.reg("hold", port.hold);
  }
};

class PreemptionUnitCore : public CoreSide {
 public:
  struct Params {
    preemption_unit::Params unit;
    std::uint32_t first_random;
  };
  using Inputs = PreemptionUnitInputs;

  explicit PreemptionUnitCore(const Params& params) : core(params.unit, params.first_random) {}

  /// "preemption_unit, architecture 1, 4 virtual channels, preempt 6"
  static std::string describe(const Params& p) {
    return "preemption_unit, architecture " + std::to_string(static_cast<unsigned>(p.unit.architecture)) + ", " +
           std::to_string(p.unit.virtual_channels) + " virtual channels, preempt " + std::to_string(p.unit.preempt);
  }

  void step(const Inputs& in, Cycle) {
    if (in.rst_n)
      core.step(in.port);
    else
      core.reset();
  }

  template <class Visitor>
  void outputs(Visitor& v) const {
    v.reg("send", core.sent);
    v.reg("vc", core.port.vc);
    v.reg("taken", preemption_unit::taken(core.port));
  }

  template <class Visitor>
  void registers(Visitor& v) const {
    core.visit(v);
  }

  preemption_unit::Instance core;
};

}  // namespace slackline::cosim
