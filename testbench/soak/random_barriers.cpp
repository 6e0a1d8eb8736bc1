#include "testbench/soak/random_barriers.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/features/barrier/trees.hpp"
#include "testbench/features/barrier/ways_round_failures.hpp"
#include "testbench/routing/in_tree.hpp"
#include "testbench/routing/up_down.hpp"

namespace slackline::soak {

using network::Netlist;

namespace {

/// Units of one kind in all switches.
void add_units(Netlist& netlist, RandomStream& random) {
  barrier::SwitchParams barrier;
  barrier.preemption.architecture = static_cast<preemption_unit::Architecture>(1 + random.below(4));
  barrier.preemption.victim = static_cast<preemption_unit::Victim>(random.below(2));
  barrier.preemption.preempt = static_cast<std::uint8_t>(4 + random.below(8));
  barrier.hold = static_cast<std::uint16_t>(1 + random.below(40));
  barrier.padding_delay = static_cast<std::uint8_t>(1 + random.below(4));
  barrier.unit.entries = static_cast<std::uint16_t>(1 + random.below(4));
  barrier.unit.queue = static_cast<std::uint8_t>(1 + random.below(3));
  barrier.unit.delay = static_cast<std::uint8_t>(1 + random.below(4));
  barrier.unit.reliability = static_cast<std::uint8_t>(random.below(6));
  barrier.stop_at = static_cast<std::uint8_t>(1 + random.below(3));
  barrier.unit.buffer = barrier.stop_at;
  for (wormhole_switch::Params& kind : netlist.switch_kinds) {
    kind.barrier = barrier;
    kind.buffer.flits = static_cast<std::uint16_t>(kind.buffer.flits + kind.padding_room());
  }
  const Netlist whole = network::completed(netlist);
  for (const network::Channel& channel : whole.channels)
    if (channel.to.kind == network::InstanceKind::any_switch)
      barrier.unit.buffer =
          std::max(barrier.unit.buffer,
                   static_cast<std::uint8_t>(network::smallest_barrier_buffer(network::loop_of(whole, channel))));
  for (wormhole_switch::Params& kind : netlist.switch_kinds) kind.barrier.unit.buffer = barrier.unit.buffer;
}

/// Trees that messages build, or that are planned, on all ways or on one tree over all switches; or paths on those.
void add_ways(Netlist& netlist, RandomStream& random, barrier::Traffic& traffic) {
  const routing::SwitchGraph graph(netlist);
  const auto root = random.below(static_cast<std::uint32_t>(netlist.switches.size()));
  const std::vector<std::uint32_t> order = routing::order_from_root(graph, root);
  const bool planned = random.below(3) == 0, on_one_tree = planned && random.below(2) == 0;
  barrier::NetworkWays& ways = netlist.barrier_ways;
  for (const std::vector<std::uint16_t>& row :
       on_one_tree ? barriers::spanning_tree_ports(graph, order) : routing::in_tree_ports(graph, order))
    ways.ports_to_switch.insert(ways.ports_to_switch.end(), row.begin(), row.end());
  if (!planned && random.below(2) == 0) ways.choices = barriers::ways_round_failures(netlist, order, root, 50);
  if (!planned) return;
  barriers::TreeRoot of_trees;
  if (on_one_tree) of_trees.top = root;
  if (random.below(3) == 0)
    barriers::plan_paths(graph, ways, traffic);
  else
    barriers::plan_trees(graph, of_trees, random.below(2) == 0, ways, traffic);
  std::uint16_t entries = netlist.switch_kinds[0].barrier.unit.entries;
  for (const std::vector<barrier_unit::Planned>& at_switch : ways.planned)
    entries = std::max(entries, static_cast<std::uint16_t>(at_switch.size()));
  for (wormhole_switch::Params& kind : netlist.switch_kinds) kind.barrier.unit.entries = entries;
}

std::shared_ptr<barrier::Traffic> random_groups(const Netlist& netlist, RandomStream& random) {
  auto traffic = std::make_shared<barrier::Traffic>();
  const auto hosts = static_cast<std::uint32_t>(netlist.endpoints.size());
  traffic->hosts.resize(hosts);
  traffic->rounds = 1 + random.below(5);
  traffic->think = random.below(50);
  traffic->period = traffic->think % 4 == 0 ? 10 * traffic->think : 0;
  traffic->send_overhead = random.below(30);
  traffic->receive_overhead = random.below(30);
  for (std::uint32_t group = random.below(6); group != 0; --group) {
    std::vector<std::uint32_t> order(hosts);
    for (std::uint32_t h = 0; h < hosts; ++h) order[h] = h;
    const std::uint32_t members = 1 + random.below(hosts);
    for (std::uint32_t h = 0; h < members; ++h) std::swap(order[h], order[h + random.below(hosts - h)]);
    const std::vector<std::uint16_t> chosen(order.begin(), order.begin() + members);
    std::vector<Cycle> enters;
    for (std::uint32_t h = 0; h < members; ++h) enters.emplace_back(random.below(100));
    barrier::add_group(*traffic, static_cast<std::uint8_t>(group), chosen[0], chosen, enters);
  }
  return traffic;
}

}  // namespace

void add_random_barriers(Netlist& netlist, std::uint64_t seed) {
  const auto has_no_room = [](const wormhole_switch::Params& p) {
    return p.switching == wormhole_switch::Switching::virtual_cut_through ||
           p.virtual_channels >= wormhole_switch::most_virtual_channels;
  };
  if (seed % 5 != 4 || std::any_of(netlist.switch_kinds.begin(), netlist.switch_kinds.end(), has_no_room)) return;
  RandomStream random(seed, 4, RandomPurpose::test);
  add_units(netlist, random);
  auto traffic = random_groups(netlist, random);
  add_ways(netlist, random, *traffic);
  if (random.below(2) == 0)
    for (unsigned group = random.below(8); group != 0; --group)
      netlist.barrier_ways.holds.push_back(static_cast<std::uint16_t>(1 + random.below(60)));
  netlist.barriers = std::move(traffic);
}

}  // namespace slackline::soak
