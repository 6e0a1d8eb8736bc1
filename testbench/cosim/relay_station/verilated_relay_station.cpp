#include "testbench/cosim/relay_station/verilated_relay_station.hpp"

#include <type_traits>

#include "relay_station_models.inc"  // made by CMake: includes Verilator's headers, defines SLACKLINE_RELAY_STATION_MODELS
#include "testbench/cosim/verilated_twin.hpp"

namespace slackline::cosim {

namespace {

/// FC_CYCLES = 0 has no pipeline registers.
template <class Root, class = void>
struct HasStages : std::false_type {};
template <class Root>
struct HasStages<Root, std::void_t<decltype(Root::relay_station__DOT__flow__DOT__g_pipe__DOT__out_q)>>
    : std::true_type {};

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

  template <class Root, class Visitor>
  static void registers(const Root& root, const relay_station::Params& params, Visitor& v) {
    v.reg("read", root.relay_station__DOT__buffer__DOT__read_q);
    v.reg("write", root.relay_station__DOT__buffer__DOT__write_q);
    v.reg("count", root.relay_station__DOT__buffer__DOT__count_q);
    v.reg("overflow", root.relay_station__DOT__buffer__DOT__overflow_q);
    for (unsigned i = 0; i < params.buffer.flits; ++i) {
      v.open("slot", i);
      v.reg("flit", Flit(root.relay_station__DOT__buffer__DOT__slots_q[i]));
      v.close();
    }
    v.reg("stop", root.relay_station__DOT__flow__DOT__stop_q);
    v.reg("stopped", root.relay_station__DOT__flow__DOT__stopped_q);
    if constexpr (HasStages<Root>::value)
      for (unsigned i = 0; i < params.flow.fc_cycles; ++i) {
        v.open("stage", i);
        v.reg("out", (std::uint64_t{root.relay_station__DOT__flow__DOT__g_pipe__DOT__out_q} >> i) & 1);
        v.reg("in", (std::uint64_t{root.relay_station__DOT__flow__DOT__g_pipe__DOT__in_q} >> i) & 1);
        v.close();
      }
    v.reg("flit_out", Flit(root.relay_station__DOT__flit_out_q));
  }
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
