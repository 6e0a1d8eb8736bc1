// One output's preemption unit with registers of its own, the one from which victims are drawn included, which the
// outputs of a switch share: for a module, a test, lockstep.
#pragma once

#include "rtl_models/barrier/preemption_unit/preemption_unit.hpp"
#include "rtl_models/common/checked.hpp"

namespace slackline::preemption_unit {

class Instance {
 public:
  /// `first_random` must not be 0: xorshift would stay there.
  explicit Instance(const Params& p, std::uint32_t first_random = 1)
      : params(checked(p, "preemption_unit")), random(first_random), first_random_(first_random) {}

  /// rst_n low at an edge.
  void reset() {
    port = Port();
    counters = Counters();
    random = first_random_;
    sent = Send::nothing;
    now = Cycle();
  }
  void step(const Inputs& in) {
    sent = preemption_unit::step(params, port, counters, random, now, in);
    now = now + 1;
  }
  template <class Visitor>
  void visit(Visitor& v) const {
    preemption_unit::visit(port, now, v);
    v.reg("random", random);
    visit_counters(port, counters, now, v);
  }

  const Params params;
  Port port;
  Counters counters;
  std::uint32_t random;
  Send sent = Send::nothing;  ///< at the last edge
  Cycle now;                  ///< the next edge, counted from reset

 private:
  const std::uint32_t first_random_;
};

}  // namespace slackline::preemption_unit
