#include "testbench/studies/song2005/experiments.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "testbench/config/experiment_network.hpp"
#include "testbench/config/reader.hpp"
#include "testbench/studies/song2005/networks.hpp"

namespace slackline::song2005 {

namespace {

constexpr std::uint64_t most_cycles = 1'000'000'000'000;
/// More than the slots of any schedule here, and too few for clocks to drift.
constexpr std::uint64_t interval_of_samples = 100;
constexpr std::uint64_t short_interval = 20;  // of runs with faults

config::NicCosts costs_of(const Run& run) {
  const auto text = std::make_shared<const config::Source>("song2005", "schema_version: 1\nendpoint: nic\n");
  const config::Reading reading = config::read_experiment(text, {{"song2005", "nic.costs", run.costs}});
  if (!reading.faults.empty()) throw std::runtime_error("nic.costs: " + run.costs);
  return reading.experiment.nic.cost;
}

void add_synchronization(const Run& run, config::NicSettings& nic) {
  config::SynchronizationSettings& s = nic.synchronization;
  s.packets = run.protocol != Protocol::none;
  if (run.protocol == Protocol::shift) s.schedule = config::SynchronizingSchedule::shift;
  if (run.topology) s.routes = config::SlotRoutes::tree;
  s.rounds = run.protocol == Protocol::isotach ? tokens : run.synchronizations;
  if (run.protocol == Protocol::isotach) return;
  if (run.in_intervals) {
    // Two clocks are as far apart as the drift says, and all begin alike: what then comes apart, drift has moved.
    nic.clocks = {{"host0", nic.drift_spread, 0}, {"host1", -nic.drift_spread, 0}};
    if (run.with_application) s.stream = run.m == 2 ? config::SlotStream::shift : config::SlotStream::schedule;
  } else {
    nic.offset_spread = 0.5;
    s.allow_conflicts = true;  // what is asked is a skew: also where its bound is more than half a slot
    s.interval = run.faults.empty() ? interval_of_samples : short_interval;
  }
}

}  // namespace

config::Experiment experiment_of(const Run& run) {
  config::Experiment e = run.topology ? on_topology(*run.topology, run.p, run.cycles_per_character)
                                      : full_tree(run.k, run.m, run.p, run.cycles_per_character);
  // Fast links have more flits under way behind STOP than the paper's buffer has room for.
  e.switches.buffer_flits = std::max<std::uint64_t>(e.switches.buffer_flits, config::derived(e).smallest_buffer);
  e.endpoint = config::EndpointKind::nic;
  e.routing.at_switch = route_unit::Kind::table;
  e.traffic.format = endpoint::PacketFormat::compact;
  e.faults = run.faults;
  e.run.max_cycles = most_cycles;
  if (run.faults.empty()) e.run.watchdog = 0;
  config::NicSettings& nic = e.nic;
  nic.firmware = run.protocol == Protocol::isotach ? "isotach" : "fbs";
  nic.cost = costs_of(run);
  nic.slot_ticks = slot_flits * run.cycles_per_character;
  nic.clock_seed = run.seed;
  nic.drift_spread = std::int64_t{run.drift_ppm} * 1000 / 2;
  add_synchronization(run, nic);
  return e;
}

}  // namespace slackline::song2005
