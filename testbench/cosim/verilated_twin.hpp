// Twin over one verilated class. Only for sources that include Verilator's headers.
//
// `Pins` maps the pins, and has labels for registers, with three static functions:
//   void drive(model, params, in);         the input pins
//   void outputs(model, visitor);          the output pins
//   std::vector<RegisterLabel> labels();   what the twin does not hold as the core's list has it
//
//   clk       ___________________|~~~~~~~~~~~~~~~~~~~|   <- here outputs and registers are compared
//   inputs    ===== in =====================X= inverted =
//
// Every output of a block is a register, so a change of the inputs right after the edge must not show: they are
// inverted there, and a combinational path from an input to an output becomes a difference.
#pragma once

#include <memory>
#include <vector>

#include "testbench/cosim/twin.hpp"
#include "testbench/cosim/verilated_registers.hpp"

namespace slackline::cosim {

template <class Core, class Pins, class Model>
class VerilatedTwin : public Twin<typename Core::Inputs> {
 public:
  using Inputs = typename Core::Inputs;
  using Params = typename Core::Params;

  explicit VerilatedTwin(const Params& params)
      : params_(params), registers_(context_, names_of_core(params), Pins::labels()) {
    Inputs reset;
    reset.rst_n = false;
    step(reset, Cycle());  // Verilog's registers have no value before the first reset
  }
  ~VerilatedTwin() override {
    Verilated::threadContextp(&context_);  // a model's end looks for this thread's context: not one that is gone
    model_.final();
  }

  void step(const Inputs& in, Cycle) override {
    model_.clk = 0;
    Pins::drive(model_, params_, in);
    model_.eval();
    model_.clk = 1;
    model_.eval();
    Pins::drive(model_, params_, in.inverted());
    model_.eval();
  }

  void outputs(FieldNames& v) const override { Pins::outputs(model_, v); }
  void outputs(FieldValues& v) const override { Pins::outputs(model_, v); }
  void registers(FieldNames& v) const override { registers_.visit(v); }
  void registers(FieldValues& v) const override { registers_.visit(v); }

  static std::unique_ptr<Twin<Inputs>> make(const Params& params) { return std::make_unique<VerilatedTwin>(params); }

 private:
  static std::vector<Field> names_of_core(const Params& params) {
    FieldNames names;
    Core(params).registers(names);
    return names.fields;
  }

  const Params params_;
  VerilatedContext context_;
  Model model_{&context_};
  const VerilatedRegisters registers_;
};

}  // namespace slackline::cosim
