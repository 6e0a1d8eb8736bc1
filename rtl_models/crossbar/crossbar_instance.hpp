// One crossbar with storage of its own: for a module or a test.
#pragma once

#include <algorithm>
#include <vector>

#include "rtl_models/common/checked.hpp"
#include "rtl_models/crossbar/crossbar.hpp"

namespace slackline::crossbar {

class Instance {
 public:
  explicit Instance(const Params& p) : params(checked(p, "crossbar")) {
    Arena counting;
    bind(params, state, counting);
    storage_.resize(counting.used_bytes() / sizeof(std::uint64_t));
    Arena arena(reinterpret_cast<std::byte*>(storage_.data()));
    bind(params, state, arena);
  }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// rst_n low at an edge: nothing is connected. The maps keep their words: they mean nothing while not connected.
  void reset() {
    std::fill_n(state.connected, params.masks(), PortMask{0});
    std::fill_n(state.held, params.masks(), PortMask{0});
  }
  void step(const Inputs& in) { crossbar::step(params, state, in); }
  template <class Visitor>
  void visit(Visitor& v) const {
    crossbar::visit(params, state, v);
  }

  const Params params;
  State state;

 private:
  std::vector<std::uint64_t> storage_;
};

}  // namespace slackline::crossbar
