// The core's side of lockstep for padding_generator, and what core and twin have in common: input pins and register map.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/padding_generator/padding_generator_instance.hpp"
#include "testbench/cosim/comparison.hpp"

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

class PaddingGeneratorCore {
 public:
  using Params = padding_generator::Params;
  using Inputs = PaddingGeneratorInputs;

  explicit PaddingGeneratorCore(const Params& params) : core(params) {}

  /// "padding_generator, 4 ports, delay 2"
  static std::string describe(const Params& p) {
    return "padding_generator, " + std::to_string(p.ports) + " ports, delay " + std::to_string(p.delay);
  }
  /// Every register of the core is compared.
  static std::vector<Absent> absent() { return {}; }

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

  /// The core's times, as what the twin's timers still have to count. Of a lane without a request they are of no
  /// meaning to the core.
  template <class Visitor>
  void registers(Visitor& v) const {
    const padding_generator::State& s = core.state;
    PortMask ending = 0;
    for_each_bit(s.requested, [&](unsigned i) { ending |= PortMask{!(s.lanes[i].to == never)} << i; });
    v.reg("open", s.open);
    v.reg("requested", s.requested);
    v.reg("ending", ending);
    v.reg("padding", s.flits);
    for (unsigned i = 0; i < core.params.ports; ++i) {
      v.open("port", i);
      v.reg("from", has(s.requested, i) ? left(s.lanes[i].from) : 0);
      v.reg("to", has(ending, i) ? left(s.lanes[i].to) : 0);
      v.close();
    }
  }

  padding_generator::Instance core;

 private:
  std::uint64_t left(Cycle until) const { return until > core.now ? until - core.now : 0; }
};

}  // namespace slackline::cosim
