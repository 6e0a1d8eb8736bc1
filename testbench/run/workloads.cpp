#include "testbench/run/workloads.hpp"

#include <utility>

#include "testbench/workloads/barriers/meter.hpp"
#include "testbench/workloads/barriers/waves.hpp"
#include "testbench/workloads/replay/meter.hpp"
#include "testbench/workloads/replay/waves.hpp"
#include "testbench/workloads/synchronization/meter.hpp"
#include "testbench/workloads/synchronization/slot_tables/slot_tables.hpp"
#include "testbench/workloads/traffic/meter.hpp"
#include "testbench/workloads/traffic/waves.hpp"

namespace slackline::features {

namespace {

using MakeMeter = std::unique_ptr<observe::Meter> (*)(observe::Engine& engine, const Workload& workload,
                                                      std::uint64_t look);

/// What watches a workload of a list.
struct Observers {
  MakeMeter meter;
  observe::WaveScope (*waves)(const Workload& workload);
};

Observers observers_of(WorkloadKind kind) {
  switch (kind) {
    case WorkloadKind::traffic: return {traffic::meter_of, traffic::waves_of};
    case WorkloadKind::replay: return {replay::meter_of, replay::waves_of};
    case WorkloadKind::barriers: break;
  }
  return {barriers::meter_of, barriers::waves_of};
}

}  // namespace

RunningWorkloads::RunningWorkloads(observe::Engine& engine, const Experiment& experiment, std::uint64_t look) {
  const auto add = [&](MakeMeter make, Workload workload) {
    auto own = std::make_unique<Workload>(std::move(workload));
    if (auto meter = make(engine, *own, look)) {
      workloads_.push_back(std::move(own));
      meters_.push_back(std::move(meter));
    }
  };
  for (ListedWorkload& listed : listed_workloads(experiment))
    add(observers_of(listed.kind).meter, std::move(listed.workload));
  if (has_list(experiment)) return;
  add(traffic::meter_of, {"traffic", false, 0, &experiment});
  add(synchronization::meter_of, {"synchronization", false, 0, &experiment});
  add(barriers::meter_of, {"barriers", false, 0, &experiment});
  add(replay::meter_of, {"program", false, 0, &experiment});
}

std::vector<observe::WaveScope> wave_scopes_of(const Experiment& experiment) {
  std::vector<observe::WaveScope> scopes;
  for (const ListedWorkload& listed : listed_workloads(experiment))
    scopes.push_back(observers_of(listed.kind).waves(listed.workload));
  return scopes;
}

std::string complete(const Experiment& experiment, network::Netlist& netlist) {
  return slot_tables::complete(experiment, netlist);
}

}  // namespace slackline::features
