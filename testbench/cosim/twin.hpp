// The Verilog side of lockstep: a verilated class, whichever it is. Parameters are constants of elaboration, so there
// is one class a parameter set, and one a planted fault: twin.cmake of the block lists them.
//
// `Core` is the core's side of lockstep, which besides what lockstep.hpp asks for names its `Params` and `Inputs`.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/cosim/fields.hpp"

namespace slackline::cosim {

template <class Inputs>
class Twin {
 public:
  virtual ~Twin() = default;
  virtual void step(const Inputs& in, Cycle now) = 0;
  virtual void outputs(FieldNames& v) const = 0;
  virtual void outputs(FieldValues& v) const = 0;
  virtual void registers(FieldNames& v) const = 0;
  virtual void registers(FieldValues& v) const = 0;
};

template <class Core>
struct TwinModel {
  using Params = typename Core::Params;

  bool is_fault() const { return fault[0] != '\0'; }

  const char* name;   ///< of the parameter set, or of the planted fault
  const char* fault;  ///< what was planted, in words; empty: the twin as it is
  Params params;
  std::unique_ptr<Twin<typename Core::Inputs>> (*make)(const Params&);  ///< registers as after reset
};

/// Parameter sets first, then planted faults.
template <class Core>
using TwinModels = std::vector<TwinModel<Core>>;

/// The model of that name; it has to exist.
template <class Core>
const TwinModel<Core>& model_named(const TwinModels<Core>& models, const std::string& name) {
  for (const TwinModel<Core>& model : models)
    if (model.name == name) return model;
  throw std::logic_error("no verilated model is named " + name);
}

}  // namespace slackline::cosim
