// Twin over one verilated class. Only for sources that include Verilator's headers.
//
// `Pins` maps inputs, outputs and registers, with three static functions:
//   void drive(model, params, in);          the input pins
//   void outputs(model, visitor);           the output pins
//   void registers(root, params, visitor);  the register map: the core's names, and the Verilog that holds them
//
//   clk       ___________________|~~~~~~~~~~~~~~~~~~~|   <- here outputs and registers are compared
//   inputs    ===== in =====================X= inverted =
//
// Every output of a block is a register, so a change of the inputs right after the edge must not show: they are
// inverted there, and a combinational path from an input to an output becomes a difference.
#pragma once

#include <memory>

#include "testbench/cosim/twin.hpp"

namespace slackline::cosim {

template <class Core, class Pins, class Model>
class VerilatedTwin : public Twin<typename Core::Inputs> {
 public:
  using Inputs = typename Core::Inputs;
  using Params = typename Core::Params;

  explicit VerilatedTwin(const Params& params) : params_(params) {
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
  void registers(FieldNames& v) const override { Pins::registers(*model_.rootp, params_, v); }
  void registers(FieldValues& v) const override { Pins::registers(*model_.rootp, params_, v); }

  static std::unique_ptr<Twin<Inputs>> make(const Params& params) { return std::make_unique<VerilatedTwin>(params); }

 private:
  const Params params_;
  VerilatedContext context_;
  Model model_{&context_};
};

}  // namespace slackline::cosim
