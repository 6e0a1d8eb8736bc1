// Core and Verilog twin of one model in lockstep, for tests: `edge` requires that they agree, `differ` looks for where
// they do not.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "testbench/cosim/lockstep.hpp"
#include "testbench/cosim/twin.hpp"
#include "tests/testbench/cosim/planted_faults.hpp"

namespace slackline::cosim {

template <class Core>
class TwinBench {
 public:
  using Inputs = typename Core::Inputs;

  explicit TwinBench(const TwinModel<Core>& m)
      : model(m),
        side(m.params),
        twin_(m.make(m.params)),
        lockstep_(Core::describe(m.params), side, *twin_, Core::absent()) {}

  /// True, and the report can be read, when core and twin differ after this edge.
  bool differ(const Inputs& in) { return !lockstep_.step(in); }
  void edge(const Inputs& in) {
    if (differ(in)) FAIL(report());
  }
  std::string report() const { return comparison().report(); }
  const Comparison& comparison() const { return lockstep_.comparison(); }
  const auto& core() const { return side.core; }

  const TwinModel<Core>& model;
  Core side;

 private:
  std::unique_ptr<Twin<Inputs>> twin_;
  Lockstep<Inputs, Core, Twin<Inputs>> lockstep_;
};

template <class Bench, class Core, class Body>
void for_each_parameter_set(const TwinModels<Core>& models, Body body) {
  for (const TwinModel<Core>& model : models) {
    if (model.is_fault()) continue;
    Bench bench(model);
    body(bench);
  }
}

/// The report of a planted fault after these inputs: core and twin must agree up to the last, and differ after it.
template <class Core>
std::string report_of(const TwinModels<Core>& models, const char* fault,
                      const std::vector<typename Core::Inputs>& inputs) {
  const TwinModel<Core>& model = model_named(models, fault);
  REQUIRE(model.is_fault());
  TwinBench<Core> bench(model);
  for (std::size_t i = 0; i + 1 < inputs.size(); ++i) bench.edge(inputs[i]);
  REQUIRE(bench.differ(inputs.back()));
  return bench.report();
}

/// Random inputs find every fault planted into the block, and all of them have been verilated.
template <class Core, class Profile, class Stimulus>
void find_every_fault(const std::string& block, const TwinModels<Core>& models, const std::vector<Profile>& profiles,
                      Stimulus stimulus) {
  unsigned faults = 0;
  for (const TwinModel<Core>& model : models) {
    if (!model.is_fault()) continue;
    ++faults;
    bool found = false;
    for (const Profile& profile : profiles) {
      TwinBench<Core> bench(model);
      auto inputs = stimulus(profile, model.params);
      for (unsigned cycle = 0; cycle < 2000 && !found; ++cycle) found = bench.differ(inputs.next());
      if (found) break;
    }
    INFO(model.name << ": " << model.fault);
    CHECK(found);
  }
  CHECK(faults == planted_faults(block));
}

}  // namespace slackline::cosim
