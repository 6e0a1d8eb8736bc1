#include "testbench/run/workloads.hpp"

#include <utility>

#include "testbench/workloads/barriers/meter.hpp"
#include "testbench/workloads/replay/meter.hpp"
#include "testbench/workloads/synchronization/meter.hpp"
#include "testbench/workloads/synchronization/slot_tables/slot_tables.hpp"
#include "testbench/workloads/traffic/meter.hpp"

namespace slackline::features {

std::vector<std::unique_ptr<observe::Meter>> meters_of(observe::Engine& engine, const Experiment& experiment,
                                                       std::uint64_t look) {
  std::vector<std::unique_ptr<observe::Meter>> meters;
  for (const auto make : {traffic::meter_of, synchronization::meter_of, barriers::meter_of, replay::meter_of})
    if (auto meter = make(engine, experiment, look)) meters.push_back(std::move(meter));
  return meters;
}

std::string complete(const Experiment& experiment, network::Netlist& netlist) {
  return slot_tables::complete(experiment, netlist);
}

}  // namespace slackline::features
