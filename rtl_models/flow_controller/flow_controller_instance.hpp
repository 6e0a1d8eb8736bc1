// One flow controller (a bank of one lane) with storage of its own: for a module, a test, lockstep.
#pragma once

#include <vector>

#include "rtl_models/common/checked.hpp"
#include "rtl_models/flow_controller/flow_controller.hpp"

namespace slackline::flow_controller {

class Instance {
 public:
  explicit Instance(const Params& p) : params(checked(p, "flow_controller")) {
    Arena counting;
    bind(params, state, 1, counting);
    storage_.resize(counting.used_bytes() / sizeof(std::uint64_t));
    reset();
  }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// rst_n low at an edge.
  void reset() {
    Arena arena(reinterpret_cast<std::byte*>(storage_.data()));
    bind(params, state, 1, arena);
  }
  void step(const Inputs& in) { flow_controller::step(params, state, in); }
  bool stop_out() const { return flow_controller::stop_out(params, state) & 1; }
  bool stopped() const { return state.stopped & 1; }
  template <class Visitor>
  void visit(Visitor& v) const {
    flow_controller::visit(params, state, v);
  }

  const Params params;
  State state;

 private:
  std::vector<std::uint64_t> storage_;
};

}  // namespace slackline::flow_controller
