// The core's side of lockstep for flow_controller, and what core and twin have in common: input pins and the list of registers.
#pragma once

#include <string>

#include "rtl_models/flow_controller/flow_controller_instance.hpp"
#include "testbench/cosim/core_side.hpp"

namespace slackline::cosim {

struct FlowControllerInputs {
  bool rst_n = true;
  std::uint16_t count = 0;
  bool stop_in = false;

  FlowControllerInputs inverted() const { return {!rst_n, static_cast<std::uint16_t>(~count), !stop_in}; }

  template <class Visitor>
  void visit(Visitor& v) const {
    v.reg("rst_n", rst_n);
    v.reg("count", count);
    v.reg("stop_in", stop_in);
  }
};

class FlowControllerCore : public CoreSide {
 public:
  struct Params {
    unsigned count_bits;  ///< width of the count's pin: RTL's only
    flow_controller::Params flow;

    std::uint16_t largest_count() const { return static_cast<std::uint16_t>((1u << count_bits) - 1); }
  };
  using Inputs = FlowControllerInputs;

  explicit FlowControllerCore(const Params& params) : core(params.flow) {}

  /// "flow_controller, stop_at 4, go_at 1, fc_cycles 3"
  static std::string describe(const Params& p) {
    return "flow_controller, stop_at " + std::to_string(p.flow.stop_at) + ", go_at " + std::to_string(p.flow.go_at) +
           ", fc_cycles " + std::to_string(p.flow.fc_cycles);
  }

  void step(const Inputs& in, Cycle) {
    if (in.rst_n)
      core.step({in.count, in.stop_in});
    else
      core.reset();
  }

  template <class Visitor>
  void outputs(Visitor& v) const {
    v.reg("stop_out", core.stop_out());
    v.reg("stopped", core.stopped());
  }

  template <class Visitor>
  void registers(Visitor& v) const {
    core.visit(v);
  }

  flow_controller::Instance core;
};

}  // namespace slackline::cosim
