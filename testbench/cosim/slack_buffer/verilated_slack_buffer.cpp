#include "testbench/cosim/slack_buffer/verilated_slack_buffer.hpp"

#include "slack_buffer_models.inc"  // made by CMake: includes Verilator's headers, defines SLACKLINE_SLACK_BUFFER_MODELS
#include "testbench/cosim/verilated_twin.hpp"

namespace slackline::cosim {

namespace {

struct Pins {
  template <class Model>
  static void drive(Model& model, const slack_buffer::Params&, const SlackBufferInputs& in) {
    model.rst_n = in.rst_n;
    model.flit_i = rtl_value(in.flit_in);
    model.pop_i = in.pop;
  }

  template <class Model, class Visitor>
  static void outputs(const Model& model, Visitor& v) {
    v.reg("front", model.count_o > 0 ? Flit(model.front_o) : Flit());
    v.reg("count", model.count_o);
    v.reg("overflow", model.overflow_o);
  }

  static std::vector<RegisterLabel> labels() { return {{"slot.flit", "slots"}}; }
};

}  // namespace

const TwinModels<SlackBufferCore>& slack_buffer_models() {
#define SLACKLINE_MODEL(name, model, fault, flits) \
  {name, fault, {flits}, VerilatedTwin<SlackBufferCore, Pins, model>::make},
  static const TwinModels<SlackBufferCore> models = {SLACKLINE_SLACK_BUFFER_MODELS(SLACKLINE_MODEL)};
#undef SLACKLINE_MODEL
  return models;
}

}  // namespace slackline::cosim
