#include "tests/rtl_models/network/barrier_network.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/nic/fault_text.hpp"
#include "testbench/routing/barrier_trees.hpp"
#include "testbench/routing/in_tree.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/routing/up_down.hpp"
#include "testbench/topology/shape.hpp"

namespace slackline::test {

namespace {

std::shared_ptr<endpoint::BarrierTraffic> random_groups(const BarrierSettings& settings, std::uint32_t hosts,
                                                        RandomStream& random) {
  auto traffic = std::make_shared<endpoint::BarrierTraffic>();
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
    endpoint::add_group(*traffic, static_cast<std::uint8_t>(g), chosen[0], chosen, enters);
  }
  return traffic;
}

std::shared_ptr<const network::HostInterfaces> interfaces_of(const BarrierSettings& settings, std::size_t hosts) {
  const firmware::Entry* entry = firmware::find_firmware(settings.firmware);
  if (entry == nullptr) throw std::invalid_argument(settings.firmware);
  auto interfaces = std::make_shared<network::HostInterfaces>();
  interfaces->nic.firmware = entry->firmware;
  interfaces->delivery = entry->delivery;
  interfaces->nic.memory_bytes = 32 * 1024;
  interfaces->nic.parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
  interfaces->nic.parameters[NIC_PARAMETER_WINDOW] = 4;
  interfaces->clocks.resize(hosts);
  if (settings.slow_handlers) {
    nic::Costs& costs = interfaces->nic.costs;
    costs.event.fill(24);
    costs.start = 24;
    costs.register_read = costs.register_write = costs.load = costs.store = 2;
  }
  return interfaces;
}

/// What hosts do in barriers, with interfaces or without.
const endpoint::BarrierTraffic& traffic_of(const network::Netlist& netlist) { return *network::barriers_of(netlist); }
const endpoint::Member* members_of(const network::Fabric& fabric, std::size_t host) {
  return fabric.netlist().interfaces != nullptr ? fabric.interface_state(host).host.members
                                                : fabric.endpoint_state(host).members;
}

/// "": it has not gone wrong.
std::string fault_of_interface(const network::HostInterface& s) {
  if (s.nic.processor.fault.kind != nic::FaultKind::none) return nic::fault_text(s.nic.processor.fault);
  return s.host.faults.any() ? "completions that cannot be" : "";
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
  wormhole_switch::Params& p = netlist.switch_params;
  p.virtual_channels = settings.virtual_channels;
  p.buffer.flits = 24;
  const bool one_watermark = settings.flow_control == flow_controller::Kind::busy_ready;
  p.flow = {12, static_cast<std::uint16_t>(one_watermark ? 11 : 6), 0, settings.flow_control};
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
       settings.planned ? routing::spanning_tree_ports(graph, order) : routing::in_tree_ports(graph, order))
    netlist.barrier_ways.ports_to_switch.insert(netlist.barrier_ways.ports_to_switch.end(), row.begin(), row.end());
  if (settings.adaptive) netlist.barrier_ways.legal_ports = routing::legal_ports(graph, order);
  endpoint::TrafficParams& traffic = netlist.endpoint_params.traffic;
  traffic.pattern = endpoint::Pattern::uniform;
  traffic.packet_flits = settings.packet_flits;
  traffic.packets_per_cycle = settings.load / settings.packet_flits;
  traffic.seed = seed;
  auto groups = random_groups(settings, static_cast<std::uint32_t>(netlist.endpoints.size()), random);
  if (settings.planned) routing::plan_trees(graph, {root}, true, netlist.barrier_ways, *groups);
  if (settings.paths) routing::plan_paths(graph, netlist.barrier_ways, *groups);
  netlist.endpoint_params.barriers = std::move(groups);
  if (!settings.firmware.empty()) netlist.interfaces = interfaces_of(settings, netlist.endpoints.size());
  return netlist;
}

std::string fault_of_barriers(const network::Fabric& fabric) {
  const network::Netlist& netlist = fabric.netlist();
  const endpoint::BarrierTraffic& traffic = traffic_of(netlist);
  for (std::size_t s = 0; s < netlist.switches.size(); ++s)
    if (const wormhole_switch::BarrierPorts& b = *fabric.switch_state(s).barrier; b.unit.faults.any() || b.lost != 0)
      return netlist.switches[s].name + ": a fault of its barrier unit";
  struct Times {
    Cycle last_in, first_out = never;
  };
  std::map<std::pair<unsigned, unsigned>, Times> of;  // by group and round
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    const endpoint::State& host = fabric.endpoint_state(i);
    const std::vector<endpoint::Membership>& groups = traffic.hosts[netlist.endpoints[i].place.node.value];
    if (netlist.interfaces != nullptr)
      if (const std::string fault = fault_of_interface(fabric.interface_state(i)); !fault.empty())
        return netlist.endpoints[i].name + ": " + fault;
    if (host.barrier->lost != 0) return netlist.endpoints[i].name + ": messages that nothing knows";
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (unsigned round = 0; round < traffic.rounds; ++round) {
        const endpoint::Member& member = members_of(fabric, i)[g];
        if (member.left[round] == never)
          return netlist.endpoints[i].name + " has not left barrier " + std::to_string(round) + " of group " +
                 std::to_string(groups[g].group);
        Times& times = of[{groups[g].group, round}];
        times.last_in = std::max(times.last_in, member.entered[round]);
        times.first_out = std::min(times.first_out, member.left[round]);
      }
  }
  for (const auto& [at, times] : of)
    if (times.first_out <= times.last_in)
      return "group " + std::to_string(at.first) + ": left barrier " + std::to_string(at.second) + " too early";
  return "";
}

std::uint64_t barriers_left(const network::Fabric& fabric) {
  std::uint64_t left = 0;
  for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i)
    for (unsigned g = 0; g < traffic_of(fabric.netlist()).hosts[fabric.netlist().endpoints[i].place.node.value].size();
         ++g)
      left += members_of(fabric, i)[g].round;
  return left;
}

namespace {

template <class Count>
std::uint64_t sum_over_units(const network::Fabric& fabric, Count&& count) {
  std::uint64_t sum = 0;
  for (std::size_t s = 0; s < fabric.netlist().switches.size(); ++s) sum += count(fabric.switch_state(s).barrier->unit);
  return sum;
}

}  // namespace

std::uint64_t completed(const network::Fabric& fabric) {
  return sum_over_units(fabric, [](const barrier_unit::State& unit) { return unit.completed; });
}

std::uint64_t acknowledged(const network::Fabric& fabric) {
  return sum_over_units(fabric, [](const barrier_unit::State& unit) { return unit.acknowledged; });
}

std::uint64_t preemptions(const network::Fabric& fabric) {
  std::uint64_t sum = 0;
  for (std::size_t s = 0; s < fabric.netlist().switches.size(); ++s)
    for (unsigned o = 0; o < fabric.netlist().switch_params.ports; ++o)
      sum += fabric.switch_state(s).barrier->counters[o].preemptions;
  return sum;
}

std::uint64_t padding(const network::Fabric& fabric) {
  std::uint64_t sum = 0;
  for (std::size_t s = 0; s < fabric.netlist().switches.size(); ++s)
    for (unsigned v = 0; v < fabric.netlist().switch_params.virtual_channels; ++v)
      sum += fabric.switch_state(s).barrier->padding[v].flits;
  return sum;
}

}  // namespace slackline::test
