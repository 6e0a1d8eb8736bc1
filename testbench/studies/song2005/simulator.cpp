#include "testbench/studies/song2005/simulator.hpp"

#include <algorithm>
#include <stdexcept>

#include "rtl_models/network/fabric.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/slot_tables/slot_tables.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "testbench/studies/song2005/networks.hpp"
#include "testbench/synchronization/answers.hpp"

namespace slackline::song2005 {

namespace {

constexpr std::uint64_t slot_flits = 2000;  // Tables 3 and 4
constexpr std::uint64_t tokens = 50;        // of an Isotach network

using synchronization::Answers;

/// When the hosts have ended the last slot of the n-th synchronization.
std::vector<double> ended(const Answers& answers, std::uint32_t n, double ns_per_cycle) {
  const std::uint32_t slot = answers.first_slot + n * answers.interval + answers.slots;
  std::vector<double> times;
  for (const synchronization::Stamp& stamp : answers.stamps)
    if (stamp.slot == slot) times.push_back(static_cast<double>(stamp.cycle) * ns_per_cycle);
  return times;
}

/// Runs to the end, and says when that is not where it should be.
Answers run_to_the_end(const network::Netlist& netlist) {
  network::Fabric fabric(netlist);
  const network::HostInterfaces& interfaces = *fabric.netlist().interfaces;
  const std::uint64_t expected = synchronization::expected_cycles(interfaces);
  for (Cycle end(expected); !synchronization::is_over(interfaces, fabric.hosts().reports); end = end + expected / 64) {
    if (end > Cycle(2 * expected)) throw std::runtime_error("it does not come to its end");
    fabric.run_until(end);
  }
  const statistics::RunTotals totals = statistics::collect(fabric);
  if (totals.faulty())
    throw std::runtime_error(totals.faults.empty() ? "flits are not conserved"
                                                   : totals.faults[0].instance + ": " + totals.faults[0].fault);
  Answers answers = synchronization::answers_of(interfaces, fabric.hosts().reports);
  if (!answers.missing.empty() || answers.counters[FBS_LOST] + answers.counters[FBS_LATE] != 0)
    throw std::runtime_error("packets are missing, or were late");
  return answers;
}

}  // namespace

config::Experiment experiment_of(const Run& run) {
  config::Experiment e = full_tree(run.k, run.m, run.p, run.cycles_per_character);
  // Fast links have more flits under way behind STOP than the paper's buffer has room for.
  e.switches.buffer_flits = std::max<std::uint64_t>(e.switches.buffer_flits, config::derived(e).smallest_buffer);
  e.endpoint = config::EndpointKind::nic;
  e.routing.at_switch = route_unit::Kind::table;
  e.traffic.format = endpoint::PacketFormat::compact;
  config::NicSettings& nic = e.nic;
  nic.firmware = run.protocol == Protocol::isotach ? "isotach" : "fbs";
  nic.slot_ticks = slot_flits * run.cycles_per_character;
  nic.clock_seed = run.seed;
  nic.drift_spread = std::int64_t{run.drift_ppm} * 1000 / 2;
  config::SynchronizationSettings& s = nic.synchronization;
  s.packets = run.protocol != Protocol::none;
  if (run.protocol == Protocol::shift) s.schedule = config::SynchronizingSchedule::shift;
  s.rounds = run.protocol == Protocol::isotach ? tokens : run.synchronizations;
  if (run.protocol == Protocol::isotach) return e;
  if (!run.with_application) {
    nic.offset_spread = 0.5;
    s.interval = 100;  // more than the slots of any schedule here, and too few for clocks to drift
  } else {
    // Two clocks are as far apart as the drift says, and all begin alike: what then comes apart, drift has moved.
    nic.clocks = {{"host0", nic.drift_spread, 0}, {"host1", -nic.drift_spread, 0}};
    s.stream = run.m == 2 ? config::SlotStream::shift : config::SlotStream::schedule;
  }
  return e;
}

Measurement simulate(const Run& run) {
  const config::Experiment experiment = experiment_of(run);
  network::Netlist netlist = config::network_of(experiment);
  if (const std::string objections = slot_tables::complete(experiment, netlist); !objections.empty())
    throw std::runtime_error(objections);
  const Answers answers = run_to_the_end(netlist);
  const double ns_per_cycle = run.p.cp / run.cycles_per_character;
  Measurement m;
  for (std::uint32_t n = 0; n < answers.asked_rounds; ++n) m.ended.push_back(ended(answers, n, ns_per_cycle));
  m.application_packets = answers.counters[FBS_SENT];
  m.blocked_packets = answers.counters[FBS_BLOCKED];
  if (answers.first_blocked) m.first_blocked_slot = answers.first_blocked->slot;
  if (run.protocol == Protocol::isotach) {
    // All that would have fitted into the time; what no packet of an application has used is lost.
    const double time = static_cast<double>(answers.stamps.back().cycle - answers.stamps.front().cycle) * ns_per_cycle;
    m.slots =
        static_cast<std::uint64_t>(static_cast<double>(netlist.endpoints.size()) * time / (slot_flits * run.p.cp));
    m.slots_for_protocol = m.slots - std::min(m.slots, m.application_packets);
    return m;
  }
  const std::uint64_t host_rounds = std::uint64_t{netlist.endpoints.size()} * answers.asked_rounds;
  m.slots = host_rounds * answers.interval;
  m.slots_for_protocol = answers.synchronizes ? host_rounds * answers.slots : 0;
  return m;
}

}  // namespace slackline::song2005
