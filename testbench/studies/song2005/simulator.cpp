#include "testbench/studies/song2005/simulator.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "testbench/config/experiment_network.hpp"
#include "testbench/simulation/simulation.hpp"
#include "testbench/slot_tables/slot_tables.hpp"
#include "testbench/studies/song2005/experiments.hpp"

namespace slackline::song2005 {

namespace {

using report::Result;
using synchronization::Answers;

/// When the hosts have ended the last slot of the n-th synchronization.
std::vector<double> ended(const Answers& answers, std::uint32_t n, double ns_per_cycle) {
  const std::uint32_t slot = answers.first_slot + n * answers.interval + answers.slots;
  std::vector<double> times;
  for (const synchronization::Stamp& stamp : answers.stamps)
    if (stamp.slot == slot) times.push_back(static_cast<double>(stamp.cycle) * ns_per_cycle);
  return times;
}

Result result_of(const Run& run) {
  const config::Experiment experiment = experiment_of(run);
  network::Netlist netlist = config::network_of(experiment);
  if (run.topology)  // a real fabric may have links of several speeds, which a schedule of slots cannot
    for (network::Channel& channel : netlist.channels) channel.cycles_per_flit = experiment.cycles_per_flit;
  if (const std::string objections = slot_tables::complete(experiment, netlist); !objections.empty())
    throw std::runtime_error(objections);
  return simulation::result_of(experiment, netlist, simulation::simulate(experiment, netlist));
}

/// Without faults a run comes to its end, and nothing is missing.
void check(const Result& result) {
  if (result.status != report::Status::complete)
    throw std::runtime_error(result.totals.faults.empty()
                                 ? "it does not come to its end, or flits are not conserved"
                                 : result.totals.faults[0].instance + ": " + result.totals.faults[0].fault);
  const Answers& answers = *result.synchronization;
  if (!answers.missing.empty() || !answers.late.empty() || answers.counters[FBS_LOST] + answers.counters[FBS_LATE] != 0)
    throw std::runtime_error("packets are missing, or were late");
}

Ending ending_of(const Result& result, double ns_per_cycle) {
  const Answers& answers = *result.synchronization;
  Ending ending;
  ending.missing = answers.missing.size();
  ending.late = answers.late.size();
  ending.silent = answers.silent.size();
  ending.rounds = answers.rounds.size();
  if (!answers.rounds.empty()) {
    ending.last_hosts = answers.rounds.back().hosts;
    ending.last_skew = static_cast<double>(answers.rounds.back().behind.cycles) * ns_per_cycle;
  }
  ending.ended = static_cast<double>(result.totals.cycles) / answers.slot_ticks;
  if (result.standstill && !result.totals.faults.empty())
    ending.stuck = result.totals.faults[0].instance + ": " + result.totals.faults[0].fault;
  return ending;
}

/// Of tokens: all that would have fitted into the time; what no packet of an application has used is lost.
double overhead_of_tokens(const Answers& answers, std::uint64_t hosts, double cycles_of_slot) {
  const auto time = static_cast<double>(answers.stamps.back().cycle - answers.stamps.front().cycle);
  const double slots = static_cast<double>(hosts) * time / cycles_of_slot;
  return std::max(0.0, 1 - static_cast<double>(answers.counters[FBS_SENT]) / slots);
}

/// Of the time from the begin of one synchronization to that of the next, that until its end; of all hosts and intervals.
void measure_synchronizations(const Answers& answers, Measurement& m) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> begins;  // by host and slot
  for (const synchronization::Stamp& stamp : answers.stamps) begins[{stamp.host, stamp.slot}] = stamp.cycle;
  std::uint64_t all = 0, taken = 0, count = 0;
  for (const auto& [at, cycle] : begins) {
    const auto& [host, slot] = at;
    const auto behind = begins.find({host, slot + answers.slots}), next = begins.find({host, slot + answers.interval});
    if (behind == begins.end() || next == begins.end()) continue;
    taken += behind->second - cycle;
    all += next->second - cycle;
    ++count;
  }
  m.interval = answers.interval;
  if (count == 0) return;
  m.overhead = static_cast<double>(taken) / static_cast<double>(all);
  m.slots_taken = static_cast<double>(taken) / static_cast<double>(count * answers.slot_ticks);
}

}  // namespace

Measurement simulate(const Run& run) {
  const Result result = result_of(run);
  const double ns_per_cycle = run.p.cp / run.cycles_per_character;
  if (!result.synchronization) throw std::runtime_error("nothing is told of clocks");
  const Answers& answers = *result.synchronization;
  Measurement m;
  if (run.faults.empty())
    check(result);
  else
    m.ending = ending_of(result, ns_per_cycle);
  for (std::uint32_t n = 0; n < answers.asked_rounds; ++n) m.ended.push_back(ended(answers, n, ns_per_cycle));
  m.application_packets = answers.counters[FBS_SENT];
  if (answers.waits) {
    m.blocked_packets = answers.waits->packets;
    if (answers.waits->first) m.first_blocked_slot = answers.waits->first->slot;
  }
  m.most_before = static_cast<double>(answers.worst_grown()) / answers.slot_ticks;
  if (run.protocol == Protocol::isotach)
    m.overhead =
        overhead_of_tokens(answers, result.totals.hosts, static_cast<double>(slot_flits) * run.cycles_per_character);
  else if (answers.synchronizes)
    measure_synchronizations(answers, m);
  return m;
}

}  // namespace slackline::song2005
