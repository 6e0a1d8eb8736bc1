// The registers of a Verilog twin by the names of the core's list. A core's register `count` is the Verilog register
// `count_q`, in whichever module of the twin; where the core has several, `slot[3].flit`, they are the elements of the
// Verilog vector, in the order of the core's list. Only what is held in another way needs a label.
//
// Verilator tells where the registers are that are marked as public.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/cosim/fields.hpp"

class VerilatedContext;  // Verilator's

namespace slackline::cosim {

/// How the twin holds a register of the core.
struct RegisterLabel {
  const char* name;              ///< in the core's list, without indices: "slot.flit"
  const char* rtl;               ///< the Verilog register, without _q
  unsigned part = 0, parts = 1;  ///< which part of each of its elements, the lowest first
  const char* used_when =
      nullptr;  ///< the Verilog register, without _q, of a bit an element: 0 means that this one is left open
};

class VerilatedRegisters {
 public:
  /// The registers of the only model of this context. `core`: names of the core's registers, in its order. Throws
  /// std::logic_error where a Verilog register has not as many elements.
  VerilatedRegisters(VerilatedContext& context, const std::vector<Field>& core,
                     const std::vector<RegisterLabel>& labels);

  /// Each register of the core that the twin has, and under its own name each of the twin that the core has not. What
  /// is left open is 0.
  template <class Visitor>
  void visit(Visitor& v) const {
    for (const Register& r : registers_)
      if (r.field.flit)
        v.reg(r.field.name.c_str(), Flit(value(r)));
      else
        v.reg(r.field.name.c_str(), value(r));
  }

 private:
  /// Some bits of a Verilog variable.
  struct Bits {
    const void* data = nullptr;
    unsigned bytes = 0;  // of an integer; 0: an array of 32-bit words
    unsigned low = 0, width = 0;
  };
  struct Register {
    Field field;
    Bits bits, used;  // used: without data where nothing is left open
  };
  class Variables;

  static std::uint64_t read(const Bits& bits);
  static std::uint64_t value(const Register& r) {
    return r.used.data == nullptr || read(r.used) != 0 ? read(r.bits) : 0;
  }

  std::vector<Register> registers_;
};

}  // namespace slackline::cosim
