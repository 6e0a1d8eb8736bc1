#include "testbench/cosim/local_clock/verilated_local_clock.hpp"

#include "local_clock_models.inc"  // made by CMake: Verilator's headers, SLACKLINE_LOCAL_CLOCK_MODELS
#include "testbench/cosim/verilated_twin.hpp"

namespace slackline::cosim {

namespace {

/// A 64-bit number from the two signed parameters that Verilog has for it.
constexpr std::uint32_t bits(std::int32_t parameter) { return static_cast<std::uint32_t>(parameter); }
std::uint64_t joined(std::int32_t high, std::int32_t low) { return std::uint64_t{bits(high)} << 32 | bits(low); }

struct Pins {
  template <class Model>
  static void drive(Model& model, const LocalClockCore::Params&, const LocalClockInputs& in) {
    model.rst_n = in.rst_n;
    model.hold_i = in.hold;
  }

  template <class Model, class Visitor>
  static void outputs(const Model& model, Visitor& v) {
    v.reg("slot_start", model.slot_start_o);
    v.reg("slot", model.slot_o);
    v.reg("position", model.position_o);
  }

  static std::vector<RegisterLabel> labels() { return {}; }
};

}  // namespace

const TwinModels<LocalClockCore>& local_clock_models() {
#define SLACKLINE_MODEL(name, model, fault, lag_high, lag_low, phase_high, phase_low, slot_ticks, position) \
  {name,                                                                                                    \
   fault,                                                                                                   \
   {joined(lag_high, lag_low), joined(phase_high, phase_low), bits(slot_ticks), bits(position)},            \
   VerilatedTwin<LocalClockCore, Pins, model>::make},
  static const TwinModels<LocalClockCore> models = {SLACKLINE_LOCAL_CLOCK_MODELS(SLACKLINE_MODEL)};
#undef SLACKLINE_MODEL
  return models;
}

}  // namespace slackline::cosim
