#include "testbench/studies/sun2001/measurement.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/network/fabric.hpp"
#include "testbench/run/network.hpp"
#include "testbench/workloads/barriers/bound.hpp"
#include "testbench/workloads/barriers/section.hpp"

namespace slackline::sun2001 {

namespace {

using report::Result;

constexpr std::uint64_t most_cycles = 20'000'000;
/// Messages, more than come in the delay of a link.
constexpr std::uint64_t room_after_stop = 16;
/// Cycles between two looks at whether the barriers are over: data are counted until then.
constexpr std::uint64_t look_with_data = 64, look_without = 4096;

bool cuts_worms(Scheme scheme) { return scheme == Scheme::I || scheme == Scheme::II || scheme == Scheme::III; }

/// It has a root in a switch, so that the bound of theorem 2 applies.
bool has_root(Scheme scheme) { return scheme == Scheme::ordering || scheme == Scheme::x_y || cuts_worms(scheme); }

preemption_unit::Architecture architecture_of(Scheme scheme) {
  using preemption_unit::Architecture;
  switch (scheme) {
    case Scheme::I: return Architecture::any_channel;
    case Scheme::II: return Architecture::fixed_channel;
    case Scheme::III: return Architecture::moving_channel;
    case Scheme::dissemination:
    case Scheme::none: return Architecture::none;
    default: return Architecture::waiting;
  }
}

features::BarrierTree tree_of(Scheme scheme) {
  switch (scheme) {
    case Scheme::ordering: return features::BarrierTree::ordering;
    case Scheme::x_y: return features::BarrierTree::x_y;
    case Scheme::path: return features::BarrierTree::path;
    case Scheme::switch_ordering:
    case Scheme::software_ordering:
    case Scheme::number_ordering: return features::BarrierTree::switch_ordering;
    case Scheme::star: return features::BarrierTree::star;
    default: return features::BarrierTree::built;
  }
}

features::TopologySettings topology_of(const Run& run) {
  features::TopologySettings topology;
  if (run.mesh != 0) {
    topology.size = {run.mesh, run.mesh};
    return topology;
  }
  topology.kind = features::TopologyKind::random;
  topology.switches = run.nodes;
  topology.switch_links = 3;
  topology.seed = run.seed;
  return topology;
}

void add_barriers(const Run& run, features::Experiment& e) {
  e.barrier.architecture = architecture_of(run.scheme);
  if (cuts_worms(run.scheme))
    e.barrier.hold.cycles = run.hold;
  else
    e.barrier.reliability.cycles = run.scheme == Scheme::ordering ? 4 : 0;
  e.barrier.delay.cycles += run.slower;
  if (run.buffer != 0) {
    // Flits that still come after STOP have room above it.
    e.barrier.stop_at = run.buffer == most_buffered ? run.buffer - room_after_stop : run.buffer;
    if (run.buffer == most_buffered) e.barrier.buffer = run.buffer;
    e.barrier.queue = run.buffer;
  }
  if (run.mesh != 0 && cuts_worms(run.scheme)) e.barrier.ways = features::BarrierWays::x_y;  // as in section 4.3
  features::BarrierGroup group;
  if (run.medoid) group.centre = "medoid";
  group.size = run.members;
  group.seed = run.seed;
  group.from = run.load > 0 ? barriers_with_load : 0;
  e.barriers.groups = {group};
  e.barriers.tree = tree_of(run.scheme);
  e.barriers.combines_in_hardware = run.scheme == Scheme::switch_ordering || run.scheme == Scheme::number_ordering;
  e.barriers.orders_by_number = run.scheme == Scheme::number_ordering;
  e.barriers.acknowledge = run.scheme == Scheme::ordering;
  e.barriers.rounds = run.rounds;
  e.barriers.period.cycles = run.period;
  e.barriers.send_overhead.cycles = run.overhead / 2;
  e.barriers.receive_overhead.cycles = run.overhead - run.overhead / 2;
  e.barriers.timeout = 0;  // a congestion may be longer
}

/// The handler of a packet receives it and sends the next one: it takes Ts, both halves of the software's overhead of a message.
/// That of the host's command only sends, and takes as long, since all handlers have one cost.
void add_firmware(const Run& run, features::Experiment& e) {
  e.nic.endpoint = features::EndpointKind::nic;
  e.nic.firmware = "dissemination";
  e.nic_cost = reproduction::experiment_of(
                   {{"endpoint", "nic"}, {"nic.costs", "free"}, {"nic.cost.event", std::to_string(run.overhead)}})
                   .nic_cost;
  e.packet.format = port::PacketFormat::compact;
}

const barriers::Answers& answers_of(const Result& result) {
  const auto* section = result.section<barriers::Section>();
  if (section == nullptr) throw std::runtime_error("no host has barriers");
  return section->answers;
}

/// All members enter the second barrier at once, as the congestion assumes.
void check_entries(const barriers::Group& group, unsigned period) {
  const barriers::Round& second = group.rounds.at(1);
  if (second.first_in.value != period || second.last_in.value != period)
    throw std::runtime_error("members do not enter the second barrier together");
}

void take_data(const statistics::RunTotals& totals, Measurement& m) {
  m.accepted = totals.accepted_load();
  m.packets = totals.total_latency.packets();
  if (m.packets != 0) m.latency = totals.total_latency.mean();
}

void take_latencies(const barriers::Group& group, Measurement& m) {
  m.first = group.rounds.at(0).latency();
  for (std::size_t n = 1; n < group.rounds.size(); ++n) m.later.push_back(group.rounds[n].latency());
}

void take_costs(const barriers::Hardware& hardware, Measurement& m) {
  m.cuts = hardware.cuts;
  m.padding_flits = hardware.padding_flits;
  m.barrier_flits = hardware.barrier_flits;
}

}  // namespace

const char* to_string(Scheme scheme) {
  switch (scheme) {
    case Scheme::I: return "I";
    case Scheme::II: return "II";
    case Scheme::III: return "III";
    case Scheme::ordering: return "ordering";
    case Scheme::x_y: return "x-y";
    case Scheme::path: return "path";
    case Scheme::switch_ordering: return "switch ordering";
    case Scheme::software_ordering: return "switch ordering by software";
    case Scheme::number_ordering: return "number ordering";
    case Scheme::star: return "star";
    case Scheme::dissemination: return "dissemination";
    case Scheme::none: break;
  }
  return "no barriers";
}

double Measurement::mean_later() const {
  return later.empty() ? 0
                       : static_cast<double>(std::accumulate(later.begin(), later.end(), std::uint64_t{0})) /
                             static_cast<double>(later.size());
}

features::Experiment experiment_of(const Run& run) {
  features::Experiment e = reproduction::experiment_of({{"switch.preset", "sun2001"}});
  e.run.name = run.experiment;
  e.topology = topology_of(run);
  e.switches.virtual_channels = run.virtual_channels;
  e.link.delay.cycles += run.farther;
  e.switches.buffer_flits = std::max<std::uint64_t>(e.switches.buffer_flits, features::derived(e).smallest_buffer);
  e.traffic.load = run.load;
  e.packet.flits = run.packet_flits;
  if (run.scheme != Scheme::none) add_barriers(run, e);
  if (run.scheme == Scheme::dissemination) add_firmware(run, e);
  e.run.seed = run.seed;
  e.run.warmup = run.window != 0 ? window_begins : 0;
  e.run.max_cycles = run.window != 0 ? window_begins + run.window : most_cycles;
  e.run.watchdog = 0;  // no worm moves in a congestion
  return e;
}

features::Experiment congested(features::Experiment experiment, const Run& run, std::uint64_t from, std::uint64_t to) {
  const network::Netlist netlist = features::network_of(experiment);
  std::vector<std::uint16_t> members = netlist.barriers->members.at(0);
  RandomStream random(run.seed, 2, RandomPurpose::test);
  std::vector<bool> is_congested(netlist.switches.size());
  std::vector<std::uint32_t> switch_of(netlist.endpoints.size());
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == network::InstanceKind::endpoint)
      switch_of[netlist.endpoints[channel.from.instance].place.node.value] = channel.to.instance;
  for (unsigned i = 0; i < run.congested; ++i) {
    std::swap(members[i], members[i + random.below(static_cast<std::uint32_t>(members.size() - i))]);
    is_congested[switch_of[members[i]]] = true;
  }
  for (const network::Channel& channel : netlist.channels) {
    if (channel.from.kind != network::InstanceKind::any_switch || !is_congested[channel.from.instance]) continue;
    features::FaultSettings& held = experiment.faults.all.emplace_back();
    held.kind = features::FaultKind::held;
    held.link = network::channel_name(netlist, channel);
    held.from = from;
    held.to = to;
    held.moving = run.moving;
  }
  return experiment;
}

