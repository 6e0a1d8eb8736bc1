// The core's side of lockstep for padding_generator, and what core and twin have in common: input pins and the list of registers.
#pragma once

#include <string>

#include "rtl_models/barrier/padding_generator/padding_generator_instance.hpp"
#include "testbench/cosim/core_side.hpp"

namespace slackline::cosim {

struct PaddingGeneratorInputs {
  bool rst_n = true;
  padding_generator::Inputs lanes;

  PaddingGeneratorInputs inverted() const {
    return {!rst_n, {~lanes.requests, ~lanes.ends, ~lanes.flits, ~lanes.opens, ~lanes.closes, ~lanes.room}};
  }

  template <class Visitor>
  void visit(Visitor& v) const {
    v.reg("rst_n", rst_n);
    v.reg("requests", lanes.requests);
    v.reg("ends", lanes.ends);
    v.reg("flits", lanes.flits);
    v.reg("opens", lanes.opens);
    v.reg("closes", lanes.closes);
    v.reg("room", lanes.room);
  }
};

class PaddingGeneratorCore : public CoreSide {
 public:
  using Params = padding_generator::Params;
  using Inputs = PaddingGeneratorInputs;

  explicit PaddingGeneratorCore(const Params& params) : core(params) {}

  /// "padding_generator, 4 ports, delay 2"
  static std::string describe(const Params& p) {
    return "padding_generator, " + std::to_string(p.ports) + " ports, delay " + std::to_string(p.delay);
  }

  void step(const Inputs& in, Cycle) {
    if (in.rst_n)
      core.step(in.lanes);
    else
      core.reset();
  }

  template <class Visitor>
  void outputs(Visitor& v) const {
    v.reg("padding", core.padding);
  }

  template <class Visitor>
  void registers(Visitor& v) const {
    core.visit(v);
  }

  padding_generator::Instance core;
};

}  // namespace slackline::cosim
