// Lockstep: a core and its Verilog twin, the same inputs at every edge, every pin and register compared after it.
//
// A side (core or twin) offers
//   void step(const Inputs& in, Cycle now);   one clock edge
//   void outputs(V& visitor);                 v.reg(name, value) for each output pin
//   void registers(V& visitor);               the same for each register, by the names of the core's `visit`
// the core in addition
//   std::vector<StaleValue> stale();          derived values that do not follow from the registers; default: none (core_side.hpp)
// and Inputs offers `visit(V&)` over the input pins. V is FieldNames or FieldValues.
#pragma once

#include <string>
#include <vector>

#include "testbench/cosim/comparison.hpp"

namespace slackline::cosim {

template <class Inputs, class Core, class Rtl>
class Lockstep {
 public:
  /// `absent` names the registers that only the core has. Both sides must be as after reset.
  Lockstep(const std::string& subject, Core& core, Rtl& rtl, const std::vector<Absent>& absent)
      : core_(core), rtl_(rtl), comparison_(subject, names(core, rtl), absent) {}

  /// One edge on both sides. False: they differ, and `comparison().report()` shows where.
  bool step(const Inputs& in) {
    core_.step(in, now_);
    rtl_.step(in, now_);
    Sample& sample = comparison_.next(now_);
    now_ = now_ + 1;
    visit(FieldValues(sample.inputs), [&](FieldValues& v) { in.visit(v); });
    visit(FieldValues(sample.core_outputs), [&](FieldValues& v) { core_.outputs(v); });
    visit(FieldValues(sample.rtl_outputs), [&](FieldValues& v) { rtl_.outputs(v); });
    visit(FieldValues(sample.core_registers), [&](FieldValues& v) { core_.registers(v); });
    visit(FieldValues(sample.rtl_registers), [&](FieldValues& v) { rtl_.registers(v); });
    sample.stale = core_.stale();
    return comparison_.equal();
  }

  const Comparison& comparison() const { return comparison_; }
  Cycle now() const { return now_; }  ///< edges done

 private:
  template <class Visitor, class Body>
  static Visitor visit(Visitor visitor, Body body) {
    body(visitor);
    return visitor;
  }

  static Names names(Core& core, Rtl& rtl) {
    return {visit(FieldNames(), [&](FieldNames& v) { Inputs().visit(v); }).fields,
            visit(FieldNames(), [&](FieldNames& v) { core.outputs(v); }).fields,
            visit(FieldNames(), [&](FieldNames& v) { core.registers(v); }).fields,
            visit(FieldNames(), [&](FieldNames& v) { rtl.registers(v); }).fields};
  }

  Core& core_;
  Rtl& rtl_;
  Comparison comparison_;
  Cycle now_;
};

}  // namespace slackline::cosim
