#include "testbench/studies/song2005/measurement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/run/kinds.hpp"
#include "testbench/schedule/schedule.hpp"
#include "testbench/studies/song2005/networks.hpp"
#include "testbench/workloads/synchronization/section.hpp"

namespace slackline::song2005 {

namespace {

using report::Result;
using synchronization::Answers;

constexpr std::uint64_t most_cycles = 1'000'000'000'000;
/// More than the slots of any schedule here, and too few for clocks to drift.
constexpr std::uint64_t interval_of_samples = 100;
constexpr std::uint64_t short_interval = 20;  // of runs with faults

/// The record of a host.
std::string own(std::uint32_t host, const std::string& keys) {
  return fmt::format("{{ match: host{}, nic: {{ {} }} }}", host, keys);
}

std::vector<features::OwnHost> hosts_of(const std::vector<std::string>& records) {
  return reproduction::experiment_of({{"endpoint", "nic"},
                                      {"topology.size", "[32, 32]"},  // whose hosts have all these names
                                      {"nic.slot_ticks", "1000000"},  // more than any offset
                                      {"hosts", fmt::format("[{}]", fmt::join(records, ", "))}})
      .kinds.hosts;
}

/// Of two hosts one is as fast as any may be, and one as slow.
void add_extremes(const Run& run, features::Experiment& e) {
  RandomStream random(run.seed, 1, RandomPurpose::test);
  const auto hosts = static_cast<std::uint32_t>(run.m == 2 ? run.k : full_tree_hosts(run.k, run.m));
  const std::uint32_t fast = random.below(hosts), slow = (fast + 1 + random.below(hosts - 1)) % hosts;
  const std::string half = fmt::format("{:.1f} ppm, drift_spread: 0", run.drift_ppm / 2.0);
  e.kinds.hosts = hosts_of({own(fast, "drift: " + half), own(slow, "drift: -" + half)});
}

void begin_apart(const Run& run, features::Experiment& e) {
  RandomStream random(run.seed, 2, RandomPurpose::test);
  const auto hosts = static_cast<std::uint32_t>(run.k);
  const auto gap = static_cast<std::uint64_t>(run.p.ks + 2) * run.cycles_per_character;
  std::vector<std::uint32_t> order = schedule::first_hosts(hosts);
  std::vector<std::string> records;
  for (std::uint32_t i = 0; i < hosts; ++i) {
    std::swap(order[i], order[i + random.below(hosts - i)]);
    records.push_back(own(order[i], fmt::format("offset: {}, offset_spread: 0", i * gap)));
  }
  e.kinds.hosts = hosts_of(records);
}

void add_synchronization(const Run& run, features::Experiment& e) {
  features::NicSettings& nic = e.nic;
  features::SynchronizationSettings& s = e.synchronization;
  s.packets = run.protocol != Protocol::none;
  s.pause = run.pause;
  if (run.protocol == Protocol::shift) s.schedule = features::SynchronizingSchedule::shift;
  if (run.topology) s.routes = features::SlotRoutes::tree;
  s.rounds = run.protocol == Protocol::isotach ? tokens : run.synchronizations;
  if (run.protocol == Protocol::isotach) return;
  if (run.in_intervals) {
    add_extremes(run, e);
    if (run.from_offsets) nic.offset_spread = 0.5;
    if (run.interval != 0) s.interval = run.interval;
    s.allow_conflicts =
        run.longest_interval || run.interval != 0;  // beyond the interval of the drain-corrected estimate
    if (run.with_application) s.stream = run.m == 2 ? features::SlotStream::shift : features::SlotStream::schedule;
  } else {
    if (run.begin_apart)
      begin_apart(run, e);
    else
      nic.offset_spread = 0.5;
    s.allow_conflicts = true;  // a skew is measured even where its bound is more than half a slot
    s.interval = run.faults.empty() ? interval_of_samples : short_interval;
  }
}

/// The links of a real fabric may have several speeds, which a schedule of slots cannot have.
features::TopologySettings at_one_speed(features::TopologySettings topology) {
  if (topology.given == nullptr) return topology;
  auto network = std::make_shared<topology::GivenNetwork>(*topology.given);
  for (auto& host : network->hosts) host.times.slower = 1;
  for (auto& link : network->links) link.times.slower = 1;
  topology.given = std::move(network);
  return topology;
}

/// When the hosts ended the last slot of the n-th synchronization.
std::vector<double> ended(const Answers& answers, std::uint32_t n, double ns_per_cycle) {
  const std::uint32_t slot = answers.first_slot + n * answers.interval + answers.slots;
  std::vector<double> times;
  for (const synchronization::Stamp& stamp : answers.stamps)
    if (stamp.slot == slot) times.push_back(static_cast<double>(stamp.cycle) * ns_per_cycle);
  return times;
}

/// Measurement::ended.
std::vector<std::vector<double>> all_ended(const Answers& answers, double ns_per_cycle) {
  std::vector<std::vector<double>> all;
  for (std::uint32_t n = 0; n < answers.asked_rounds; ++n) all.push_back(ended(answers, n, ns_per_cycle));
  return all;
}

const synchronization::Section& section_of(const Result& result) {
  const auto* section = result.section<synchronization::Section>();
  if (section == nullptr) throw std::runtime_error("no clock was reported");
  return *section;
}
const Answers& answers_of(const Result& result) { return section_of(result).answers; }

/// Without faults a run ends, and no packet is missing.
void check(const Result& result) {
  reproduction::require_complete(result);
  const Answers& answers = answers_of(result);
  if (!answers.missing.empty() || !answers.late.empty() || answers.counters[FBS_LOST] + answers.counters[FBS_LATE] != 0)
    throw std::runtime_error("packets are missing, or were late");
}

Ending ending_of(const Result& result, double ns_per_cycle) {
  const Answers& answers = answers_of(result);
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
  if (result.standstill && !result.totals.errors.empty())
    ending.stuck = result.totals.errors[0].instance + ": " + result.totals.errors[0].error;
  return ending;
}

/// With tokens: of all packets that fit into the time, the share that the application did not send.
double overhead_of_tokens(const Answers& answers, std::uint64_t hosts, double cycles_of_slot) {
  const auto time = static_cast<double>(answers.stamps.back().cycle - answers.stamps.front().cycle);
  const double slots = static_cast<double>(hosts) * time / cycles_of_slot;
  return std::max(0.0, 1 - static_cast<double>(answers.counters[FBS_SENT]) / slots);
}

/// Of the time from the beginning of one synchronization to that of the next, the part until its end; over all hosts
/// and intervals.
void measure_synchronizations(const Answers& answers, Measurement& m) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> begins;  // by host and slot
  for (const synchronization::Stamp& stamp : answers.stamps) begins[{stamp.host, stamp.slot}] = stamp.cycle;
  std::uint64_t all = 0, taken = 0, count = 0;
  for (const auto& [at, cycle] : begins) {
    const auto& [host, slot] = at;
    const auto end = begins.find({host, slot + answers.slots}), next = begins.find({host, slot + answers.interval});
    if (end == begins.end() || next == begins.end()) continue;
    taken += end->second - cycle;
    all += next->second - cycle;
    ++count;
  }
  m.interval = answers.interval;
  if (count == 0) return;
  m.overhead = static_cast<double>(taken) / static_cast<double>(all);
  m.slots_taken = static_cast<double>(taken) / static_cast<double>(count * answers.slot_ticks);
}

}  // namespace

