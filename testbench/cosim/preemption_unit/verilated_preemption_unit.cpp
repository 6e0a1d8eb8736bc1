#include "testbench/cosim/preemption_unit/verilated_preemption_unit.hpp"

#include "preemption_unit_models.inc"  // made by CMake: Verilator's headers, SLACKLINE_PREEMPTION_UNIT_MODELS
#include "testbench/cosim/verilated_twin.hpp"

namespace slackline::cosim {

namespace {

using preemption_unit::Architecture;
using preemption_unit::Victim;

struct Pins {
  template <class Model>
  static void drive(Model& model, const PreemptionUnitCore::Params& params, const PreemptionUnitInputs& in) {
    const VcMask channels = first_vcs(params.unit.virtual_channels);
    model.rst_n = in.rst_n;
    model.offer_i = in.port.offer;
    model.stopped_i = in.port.stopped;
    model.link_busy_i = in.port.link_busy;
    model.free_i = in.port.free & channels;
    model.held_i = in.port.held & channels;
    model.going_i = in.port.going & channels;
    model.header_asks_i = in.port.header_asks;
    model.hold_i = in.port.hold;
  }

  template <class Model, class Visitor>
  static void outputs(const Model& model, Visitor& v) {
    v.reg("send", model.send_o);
    v.reg("vc", model.vc_o);
    v.reg("taken", model.taken_o);
  }

  static std::vector<RegisterLabel> labels() { return {}; }
};

}  // namespace

const TwinModels<PreemptionUnitCore>& preemption_unit_models() {
#define SLACKLINE_MODEL(name, model, fault, architecture, lowest_victim, virtual_channels, preempt, first_random)    \
  {name,                                                                                                             \
   fault,                                                                                                            \
   {{Architecture{architecture}, (lowest_victim) != 0 ? Victim::lowest : Victim::random, virtual_channels, preempt}, \
    static_cast<std::uint32_t>(first_random)},                                                                       \
   VerilatedTwin<PreemptionUnitCore, Pins, model>::make},
  static const TwinModels<PreemptionUnitCore> models = {SLACKLINE_PREEMPTION_UNIT_MODELS(SLACKLINE_MODEL)};
#undef SLACKLINE_MODEL
  return models;
}

}  // namespace slackline::cosim
