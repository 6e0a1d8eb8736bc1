#include "testbench/cosim/flow_controller/verilated_flow_controller.hpp"

#include <type_traits>

#include "flow_controller_models.inc"  // made by CMake: Verilator's headers, SLACKLINE_FLOW_CONTROLLER_MODELS
#include "testbench/cosim/verilated_twin.hpp"

namespace slackline::cosim {

namespace {

/// FC_CYCLES = 0 has no pipeline registers.
template <class Root, class = void>
struct HasStages : std::false_type {};
template <class Root>
struct HasStages<Root, std::void_t<decltype(Root::flow_controller__DOT__g_pipe__DOT__out_q)>> : std::true_type {};

struct Pins {
  template <class Model>
  static void drive(Model& model, const FlowControllerCore::Params& params, const FlowControllerInputs& in) {
    model.rst_n = in.rst_n;
    model.count_i = in.count & params.largest_count();
    model.stop_i = in.stop_in;
  }

  template <class Model, class Visitor>
  static void outputs(const Model& model, Visitor& v) {
    v.reg("stop_out", model.stop_o);
    v.reg("stopped", model.stopped_o);
  }

  template <class Root, class Visitor>
  static void registers(const Root& root, const FlowControllerCore::Params& params, Visitor& v) {
    v.reg("stop", root.flow_controller__DOT__stop_q);
    v.reg("stopped", root.flow_controller__DOT__stopped_q);
    if constexpr (HasStages<Root>::value)
      for (unsigned i = 0; i < params.flow.fc_cycles; ++i) {
        v.open("stage", i);
        v.reg("out", (std::uint64_t{root.flow_controller__DOT__g_pipe__DOT__out_q} >> i) & 1);
        v.reg("in", (std::uint64_t{root.flow_controller__DOT__g_pipe__DOT__in_q} >> i) & 1);
        v.close();
      }
  }
};

}  // namespace

const TwinModels<FlowControllerCore>& flow_controller_models() {
#define SLACKLINE_MODEL(name, model, fault, count_bits, stop_at, go_at, fc_cycles) \
  {name, fault, {count_bits, {stop_at, go_at, fc_cycles}}, VerilatedTwin<FlowControllerCore, Pins, model>::make},
  static const TwinModels<FlowControllerCore> models = {SLACKLINE_FLOW_CONTROLLER_MODELS(SLACKLINE_MODEL)};
#undef SLACKLINE_MODEL
  return models;
}

}  // namespace slackline::cosim
