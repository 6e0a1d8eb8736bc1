// The core's side of lockstep for relay_station, and what core and twin have in common: input pins and register map.
#pragma once

#include <vector>

#include "rtl_models/relay_station/relay_station_instance.hpp"
#include "testbench/cosim/comparison.hpp"

namespace slackline::cosim {

struct RelayStationInputs {
  bool rst_n = true;
  Flit flit_in;
  bool stop_in = false;

  template <class Visitor>
  void visit(Visitor& v) const {
    v.reg("rst_n", rst_n);
    v.reg("flit_in", flit_in);
    v.reg("stop_in", stop_in);
  }
};

/// The only registers of the core that are not compared. (Of a flit, its tag is not: see rtl_value().)
inline std::vector<Absent> relay_station_absent() {
  return {{"written_at", "the edge of each slot's write serves the delays of a switch; a relay station has none"}};
}

class RelayStationCore {
 public:
  explicit RelayStationCore(const relay_station::Params& params) : core(params) {}

  void step(const RelayStationInputs& in, Cycle now) {
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
  void registers(Visitor& v) {
    core.visit(v);
  }

  relay_station::Instance core;
};

}  // namespace slackline::cosim
