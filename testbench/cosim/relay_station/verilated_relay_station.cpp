#include "testbench/cosim/relay_station/verilated_relay_station.hpp"

#include "relay_station_models.inc"  // made by CMake: includes Verilator's headers, defines SLACKLINE_RELAY_STATION_MODELS
#include "testbench/cosim/verilated_twin.hpp"

namespace slackline::cosim {

namespace {

struct Pins {
  template <class Model>
  static void drive(Model& model, const relay_station::Params&, const RelayStationInputs& in) {
    model.rst_n = in.rst_n;
    model.flit_i = rtl_value(in.flit_in);
    model.stop_i = in.stop_in;
  }

  template <class Model, class Visitor>
  static void outputs(const Model& model, Visitor& v) {
    v.reg("flit_out", Flit(model.flit_o));
    v.reg("stop_out", model.stop_o);
    v.reg("count", model.count_o);
    v.reg("overflow", model.overflow_o);
  }

  static std::vector<RegisterLabel> labels() { return {{"slot.flit", "slots"}}; }
};

}  // namespace

const TwinModels<RelayStationCore>& relay_station_models() {
#define SLACKLINE_MODEL(name, model, fault, flits, stop_at, go_at, fc_cycles) \
  {name, fault, {{flits}, {stop_at, go_at, fc_cycles}}, VerilatedTwin<RelayStationCore, Pins, model>::make},
  static const TwinModels<RelayStationCore> models = {SLACKLINE_RELAY_STATION_MODELS(SLACKLINE_MODEL)};
#undef SLACKLINE_MODEL
  return models;
}

}  // namespace slackline::cosim
