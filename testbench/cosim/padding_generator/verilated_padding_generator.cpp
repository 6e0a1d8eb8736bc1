#include "testbench/cosim/padding_generator/verilated_padding_generator.hpp"

#include "padding_generator_models.inc"  // made by CMake: Verilator's headers, SLACKLINE_PADDING_GENERATOR_MODELS
#include "testbench/cosim/verilated_twin.hpp"

namespace slackline::cosim {

namespace {

struct Pins {
  template <class Model>
  static void drive(Model& model, const padding_generator::Params& params, const PaddingGeneratorInputs& in) {
    const PortMask ports = first_ports(params.ports);
    model.rst_n = in.rst_n;
    model.requests_i = in.lanes.requests & ports;
    model.ends_i = in.lanes.ends & ports;
    model.flits_i = in.lanes.flits & ports;
    model.opens_i = in.lanes.opens & ports;
    model.closes_i = in.lanes.closes & ports;
    model.room_i = in.lanes.room & ports;
  }

  template <class Model, class Visitor>
  static void outputs(const Model& model, Visitor& v) {
    v.reg("padding", model.padding_o);
  }

  static std::vector<RegisterLabel> labels() { return {{"padding", "flits"}}; }
};

}  // namespace

const TwinModels<PaddingGeneratorCore>& padding_generator_models() {
#define SLACKLINE_MODEL(name, model, fault, ports, delay) \
  {name, fault, {ports, delay}, VerilatedTwin<PaddingGeneratorCore, Pins, model>::make},
  static const TwinModels<PaddingGeneratorCore> models = {SLACKLINE_PADDING_GENERATOR_MODELS(SLACKLINE_MODEL)};
#undef SLACKLINE_MODEL
  return models;
}

}  // namespace slackline::cosim
