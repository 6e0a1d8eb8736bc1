// The core's side of lockstep for slack_buffer, and what core and twin have in common: input pins and the list of registers.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/slack_buffer/slack_buffer_instance.hpp"
#include "testbench/cosim/core_side.hpp"

namespace slackline::cosim {

struct SlackBufferInputs {
  bool rst_n = true;
  Flit flit_in;
  bool pop = false;

  SlackBufferInputs inverted() const { return {!rst_n, Flit(~flit_in.word()), !pop}; }

  template <class Visitor>
  void visit(Visitor& v) const {
    v.reg("rst_n", rst_n);
    v.reg("flit_in", flit_in);
    v.reg("pop", pop);
  }
};

class SlackBufferCore : public CoreSide {
 public:
  using Params = slack_buffer::Params;
  using Inputs = SlackBufferInputs;

  explicit SlackBufferCore(const Params& params) : core(params) {}

  /// "slack_buffer, flits 5"
  static std::string describe(const Params& p) { return "slack_buffer, flits " + std::to_string(p.flits); }
  /// The only registers of the core that are not compared. (The tag of a flit is not compared: see rtl_value().)
  static std::vector<Absent> absent() {
    return {{"age", "the age of each slot's flit serves the delays of a switch; the buffer has no pin for it"}};
  }

  void step(const Inputs& in, Cycle now) {
    next_ = now + 1;
    if (in.rst_n)
      core.step({in.flit_in, in.pop}, now);
    else
      core.reset();
  }

  /// `front` is unspecified while the buffer is empty: both sides then show none.
  template <class Visitor>
  void outputs(Visitor& v) const {
    v.reg("front", core.state.count > 0 ? slack_buffer::front(core.state) : Flit());
    v.reg("count", core.state.count);
    v.reg("overflow", core.state.overflow);
  }

  template <class Visitor>
  void registers(Visitor& v) const {
    core.visit(next_, v);
  }

  slack_buffer::Instance core;

 private:
  Cycle next_;  // the next edge
};

}  // namespace slackline::cosim
