#include "testbench/cosim/flow_controller/verilated_flow_controller.hpp"

#include "flow_controller_models.inc"  // made by CMake: Verilator's headers, SLACKLINE_FLOW_CONTROLLER_MODELS
#include "testbench/cosim/verilated_twin.hpp"

namespace slackline::cosim {

namespace {

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

  static std::vector<RegisterLabel> labels() { return {}; }
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
