// One arbiter with storage of its own: for a module or a test.
#pragma once

#include <vector>

#include "rtl_models/common/checked.hpp"
#include "rtl_models/router_arbiter/router_arbiter.hpp"

namespace slackline::router_arbiter {

class Instance {
 public:
  explicit Instance(const Params& p) : params(checked(p, "router_arbiter")), words_(p.storage_words()) { reset(); }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// rst_n low at an edge: lower index first.
  void reset() {
    state = State{words_.data()};
    router_arbiter::reset(params, state);
  }
  PortMask step(PortMask requests, Cycle now) { return router_arbiter::step(params, state, requests, now); }
  template <class Visitor>
  void visit(Cycle now, Visitor& v) const {
    router_arbiter::visit(params, state, now, v);
  }

  const Params params;
  State state;

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace slackline::router_arbiter