features::Experiment experiment_of(const Run& run) {
  features::Experiment e = run.topology ? on_topology(at_one_speed(*run.topology), run.p, run.cycles_per_character)
                                        : full_tree(run.k, run.m, run.p, run.cycles_per_character);
  // Fast links have more flits on their way after STOP than the paper's buffer has room for.
  e.switches.buffer_flits = std::max<std::uint64_t>(e.switches.buffer_flits, features::derived(e).smallest_buffer);
  e.nic.endpoint = features::EndpointKind::nic;
  e.routing.at_switch = route_unit::Kind::table;
  e.packet.format = port::PacketFormat::compact;
  e.faults.all = run.faults;
  e.run.max_cycles = most_cycles;
  if (run.faults.empty()) e.run.watchdog = 0;
  features::NicSettings& nic = e.nic;
  nic.firmware = run.protocol == Protocol::isotach ? "isotach" : "fbs";
  e.nic_cost = reproduction::experiment_of({{"endpoint", "nic"}, {"nic.costs", run.costs}}).nic_cost;
  nic.slot_ticks = run.slot_flits * run.cycles_per_character;
  nic.memory = std::max<std::uint64_t>(nic.memory, 8 * run.slot_flits);
  e.switches.worm_timeout = run.worm_timeout;
  nic.clock_seed = run.seed;
  nic.drift_spread = std::int64_t{run.drift_ppm} * 1000 / 2;
  add_synchronization(run, e);
  return e;
}

