// One slack buffer with storage of its own: for a module, a test, lockstep. Switches keep many in flat arrays instead.
#pragma once

#include <vector>

#include "rtl_models/common/checked.hpp"
#include "rtl_models/slack_buffer/slack_buffer.hpp"

namespace slackline::slack_buffer {

class Instance {
 public:
  explicit Instance(const Params& p) : params(checked(p, "slack_buffer")), slots_(p.flits) { reset(); }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// rst_n low at an edge. The slots keep their words, as a memory does.
  void reset() { state = State{slots_.data()}; }
  void step(const Inputs& in, Cycle now) { slack_buffer::step(params, state, in, now); }
  template <class Visitor>
  void visit(Cycle now, Visitor& v) const {
    slack_buffer::visit(params, state, now, v);
  }

  const Params params;
  State state;

 private:
  std::vector<Slot> slots_;
};

}  // namespace slackline::slack_buffer
