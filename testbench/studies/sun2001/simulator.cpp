#include "testbench/studies/sun2001/simulator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/network/fabric.hpp"
#include "testbench/barriers/answers.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/config/meaning.hpp"
#include "testbench/config/reader.hpp"
#include "testbench/monitors/barrier_bound.hpp"
#include "testbench/statistics/run_totals.hpp"

namespace slackline::sun2001 {

namespace {

/// Cycles before the second barrier at which members' switches are congested already: as long as behind its begin, so that
/// worms stand there, up to a limit.
constexpr std::uint64_t most_lead = 2000;
std::uint64_t lead_of(const Run& run) { return std::min(run.duration, most_lead); }
constexpr std::uint64_t patience = 20'000'000;
/// Cycles: barriers begin when worms stand everywhere, a window when barriers have begun.
constexpr unsigned first_entry = 2000;
constexpr Cycle window_begins{5000};

/// It has a root in a switch, to which theorem 2's bound applies.
bool has_root(Scheme scheme) { return scheme != Scheme::path && scheme != Scheme::star; }

bool is_built(Scheme scheme) { return scheme == Scheme::I || scheme == Scheme::II || scheme == Scheme::III; }

const char* tree_of(Scheme scheme) {
  switch (scheme) {
    case Scheme::ordering: return "ordering, acknowledge: true";
    case Scheme::x_y: return "x_y";
    case Scheme::path: return "path";
    case Scheme::star: return "star";
    default: return "built";
  }
}

network::Netlist network_of(const Run& run) {
  const auto text = std::make_shared<const config::Source>(run.experiment, configuration(run));
  config::Reading reading = config::read_experiment(text);
  config::check_meaning(reading);
  if (!reading.faults.empty()) throw std::runtime_error(to_string(reading.faults.front()));
  return config::network_of(reading.experiment);
}

/// Runs until all have left barrier `round`, or all; `rounds`: of each member.
void run_until_left(network::Fabric& fabric, const barriers::View& view, std::uint32_t rounds) {
  const std::uint64_t last = fabric.now().value + patience;
  const auto is_over = [&] {
    return std::all_of(view.hosts.begin(), view.hosts.end(), [&](const endpoint::State* host) {
      return host->groups == 0 || host->members[0].round >= rounds;
    });
  };
  while (!is_over()) {
    if (fabric.now().value >= last) throw std::runtime_error("a barrier does not come about");
    fabric.run_until(fabric.now() + 64);
  }
}

/// The switches of some members pass on nothing of the data channels from `from` on.
void congest(const Run& run, Cycle from, Cycle to, network::Netlist& netlist) {
  std::vector<std::uint16_t> members = netlist.endpoint_params.barriers->members.at(0);
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
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::Channel& channel = netlist.channels[c];
    if (channel.from.kind != network::InstanceKind::wormhole_switch || !is_congested[channel.from.instance] ||
        channel.to.kind != network::InstanceKind::wormhole_switch)
      continue;
    LinkFault fault;
    fault.kind = LinkFaultKind::stop_stuck;
    fault.from = from;
    fault.to = to;
    fault.count = 0;
    fault.level = true;
    fault.vcs = first_vcs(run.virtual_channels);
    netlist.faults.push_back({c, fault});
  }
}

/// When the last member enters the second barrier, of a run without congestion: nothing before it depends on that.
Cycle second_begins(const network::Netlist& netlist) {
  network::Fabric fabric(network::elaborate(netlist));
  const barriers::View view = barriers::view_of(fabric);
  run_until_left(fabric, view, 2);
  return barriers::answers_of(view).groups.at(0).rounds.at(1).last_in;
}

void check(const barriers::Answers& answers, const statistics::RunTotals& totals) {
  for (const barriers::Group& group : answers.groups)
    if (group.early()) throw std::runtime_error("a member has left a barrier that not all had entered");
  if (!totals.conserved()) throw std::runtime_error("flits are not conserved");
  if (!totals.faults.empty()) throw std::runtime_error(totals.faults[0].instance + ": " + totals.faults[0].fault);
}

}  // namespace

