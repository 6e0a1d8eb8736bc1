// One crossbar with storage of its own: for a module or a test.
#pragma once

#include <vector>

#include "rtl_models/common/checked.hpp"
#include "rtl_models/crossbar/crossbar.hpp"

namespace slackline::crossbar {

class Instance {
 public:
  explicit Instance(const Params& p) : params(checked(p, "crossbar")), output_of_(p.ports), input_of_(p.ports) {
    reset();
  }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// rst_n low at an edge: nothing is connected. The maps keep their words: they mean nothing while not connected.
  void reset() { state = State{0, 0, output_of_.data(), input_of_.data()}; }
  void step(const Inputs& in) { crossbar::step(params, state, in); }
  template <class Visitor>
  void visit(Visitor& v) {
    crossbar::visit(params, state, v);
  }

  const Params params;
  State state;

 private:
  std::vector<std::uint8_t> output_of_, input_of_;
};

}  // namespace slackline::crossbar
