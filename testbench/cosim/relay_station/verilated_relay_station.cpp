#include "testbench/cosim/relay_station/verilated_relay_station.hpp"

#include <type_traits>

#include "relay_station_models.inc"  // made by CMake: includes Verilator's headers, defines SLACKLINE_RELAY_STATION_MODELS

namespace slackline::cosim {

class RelayStationPins {
 public:
  virtual ~RelayStationPins() = default;
  virtual void step(const RelayStationInputs& in) = 0;
  virtual void outputs(FieldNames& v) const = 0;
  virtual void outputs(FieldValues& v) const = 0;
  virtual void registers(FieldNames& v) const = 0;
  virtual void registers(FieldValues& v) const = 0;
};

namespace {

/// FC_CYCLES = 0 has no pipeline registers: then this list is empty.
template <class Root, class Visitor, class = void>
struct Stages {
  static void visit(const Root&, unsigned, Visitor&) {}
};
template <class Root, class Visitor>
struct Stages<Root, Visitor, std::void_t<decltype(Root::relay_station__DOT__flow__DOT__g_pipe__DOT__out_q)>> {
  static void visit(const Root& root, unsigned fc_cycles, Visitor& v) {
    for (unsigned i = 0; i < fc_cycles; ++i) {
      v.open("stage", i);
      v.reg("out", (std::uint64_t{root.relay_station__DOT__flow__DOT__g_pipe__DOT__out_q} >> i) & 1);
      v.reg("in", (std::uint64_t{root.relay_station__DOT__flow__DOT__g_pipe__DOT__in_q} >> i) & 1);
      v.close();
    }
  }
};

template <class Model>
class PinsOf : public RelayStationPins {
 public:
  explicit PinsOf(const relay_station::Params& params) : params_(params) {
    step({false, Flit(), false});  // Verilog's registers have no value before the first reset
  }
  ~PinsOf() override { model_.final(); }

  void step(const RelayStationInputs& in) override {
    model_.clk = 0;
    model_.rst_n = in.rst_n;
    model_.flit_i = rtl_value(in.flit_in);
    model_.stop_i = in.stop_in;
    model_.eval();
    model_.clk = 1;
    model_.eval();
  }

  void outputs(FieldNames& v) const override { visit_outputs(v); }
  void outputs(FieldValues& v) const override { visit_outputs(v); }
  void registers(FieldNames& v) const override { visit_registers(v); }
  void registers(FieldValues& v) const override { visit_registers(v); }

 private:
  template <class Visitor>
  void visit_outputs(Visitor& v) const {
    v.reg("flit_out", Flit(model_.flit_o));
    v.reg("stop_out", model_.stop_o);
    v.reg("count", model_.count_o);
    v.reg("overflow", model_.overflow_o);
  }

  /// The register map: the core's names, and what carries them in relay_station.sv.
  template <class Visitor>
  void visit_registers(Visitor& v) const {
    const auto& root = *model_.rootp;
    v.reg("read", root.relay_station__DOT__buffer__DOT__read_q);
    v.reg("write", root.relay_station__DOT__buffer__DOT__write_q);
    v.reg("count", root.relay_station__DOT__buffer__DOT__count_q);
    v.reg("overflow", root.relay_station__DOT__buffer__DOT__overflow_q);
    for (unsigned i = 0; i < params_.buffer.flits; ++i) {
      v.open("slot", i);
      v.reg("flit", Flit(root.relay_station__DOT__buffer__DOT__slots_q[i]));
      v.close();
    }
    v.reg("stop", root.relay_station__DOT__flow__DOT__stop_q);
    v.reg("stopped", root.relay_station__DOT__flow__DOT__stopped_q);
    Stages<std::decay_t<decltype(root)>, Visitor>::visit(root, params_.flow.fc_cycles, v);
    v.reg("flit_out", Flit(root.relay_station__DOT__flit_out_q));
  }

  const relay_station::Params params_;
  VerilatedContext context_;
  Model model_{&context_};
};

template <class Model>
std::unique_ptr<RelayStationPins> make(const relay_station::Params& params) {
  return std::make_unique<PinsOf<Model>>(params);
}

}  // namespace

const std::vector<RelayStationModel>& relay_station_models() {
#define SLACKLINE_MODEL(name, model, fault, flits, stop_at, go_at, fc_cycles) \
  {name, fault, {{flits}, {stop_at, go_at, fc_cycles}}, make<model>},
  static const std::vector<RelayStationModel> models = {SLACKLINE_RELAY_STATION_MODELS(SLACKLINE_MODEL)};
#undef SLACKLINE_MODEL
  return models;
}

const RelayStationModel* find_relay_station_model(const std::string& name) {
  for (const RelayStationModel& model : relay_station_models())
    if (model.name == name) return &model;
  return nullptr;
}

VerilatedRelayStation::VerilatedRelayStation(const RelayStationModel& model) : pins_(model.make(model.params)) {}
VerilatedRelayStation::~VerilatedRelayStation() = default;

void VerilatedRelayStation::step(const RelayStationInputs& in, Cycle) { pins_->step(in); }
void VerilatedRelayStation::outputs(FieldNames& v) const { pins_->outputs(v); }
void VerilatedRelayStation::outputs(FieldValues& v) const { pins_->outputs(v); }
void VerilatedRelayStation::registers(FieldNames& v) const { pins_->registers(v); }
void VerilatedRelayStation::registers(FieldValues& v) const { pins_->registers(v); }

}  // namespace slackline::cosim
