#include "testbench/run/workloads.hpp"

#include <utility>

#include "testbench/run/workload_kinds.hpp"
#include "testbench/workloads/barriers/meter.hpp"
#include "testbench/workloads/replay/meter.hpp"
#include "testbench/workloads/synchronization/meter.hpp"
#include "testbench/workloads/synchronization/slot_tables/slot_tables.hpp"
#include "testbench/workloads/traffic/meter.hpp"

namespace slackline::features {

namespace {

using MakeMeter = decltype(WorkloadKind::meter);

}  // namespace

RunningWorkloads::RunningWorkloads(observe::Engine& engine, const Experiment& experiment, std::uint64_t look) {
  const auto add = [&](MakeMeter make, Workload workload) {
    auto own = std::make_unique<Workload>(std::move(workload));
    if (auto meter = make(engine, *own, look)) {
      workloads_.push_back(std::move(own));
      meters_.push_back(std::move(meter));
    }
  };
  for (Workload& listed : listed_workloads(experiment)) {
    const MakeMeter make = listed.kind->meter;
    add(make, std::move(listed));
  }
  if (has_list(experiment)) return;
  add(traffic::meter_of, {"traffic", false, 0, &experiment, nullptr});
  add(synchronization::meter_of, {"synchronization", false, 0, &experiment, nullptr});
  add(barriers::meter_of, {"barriers", false, 0, &experiment, nullptr});
  add(replay::meter_of, {"program", false, 0, &experiment, nullptr});
}

std::vector<observe::WaveScope> wave_scopes_of(const Experiment& experiment) {
  std::vector<observe::WaveScope> scopes;
  for (const Workload& listed : listed_workloads(experiment)) scopes.push_back(listed.kind->waves(listed));
  return scopes;
}

std::string complete(const Experiment& experiment, network::Netlist& netlist) {
  return slot_tables::complete(experiment, netlist);
}

}  // namespace slackline::features
