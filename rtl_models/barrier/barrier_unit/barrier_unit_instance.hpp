// One barrier unit with registers of its own: for a module, a test, lockstep.
#pragma once

#include <vector>

#include "rtl_models/barrier/barrier_unit/barrier_unit.hpp"
#include "rtl_models/common/checked.hpp"

namespace slackline::barrier_unit {

class Instance {
 public:
  Instance(const Params& p, const Place& at) : params(checked(p, "barrier_unit")), place(at) { reset(); }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// rst_n low at an edge.
  void reset() {
    storage_.assign((storage_bytes(params) + 7) / 8, 0);
    Arena arena(reinterpret_cast<std::byte*>(storage_.data()));
    state = State{};
    bind(params, state, arena);
    plan(params, place, state);
  }
  bool step(const Inputs& in) { return barrier_unit::step(params, place, state, in); }
  template <class Visitor>
  void visit(Visitor& v) const {
    visit_all(params, state, v);
  }

  const Params params;
  const Place place;
  State state;

 private:
  std::vector<std::uint64_t> storage_;
};

}  // namespace slackline::barrier_unit
