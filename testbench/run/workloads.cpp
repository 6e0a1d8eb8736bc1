#include "testbench/run/workloads.hpp"

#include <utility>

#include "testbench/run/workload_kinds.hpp"

namespace slackline::features {

RunningWorkloads::RunningWorkloads(observe::Engine& engine, const Experiment& experiment, std::uint64_t look) {
  const auto add = [&](Workload workload) {
    auto own = std::make_unique<Workload>(std::move(workload));
    if (own->kind->meter == nullptr) return;
    if (auto meter = own->kind->meter(engine, *own, look)) {
      workloads_.push_back(std::move(own));
      meters_.push_back(std::move(meter));
    }
  };
  for (Workload& listed : listed_workloads(experiment)) add(std::move(listed));
  if (has_list(experiment)) return;
  for (const WorkloadKind& kind : workload_kinds())
    if (kind.section.part != nullptr) add({kind.section.part, false, 0, &experiment, &kind});
}

std::vector<observe::WaveScope> wave_scopes_of(const Experiment& experiment) {
  std::vector<observe::WaveScope> scopes;
  for (const Workload& listed : listed_workloads(experiment))
    if (listed.kind->waves != nullptr) scopes.push_back(listed.kind->waves(listed));
  return scopes;
}

Completion complete(const Experiment& experiment, network::Netlist& netlist) {
  Completion all;
  for (const WorkloadKind& kind : workload_kinds()) {
    if (kind.complete == nullptr) continue;
    const Completion of_kind = kind.complete(experiment, netlist);
    all.refused += of_kind.refused;
    all.buffer_dependencies += of_kind.buffer_dependencies;
    all.may_deadlock += of_kind.may_deadlock;
  }
  return all;
}

}  // namespace slackline::features