Measurement measure(const Run& run, const reproduction::Simulate& simulate) {
  features::Experiment experiment = experiment_of(run);
  if (run.congested != 0 && run.duration != 0) {
    const std::uint64_t begin = run.period + run.overhead / 2;
    experiment = congested(std::move(experiment), run, begin, begin + run.duration);
  }
  Measurement m;
  const bool in_window = run.window != 0;
  simulation::Hooks hooks;
  hooks.look = run.load > 0 ? look_with_data : look_without;
  hooks.fabric_over = [&](const network::Fabric& fabric) {
    if (in_window || !has_root(run.scheme)) return;
    const barriers::BarrierBound bound = barriers::barrier_bound(fabric, 0);
    m.bound = static_cast<double>(bound.cycles);
    m.hops = bound.hops;
    m.reached = barriers::share_reached(fabric, 0);
  };
  const Result result = simulate(experiment, hooks);
  reproduction::require_complete(result);
  take_data(result.totals, m);
  if (result.sections.empty()) return m;
  const barriers::Answers& answers = answers_of(result);
  const bool complete = answers.complete();
  if (in_window && complete) throw std::runtime_error("barriers end before the window does");
  if (!in_window && !complete) throw std::runtime_error("a barrier does not complete");
  if (run.congested != 0) check_entries(answers.groups.at(0), run.period);
  if (!in_window) take_latencies(answers.groups.at(0), m);
  take_costs(answers.hardware, m);
  return m;
}

}  // namespace slackline::sun2001
