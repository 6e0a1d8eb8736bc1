#include "testbench/cosim/padding_generator/verilated_padding_generator.hpp"

#include "padding_generator_models.inc"  // made by CMake: Verilator's headers, SLACKLINE_PADDING_GENERATOR_MODELS
#include "testbench/cosim/verilated_bits.hpp"
#include "testbench/cosim/verilated_twin.hpp"

namespace slackline::cosim {

namespace {

/// Bits of a lane's timers, which hold 0..delay.
unsigned timer_bits(const padding_generator::Params& p) {
  unsigned bits = 0;
  while (p.delay >> bits != 0) ++bits;
  return bits;
}

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

  template <class Root, class Visitor>
  static void registers(const Root& root, const padding_generator::Params& params, Visitor& v) {
    v.reg("open", root.padding_generator__DOT__open_q);
    v.reg("requested", root.padding_generator__DOT__requested_q);
    v.reg("ending", root.padding_generator__DOT__ending_q);
    v.reg("padding", root.padding_generator__DOT__flits_q);
    const unsigned bits = timer_bits(params);
    for (unsigned i = 0; i < params.ports; ++i) {
      v.open("port", i);
      v.reg("from", bits_of(root.padding_generator__DOT__from_q, i * bits, bits));
      v.reg("to", bits_of(root.padding_generator__DOT__to_q, i * bits, bits));
      v.close();
    }
  }
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
