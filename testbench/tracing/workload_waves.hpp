// workload_waves: the values of workloads of a list in a dump, as their own sources give them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "testbench/observe/wave_source.hpp"
#include "testbench/tracing/layout.hpp"
#include "testbench/tracing/vcd_writer.hpp"

namespace slackline::tracing {

class WorkloadWaves {
 public:
  /// Workloads and writer must outlive this.
  WorkloadWaves(const std::vector<observe::WaveScope>& workloads, VcdWriter& writer)
      : workloads_(workloads), writer_(writer) {}

  void choose(const Scope& scope, Signal first) { chosen_.push_back({scope.instance, first, nullptr}); }

  /// Before the first look. The engine must outlive this.
  template <class Engine>
  void bind(Engine& engine) {
    if (chosen_.empty()) return;
    engine_ = std::make_unique<observe::EngineOf<Engine>>(engine);
    for (Chosen& chosen : chosen_) chosen.source = workloads_[chosen.instance].source(*engine_);
  }
  void look();

 private:
  struct Chosen {
    std::uint32_t instance;
    Signal first;
    std::unique_ptr<observe::WaveSource> source;
  };

  const std::vector<observe::WaveScope>& workloads_;
  VcdWriter& writer_;
  std::unique_ptr<observe::Engine> engine_;
  std::vector<Chosen> chosen_;
  std::vector<std::uint64_t> values_;
};

}  // namespace slackline::tracing