std::string configuration(const Run& run) {
  const std::string topology =
      run.mesh != 0 ? fmt::format("kind: mesh, size: [{0}, {0}]", run.mesh)
                    : fmt::format("kind: random, switches: {}, switch_links: 3, hosts_per_switch: 1, seed: {}",
                                  run.nodes, run.seed);
  if (run.scheme == Scheme::none)
    return fmt::format(
        "schema_version: 1\n"
        "switch: {{ preset: sun2001, virtual_channels: {} }}\n"
        "topology: {{ {} }}\n"
        "traffic: {{ load: {}, packet: {{ flits: {} }} }}\n"
        "run: {{ seed: {} }}\n",
        run.virtual_channels, topology, run.load, run.packet_flits, run.seed);
  const std::string barrier =
      is_built(run.scheme)
          ? fmt::format("architecture: {}, hold: {}", to_string(run.scheme), run.hold)
          : fmt::format("architecture: waiting, reliability: {}", run.scheme == Scheme::ordering ? 4 : 0);
  return fmt::format(
      "schema_version: 1\n"
      "switch: {{ preset: sun2001, virtual_channels: {}, barrier: {{ {} }} }}\n"
      "topology: {{ {} }}\n"
      "traffic: {{ load: {}, packet: {{ flits: {} }} }}\n"
      "barriers: {{ tree: {}, groups: [ {{ size: {}, seed: {}, from: {} }} ], rounds: {}, think: {},"
      " send_overhead: {}, receive_overhead: {} }}\n"
      "run: {{ seed: {} }}\n",
      run.virtual_channels, barrier, topology, run.load, run.packet_flits, tree_of(run.scheme), run.members, run.seed,
      run.load > 0 ? first_entry : 0, run.rounds, run.congested != 0 ? most_lead + 500 : 0, run.overhead / 2,
      run.overhead - run.overhead / 2, run.seed);
}

namespace {

void take_data(const statistics::RunTotals& totals, Measurement& m) {
  m.accepted = totals.accepted_load();
  m.packets = totals.total_latency.packets();
  if (m.packets != 0) m.latency = totals.total_latency.mean();
}

void take_costs(const barriers::Hardware& hardware, Measurement& m) {
  m.cuts = hardware.cuts;
  m.padding_flits = hardware.padding_flits;
  m.barrier_flits = hardware.barrier_flits;
}

/// What the data come to in a window that is the same for all schemes, and for data alone.
Measurement simulate_window(const Run& run) {
  network::Fabric fabric(network::elaborate(network_of(run)));
  statistics::HostCounter counter(fabric.netlist());
  fabric.run_until(window_begins);
  const statistics::Snapshot begin = statistics::take_snapshot(fabric, counter);
  fabric.run_until(window_begins + run.window);
  const statistics::RunTotals totals = statistics::collect(fabric, begin, counter);
  barriers::Answers answers;
  if (run.scheme != Scheme::none) answers = barriers::answers_of(barriers::view_of(fabric));
  check(answers, totals);
  for (const barriers::Group& group : answers.groups)
    if (group.complete == run.rounds) throw std::runtime_error("barriers end before the window does");
  Measurement m;
  take_costs(answers.hardware, m);
  take_data(totals, m);
  return m;
}

}  // namespace

Measurement simulate(const Run& run) {
  if (run.window != 0) return simulate_window(run);
  network::Netlist netlist = network_of(run);
  if (run.congested != 0) {
    const Cycle begin = second_begins(netlist);
    congest(run, Cycle(begin.value - lead_of(run)), begin + run.duration, netlist);
  }
  network::Fabric fabric(network::elaborate(std::move(netlist)));
  const barriers::View view = barriers::view_of(fabric);
  run_until_left(fabric, view, run.rounds);
  const barriers::Answers answers = barriers::answers_of(view);
  statistics::RunTotals totals = statistics::collect(fabric);
  check(answers, totals);
  const barriers::Group& group = answers.groups.at(0);
  Measurement m;
  m.first = group.rounds.at(0).latency();
  for (std::size_t n = 1; n < group.rounds.size(); ++n) m.later.push_back(group.rounds[n].latency());
  if (has_root(run.scheme)) {
    const monitors::BarrierBound bound = monitors::barrier_bound(fabric, 0);
    m.bound = static_cast<double>(bound.cycles);
    m.hops = bound.hops;
  }
  take_costs(answers.hardware, m);
  take_data(totals, m);
  return m;
}

}  // namespace slackline::sun2001
