// One relay station with storage of its own: for a module, a test, lockstep.
#pragma once

#include <algorithm>
#include <vector>

#include "rtl_models/common/checked.hpp"
#include "rtl_models/relay_station/relay_station.hpp"

namespace slackline::relay_station {

class Instance {
 public:
  explicit Instance(const Params& p)
      : params(checked(p, "relay_station")), slots_(p.buffer.flits), pipe_(p.flow.storage_words()) {
    reset();
  }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// rst_n low at an edge. The slots keep their words, as a memory does.
  void reset() {
    std::fill(pipe_.begin(), pipe_.end(), 0);
    state =
        State{slack_buffer::State{slots_.data()}, flow_controller::State{pipe_.data(), 0, 0, 0, nullptr, 0}, Flit()};
    flow_controller::set_receiver(state.flow, 0, params.flow.kind, 0);  // that of the next link is of the same kind
  }
  void step(const Inputs& in, Cycle now) { relay_station::step(params, state, in, now); }
  bool stop_out() const { return relay_station::stop_out(params, state); }
  template <class Visitor>
  void visit(Cycle now, Visitor& v) const {
    relay_station::visit(params, state, now, v);
  }

  const Params params;
  State state;

 private:
  std::vector<slack_buffer::Slot> slots_;
  std::vector<PortMask> pipe_;
};

}  // namespace slackline::relay_station
