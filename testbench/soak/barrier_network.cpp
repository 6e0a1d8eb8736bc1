#include "testbench/soak/barrier_network.hpp"

#include <algorithm>
#include <stdexcept>

#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/features/barrier/trees.hpp"
#include "testbench/features/barrier/ways_round_failures.hpp"
#include "testbench/routing/in_tree.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/routing/up_down.hpp"
#include "testbench/topology/shape.hpp"

namespace slackline::soak {

namespace {

std::shared_ptr<barrier::Traffic> random_groups(const BarrierSettings& settings, std::uint32_t hosts,
                                                RandomStream& random) {
  auto traffic = std::make_shared<barrier::Traffic>();
  traffic->hosts.resize(hosts);
  traffic->rounds = settings.rounds;
  traffic->think = random.below(200);
  traffic->send_overhead = random.below(60);
  traffic->receive_overhead = random.below(60);
  for (unsigned g = 0; g < settings.groups; ++g) {
    std::vector<std::uint32_t> members(hosts);
    for (std::uint32_t h = 0; h < hosts; ++h) members[h] = h;
    const std::uint32_t count = 2 + random.below(hosts - 1);
    for (std::uint32_t h = 0; h < count; ++h) std::swap(members[h], members[h + random.below(hosts - h)]);
    std::vector<std::uint16_t> chosen(members.begin(), members.begin() + count);
    std::vector<Cycle> enters;
    for (std::uint32_t h = 0; h < count; ++h) enters.emplace_back(random.below(600));
    barrier::add_group(*traffic, static_cast<std::uint8_t>(g), chosen[0], chosen, enters);
  }
  return traffic;
}

std::shared_ptr<const network::HostInterfaces> interfaces_of(const BarrierSettings& settings, std::size_t hosts) {
  const firmware::Entry* entry = firmware::find_firmware(settings.firmware);
  if (entry == nullptr) throw std::invalid_argument(settings.firmware);
  auto interfaces = std::make_shared<network::HostInterfaces>();
  nic::Params& nic = interfaces->nics.front();
  nic.firmware = entry->firmware;
  interfaces->delivery = entry->delivery;
  nic.memory_bytes = 32 * 1024;
  nic.parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
  nic.parameters[NIC_PARAMETER_WINDOW] = 4;
  interfaces->clocks.resize(hosts);
  if (settings.slow_handlers) {
    nic::Costs& costs = nic.costs;
    costs.event.fill(24);
    costs.start = 24;
    costs.register_read = costs.register_write = costs.load = costs.store = 2;
  }
  return interfaces;
}

std::vector<std::uint32_t> links_between_switches(const network::Netlist& netlist) {
  std::vector<std::uint32_t> links;
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c)
    if (netlist.channels[c].from.kind == network::InstanceKind::any_switch &&
        netlist.channels[c].to.kind == network::InstanceKind::any_switch)
      links.push_back(c);
  return links;
}

/// Every second link, with worms of which every second moves.
void hold_links(const BarrierSettings& settings, std::uint64_t seed, network::Netlist& netlist) {
  const std::vector<std::uint32_t> links = links_between_switches(netlist);
  for (std::size_t i = 0; settings.held != 0 && i < links.size(); i += 2) {
    LinkFault fault;
    fault.kind = LinkFaultKind::held;
    fault.from = Cycle(500);
    fault.to = fault.from + settings.held;
    fault.moving = 0.5;
    fault.seed = mix64(seed) + i;
    netlist.faults.push_back({links[i], fault});
  }
}

/// Draws nothing where there are none.
void add_dead_links(const BarrierSettings& settings, RandomStream& random, network::Netlist& netlist) {
  const std::vector<std::uint32_t> links = links_between_switches(netlist);
  for (unsigned n = 0; n < settings.dead_links; ++n) {
    LinkFault fault;
    fault.kind = LinkFaultKind::dead;
    fault.count = 0;
    fault.from = settings.dead_from;
    netlist.faults.push_back({links[random.below(static_cast<std::uint32_t>(links.size()))], fault});
  }
}

}  // namespace

