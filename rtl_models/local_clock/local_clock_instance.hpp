// One local clock with its own registers: for a module, a test, lockstep.
#pragma once

#include "rtl_models/common/checked.hpp"
#include "rtl_models/local_clock/local_clock.hpp"

namespace slackline::local_clock {

class Instance {
 public:
  explicit Instance(const Params& p) : params(checked(p, "local_clock")), state(local_clock::reset(p)) {}

  /// rst_n low at an edge.
  void reset() { state = local_clock::reset(params); }
  void step(const Inputs& in) { local_clock::step(params, state, in); }
  template <class Visitor>
  void visit(Visitor& v) const {
    local_clock::visit(params, state, v);
  }

  const Params params;
  State state;
};

}  // namespace slackline::local_clock
