// The core's side of lockstep for relay_station, and what core and twin have in common: input pins and the list of registers.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/relay_station/relay_station_instance.hpp"
#include "testbench/cosim/core_side.hpp"

namespace slackline::cosim {

struct RelayStationInputs {
  bool rst_n = true;
  Flit flit_in;
  bool stop_in = false;

  RelayStationInputs inverted() const { return {!rst_n, Flit(~flit_in.word()), !stop_in}; }

  template <class Visitor>
  void visit(Visitor& v) const {
    v.reg("rst_n", rst_n);
    v.reg("flit_in", flit_in);
    v.reg("stop_in", stop_in);
  }
};

class RelayStationCore : public CoreSide {
 public:
  using Params = relay_station::Params;
  using Inputs = RelayStationInputs;

  explicit RelayStationCore(const Params& params) : core(params) {}

  /// "relay_station, flits 5, stop_at 3, go_at 1, fc_cycles 3"
  static std::string describe(const Params& p) {
    return "relay_station, flits " + std::to_string(p.buffer.flits) + ", stop_at " + std::to_string(p.flow.stop_at) +
           ", go_at " + std::to_string(p.flow.go_at) + ", fc_cycles " + std::to_string(p.flow.fc_cycles);
  }
  /// The only registers of the core that are not compared. (The tag of a flit is not compared: see rtl_value().)
  static std::vector<Absent> absent() {
    return {{"age", "the age of each slot's flit serves the delays of a switch; a relay station has none"}};
  }

  void step(const Inputs& in, Cycle now) {
    next_ = now + 1;
    if (in.rst_n)
      core.step({in.flit_in, in.stop_in}, now);
    else
      core.reset();
  }

  template <class Visitor>
  void outputs(Visitor& v) const {
    v.reg("flit_out", core.state.flit_out);
    v.reg("stop_out", core.stop_out());
    v.reg("count", core.state.buffer.count);
    v.reg("overflow", core.state.buffer.overflow);
  }

  template <class Visitor>
  void registers(Visitor& v) const {
    core.visit(next_, v);
  }

  relay_station::Instance core;

 private:
  Cycle next_;  // the next edge
};

}  // namespace slackline::cosim