network::Netlist barrier_network(const BarrierSettings& settings, std::uint64_t seed) {
  RandomStream random(seed, 3, RandomPurpose::test);
  network::Netlist netlist;
  topology::RandomGraph shape;
  shape.switch_count = settings.switches;
  shape.switch_links = 3;
  shape.hosts_per_switch = 1;
  shape.seed = seed;
  const topology::Structure structure = topology::build(shape, netlist);
  wormhole_switch::Params& p = netlist.switch_kinds[0];
  p.virtual_channels = settings.virtual_channels;
  p.buffer.flits = 24;
  p.flow = {12, flow_controller::go_at_for(settings.flow_control, 12, 6), 0, settings.flow_control};
  p.header_delay = 6;
  p.data_delay = 2;
  p.arbitration = 2;
  p.barrier.preemption.architecture = settings.architecture;
  p.barrier.preemption.preempt = static_cast<std::uint8_t>(6 + random.below(5));
  p.barrier.unit.entries = settings.entries;
  p.barrier.unit.reliability = settings.reliability;
  p.barrier.unit.buffer = 8;
  p.barrier.stop_at = 3;
  for (network::Channel& channel : netlist.channels) channel.delay = channel.stop_delay = 2;
  routing::Settings routes;
  routes.algorithm = routing::Algorithm::up_down;
  routes.at_switch = route_unit::Kind::table;
  if (const Violations found = routing::fill(routes, structure, netlist); !found.empty())
    throw std::invalid_argument(to_string(found));
  const routing::SwitchGraph graph(netlist);
  const std::uint32_t root = random.below(settings.switches);
  const std::vector<std::uint32_t> order = routing::order_from_root(graph, root);
  for (const auto& row :
       settings.planned ? barriers::spanning_tree_ports(graph, order) : routing::in_tree_ports(graph, order))
    netlist.barrier_ways.ports_to_switch.insert(netlist.barrier_ways.ports_to_switch.end(), row.begin(), row.end());
  add_dead_links(settings, random, netlist);
  hold_links(settings, seed, netlist);
  if (settings.adaptive) netlist.barrier_ways.choices = barriers::ways_round_failures(netlist, order, root, 50);
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::uniform;
  traffic.packet_flits = settings.packet_flits;
  traffic.packets_per_cycle = settings.load / settings.packet_flits;
  traffic.seed = seed;
  auto groups = random_groups(settings, static_cast<std::uint32_t>(netlist.endpoints.size()), random);
  if (settings.planned) barriers::plan_trees(graph, {root}, true, netlist.barrier_ways, *groups);
  if (settings.paths) barriers::plan_paths(graph, netlist.barrier_ways, *groups);
  if (settings.of_members)
    barriers::plan_member_trees(graph, barriers::depth_first(graph, order), seed % 2 == 0, *groups);
  netlist.barriers = std::move(groups);
  if (!settings.firmware.empty()) netlist.interfaces = interfaces_of(settings, netlist.endpoints.size());
  return netlist;
}

BarrierSettings heavy_barriers(std::uint64_t seed) {
  BarrierSettings settings;
  settings.architecture = static_cast<preemption_unit::Architecture>(1 + seed % 3);
  settings.switches = 6 + static_cast<unsigned>(seed % 11);
  settings.rounds = 100;
  settings.virtual_channels = static_cast<std::uint8_t>(1 + seed / 3 % 4);
  settings.flow_control = flow_controller::all_kinds[seed / 12 % std::size(flow_controller::all_kinds)].kind;
  settings.packet_flits = static_cast<std::uint16_t>(1 + 17 * (seed % 5));
  settings.load = 0.3 + 0.1 * static_cast<double>(seed % 7);
  return settings;
}

network::Netlist heavy_barrier_network(std::uint64_t seed) {
  return barrier_network(heavy_barriers(seed), 1000 + seed);
}

}  // namespace slackline::soak