namespace {

/// Measurement::longest, and Measurement::ended of that interval's synchronizations: by the drift from the last interval tried,
/// or half-way between one that holds and one that does not.
Measurement longest_interval(const Run& run, const reproduction::Simulate& simulate) {
  features::Experiment e = experiment_of(run);
  const double drift = run.drift_ppm * 1e-6;
  std::uint64_t fails = 0, next = 0;  // 0: none is known
  Measurement m;
  std::uint64_t& holds = m.longest;
  for (unsigned tried = 0; tried < 20; ++tried) {
    e.synchronization.interval = next == 0 ? std::nullopt : std::optional<std::uint64_t>(next);
    const Result result = simulate(e, {});
    check(result);
    const Answers& answers = answers_of(result);
    next = answers.interval;
    const double left = 0.5 - static_cast<double>(answers.worst_grown()) / answers.slot_ticks;
    (left >= 0 ? holds : fails) = next;
    if (left >= 0) m.ended = all_ended(answers, run.p.cp / run.cycles_per_character);
    const auto step = static_cast<std::uint64_t>(std::max(1.0, longest_step * static_cast<double>(holds)));
    if (holds != 0 && fails != 0 && fails <= holds + step) return m;
    const double guess = static_cast<double>(next) + left / drift;  // where its skew is half a slot
    next = static_cast<std::uint64_t>(std::max(guess, 3.0)) + (left >= 0 ? step / 2 : 0);
    if (holds != 0 && next <= holds) next = holds + std::max<std::uint64_t>(1, step / 2);
    if (fails != 0 && next >= fails) next = holds == 0 ? fails - step : (holds + fails) / 2;
  }
  throw std::runtime_error("no longest interval was found");
}

}  // namespace

double greatest_skew(const std::vector<double>& ended) {
  if (ended.empty()) return 0;
  const auto [least, most] = std::minmax_element(ended.begin(), ended.end());
  return *most - *least;
}

Measurement measure(const Run& run, const reproduction::Simulate& simulate) {
  if (run.longest_interval) return longest_interval(run, simulate);
  const Result result = simulate(experiment_of(run), {});
  const double ns_per_cycle = run.p.cp / run.cycles_per_character;
  const Answers& answers = answers_of(result);
  Measurement m;
  if (run.faults.empty()) check(result);
  if (!run.faults.empty()) m.ending = ending_of(result, ns_per_cycle);
  m.ended = all_ended(answers, ns_per_cycle);
  if (answers.waits) m.blocked_packets = answers.waits->packets;
  m.most_before = static_cast<double>(answers.worst_grown()) / answers.slot_ticks;
  if (const auto& estimates = section_of(result).estimates) m.pause = estimates->pause_cycles * ns_per_cycle;
  if (run.protocol == Protocol::isotach)
    m.overhead = overhead_of_tokens(answers, result.totals.hosts,
                                    static_cast<double>(run.slot_flits) * run.cycles_per_character);
  else if (answers.synchronizes)
    measure_synchronizations(answers, m);
  return m;
}

}  // namespace slackline::song2005
