#include "testbench/soak/random_network.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/routing/dimension_order.hpp"
#include "testbench/soak/random_barriers.hpp"
#include "testbench/soak/random_tables.hpp"
#include "testbench/topology/mesh.hpp"

namespace slackline::soak {

namespace {

using network::Netlist;
using network::PortRef;

/// A random order of 0 .. count-1 (Fisher and Yates).
std::vector<std::uint32_t> random_order(std::size_t count, RandomStream& random) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
  return order;
}

/// Hosts at a single switch: one in four has several banks of ports. Their stream is another one, so that the other
/// networks stay as they are.
std::uint8_t hosts_of_one_switch(std::uint64_t seed, RandomStream& random) {
  const std::uint32_t up_to_60 = 2 + random.below(59);
  RandomStream of_banks(seed, 6, RandomPurpose::test);
  const bool several_banks = of_banks.below(4) == 0;
  return static_cast<std::uint8_t>(several_banks ? 63 + of_banks.below(192) : up_to_60);
}

topology::Mesh random_mesh(std::uint64_t seed, RandomStream& random) {
  topology::Mesh mesh;
  if (random.below(20) == 0) {  // one switch, up to all of its ports
    mesh.size = {1};
    mesh.hosts_per_switch = hosts_of_one_switch(seed, random);
    return mesh;
  }
  mesh.wraps = random.below(4) == 0;
  do {
    mesh.size.resize(1 + random.below(4));
    for (std::uint16_t& along : mesh.size) along = static_cast<std::uint16_t>(1 + random.below(4));
    mesh.hosts_per_switch = static_cast<std::uint8_t>(1 + random.below(3));
  } while (mesh.hosts() < 2 || mesh.hosts() > 60);
  return mesh;
}

void random_delays(wormhole_switch::Params& p, RandomStream& random) {
  p.crossbar = static_cast<std::uint16_t>(1 + random.below(3));
  p.data_delay = static_cast<std::uint16_t>(p.crossbar + random.below(3));
  p.arbitration = static_cast<std::uint16_t>(random.below(3));
  p.header_delay = static_cast<std::uint16_t>(p.data_delay + p.arbitration + random.below(4));
  p.flow.fc_cycles = static_cast<std::uint8_t>(random.below(3));
}

void random_delays(Netlist& netlist, RandomStream& random) {
  random_delays(netlist.switch_kinds[0], random);
  netlist.switch_kinds[0].host_fc_cycles = static_cast<std::uint8_t>(random.below(3));
  const bool equal_links = random.below(2) == 0;
  const bool fast_links = random.below(2) == 0;
  for (network::Channel& channel : netlist.channels) {
    if (!fast_links) {  // from 1 to 4, in fractions down to one of 4
      const std::uint32_t flits = 1 + random.below(4);
      channel.cycles_per_flit = {flits + random.below(3 * flits + 1), flits};
    }
    channel.delay = equal_links ? 1 : 1 + random.below(5);
    channel.stop_delay = equal_links ? 1 : 1 + random.below(5);
  }
}

/// Any pattern that the network's shape allows; every third time uniform.
generator::Pattern random_pattern(generator::TrafficParams traffic, RandomStream& random) {
  do traffic.pattern = static_cast<generator::Pattern>(random.below(generator::patterns));
  while (!traffic.violations().empty());
  return random.below(3) == 0 ? generator::Pattern::uniform : traffic.pattern;
}

void random_lengths_and_arrivals(generator::TrafficParams& traffic, RandomStream& random) {
  if (random.below(3) == 0)
    for (unsigned i = 1 + random.below(4); i > 0; --i)
      traffic.lengths.push_back({static_cast<std::uint16_t>(1 + random.below(20)), 1 + random.below(5)});
  traffic.arrivals.kind = static_cast<generator::ArrivalKind>(random.below(3));
  traffic.arrivals.burst = 1 + random.below(100);
  traffic.packets_per_cycle = random.unit() / traffic.mean_packet_flits();
  if (!traffic.violations().empty()) traffic.packets_per_cycle /= 2;  // bursts of single flits, too short for the load
}

/// The size that the most demanding buffer of a switch of a kind needs.
unsigned largest_of_smallest_buffers(const Netlist& given, std::uint32_t kind) {
  const Netlist netlist = network::completed(given);
  const wormhole_switch::Params& p = netlist.switch_kinds[kind];
  unsigned largest = p.has_credits() ? p.longest_packet : p.flow.stop_at;  // also of a kind without switches
  for (const network::Channel& channel : netlist.channels)
    if (channel.to.kind == network::InstanceKind::any_switch && netlist.switches[channel.to.instance].kind == kind)
      largest = std::max(largest, network::smallest_buffer(network::loop_of(netlist, channel)));
  return largest;
}

void random_virtual_channels(Netlist& netlist, RandomStream& random) {
  constexpr std::uint8_t numbers[] = {1, 1, 1, 2, 2, 2, 3, 4, 4, 8, 16};
  std::uint8_t& virtual_channels = netlist.switch_kinds[0].virtual_channels;
  virtual_channels = numbers[random.below(std::size(numbers))];
  if (netlist.routing.wraps && virtual_channels % 2 != 0) ++virtual_channels;
  netlist.routing.vc_assignment = static_cast<route_unit::VcAssignment>(random.below(2));
}

/// Dimension order in the switches, or as a table there, or at the sources.
void random_routing(Netlist& netlist, const topology::Structure& mesh, RandomStream& random) {
  route_unit::Params& route = netlist.routing;
  const auto kind = static_cast<route_unit::Kind>(random.below(2) * random.below(4));
  if (mesh.wraps || kind == route_unit::Kind::dimension_order) return;
  netlist.route_tables = routing::dimension_order(routing::SwitchGraph(netlist), mesh, routing::Dateline::none);
  route.kind = kind;
  if (kind == route_unit::Kind::source_shifted && !network::violations(netlist, network::Check::structure).empty())
    route.kind = route_unit::Kind::source_stripped;
}

/// Packets of bytes, none too short.
void random_format(Netlist& netlist, RandomStream& random) {
  port::PacketFormat format = port::PacketFormat::servernet;
  if (netlist.routing.kind >= route_unit::Kind::source_stripped) {
    if (netlist.routing.kind != route_unit::Kind::source_stripped) return;
    format = port::PacketFormat::myrinet;
    const unsigned port_bits = route_unit::stripped_port_bits(netlist.most_ports());
    if (port_bits + netlist.routing.class_bits() > 7) return;  // no room for both in a byte with its top bit clear
  }
  if (random.below(2) == 0) return;
  const auto least = static_cast<std::uint16_t>(smallest_packet(format));
  netlist.port_params.format = format;
  netlist.switch_kinds[0].trailing_crc = format == port::PacketFormat::myrinet;
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.packet_flits = std::max(traffic.packet_flits, least);
  for (generator::LengthWeight& length : traffic.lengths) length.flits = std::max(length.flits, least);
  if (traffic.response_flits != 0) traffic.response_flits = std::max(traffic.response_flits, least);
}

void random_flow_control(wormhole_switch::Params& p, RandomStream& random) {
  p.flow.kind = flow_controller::all_kinds[random.below(std::size(flow_controller::all_kinds))].kind;
  p.flow.stop_at = static_cast<std::uint16_t>(1 + random.below(10));
  const auto go_at = static_cast<std::uint16_t>(random.below(p.flow.stop_at));
  p.flow.go_at = flow_controller::go_at_for(p.flow.kind, p.flow.stop_at, go_at);
  if (random.below(4) == 0) p.switching = wormhole_switch::Switching::virtual_cut_through;
}

void random_buffers(Netlist& netlist, RandomStream& random) {
  for (std::uint32_t kind = 0; kind < netlist.switch_kinds.size(); ++kind) {
    wormhole_switch::Params& p = netlist.switch_kinds[kind];
    const unsigned more = p.has_credits() ? random.below(12) : random.below(3);
    p.buffer.flits = static_cast<std::uint16_t>(largest_of_smallest_buffers(netlist, kind) + more);
  }
}

/// Virtual channels for one more kind: the classes of routing have as many each; where packets keep theirs, as before.
std::uint8_t other_virtual_channels(const Netlist& netlist, RandomStream& random) {
  const route_unit::Params& routing = netlist.routing;
  const std::uint8_t before = netlist.switch_kinds[0].virtual_channels;
  if (routing.vc_assignment == route_unit::VcAssignment::keep) return before;
  const unsigned more = random.below(3);
  if (routing.choice == route_unit::Choice::adaptive) return static_cast<std::uint8_t>(routing.classes + 1 + more);
  return static_cast<std::uint8_t>((routing.has_datelines() ? 2 : routing.classes) * (1 + more));
}

/// One network in four marks heads; the stream is its own.
void random_marks(Netlist& netlist, std::uint64_t seed) {
  RandomStream random(seed, 7, RandomPurpose::test);
  if (random.below(4) != 0) return;
  for (wormhole_switch::Params& kind : netlist.switch_kinds)
    kind.mark_at = static_cast<std::uint16_t>(1 + random.below(kind.buffer.flits));
}

/// Up to three more kinds of switches, each switch of any of them. What their hosts draw has a stream of its own.
void mix_kinds(Netlist& netlist, std::uint64_t seed) {
  RandomStream random(seed, 5, RandomPurpose::test), of_hosts(seed, 10, RandomPurpose::test);
  for (unsigned more = 1 + random.below(3); more > 0; --more) {
    network::SwitchKind kind = netlist.switch_kinds[0];
    random_delays(kind, random);
    kind.host_fc_cycles = static_cast<std::uint8_t>(of_hosts.below(3));
    random_flow_control(kind, random);
    kind.arbiter = router_arbiter::all_policies[random.below(std::size(router_arbiter::all_policies))].policy;
    kind.virtual_channels = other_virtual_channels(netlist, random);
    netlist.switch_kinds.push_back(kind);
  }
  for (network::SwitchInstance& s : netlist.switches)
    s.kind = random.below(static_cast<std::uint32_t>(netlist.switch_kinds.size()));
  random_buffers(netlist, random);
  random_marks(netlist, seed);
}

/// One network in six has something wrong with it. Its hosts have no interfaces, so none of them dies.
void random_faults(Netlist& netlist, RandomStream& random) {
  if (random.below(6) != 0) return;
  const auto has_credits = [](const wormhole_switch::Params& kind) { return kind.has_credits(); };
  const bool some_credits = std::any_of(netlist.switch_kinds.begin(), netlist.switch_kinds.end(), has_credits);
  // Longer than the worms of links that are shared wait for one another.
  const std::uint32_t timeout = random.below(4) == 0 ? 100 + random.below(200) : 0;
  for (wormhole_switch::Params& kind : netlist.switch_kinds) kind.worm_timeout = timeout;
  for (unsigned i = 1 + random.below(4); i > 0; --i) {
    LinkFault fault;
    do fault.kind = static_cast<LinkFaultKind>(random.below(7));
    while (fault.kind == LinkFaultKind::host_dead || (fault.kind == LinkFaultKind::credit_lost && !some_credits));
    fault.from = Cycle(random.below(400));
    if (random.below(2) == 0) fault.to = fault.from + 1 + random.below(200);
    fault.count = random.below(4);
    fault.probability = random.below(2) == 0 ? 1 : random.unit() / 4;
    fault.vcs = static_cast<VcMask>(random.below(2) == 0 ? ~0u : 1u << random.below(4));
    fault.level = random.below(2) == 0;
    fault.seed = random.bits();
    const std::uint32_t channel = random.below(static_cast<std::uint32_t>(netlist.channels.size()));
    const network::PortRef &from = netlist.channels[channel].from, &to = netlist.channels[channel].to;
    const PortRef& end = to.kind == network::InstanceKind::any_switch ? to : from;
    if (fault.kind == LinkFaultKind::credit_lost && !netlist.kind_of(end.instance).has_credits())
      fault.kind = LinkFaultKind::drop;
    if (fault.kind == LinkFaultKind::held) {
      if (from.kind != network::InstanceKind::any_switch) continue;
      fault.to = fault.from + 1 + random.below(200);
      fault.moving = random.unit();
    }
    netlist.faults.push_back({channel, fault});
  }
}

void random_traffic(Netlist& netlist, std::uint64_t seed, RandomStream& random) {
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.seed = seed;
  traffic.packet_flits = static_cast<std::uint16_t>(1 + random.below(random.below(2) == 0 ? 3 : 14));
  traffic.response_flits = static_cast<std::uint16_t>(random.below(3) == 0 ? 1 + random.below(9) : 0);
  traffic.max_outstanding = static_cast<std::uint16_t>(1 + random.below(5));
  traffic.packet_limit = random.below(4) == 0 ? 1 + random.below(20) : 0;
  traffic.hot_spot = {{random.below(traffic.nodes)}, random.unit()};
  traffic.pattern = random_pattern(traffic, random);
  random_lengths_and_arrivals(traffic, random);
  const auto partners = random_order(netlist.endpoints.size(), random);
  for (std::size_t i = 0; i < partners.size(); ++i) netlist.workloads[0].traffic.set_partner(i, NodeId(partners[i]));
}

/// Tables of switches of which number i is now number to[i].
network::RouteTables moved_tables(const Netlist& netlist, const std::vector<std::uint32_t>& to) {
  const network::RouteTables& tables = netlist.route_tables;
  network::RouteTables moved = tables;
  const std::size_t nodes = netlist.endpoints.size(), entries = tables.rows * nodes;
  std::vector<std::uint32_t> from(to.size());
  for (std::uint32_t i = 0; i < to.size(); ++i) from[to[i]] = i;
  moved.port_sets.clear();
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::size_t was = from[i];
    std::copy_n(&tables.entries[was * entries], entries, &moved.entries[i * entries]);
    if (tables.rows == 2) moved.second_row[i] = tables.second_row[was];
    if (tables.choices.empty()) continue;
    std::copy_n(&tables.choices[was * nodes], nodes, &moved.choices[i * nodes]);
    moved.first_set[i] = static_cast<std::uint32_t>(moved.port_sets.size());
    const auto sets = tables.port_sets.begin();
    moved.port_sets.insert(moved.port_sets.end(), sets + tables.first_set[was], sets + tables.first_set[was + 1]);
  }
  return moved;
}

}  // namespace

Netlist random_network(std::uint64_t seed) {
  RandomStream random(seed, 0, RandomPurpose::test);
  Netlist netlist;
  topology::Structure mesh;
  const bool with_tables = random.below(3) == 0;
  if (with_tables)
    build_with_tables(netlist, random);
  else
    mesh = topology::build(random_mesh(seed, random), netlist);
  random_delays(netlist, random);
  random_traffic(netlist, seed, random);
  netlist.switch_kinds[0].arbiter =
      router_arbiter::all_policies[random.below(std::size(router_arbiter::all_policies))].policy;
  if (!with_tables) {
    random_virtual_channels(netlist, random);
    random_routing(netlist, mesh, random);
  }
  random_format(netlist, random);
  random_flow_control(netlist.switch_kinds[0], random);
  random_buffers(netlist, random);
  random_marks(netlist, seed);
  return netlist;
}

Netlist network_of_mixed_kinds(std::uint64_t seed) {
  Netlist netlist = random_network(seed);
  mix_kinds(netlist, seed);
  return netlist;
}

namespace {

Netlist with_random_faults(Netlist netlist, std::uint64_t seed) {
  RandomStream random(seed, 2, RandomPurpose::test);
  random_faults(netlist, random);
  return netlist;
}

}  // namespace

Netlist random_faulty_network(std::uint64_t seed) { return with_random_faults(random_network(seed), seed); }

namespace {

/// One to three more workloads on some hosts, of packets as long as those of the first.
void add_random_workloads(Netlist& netlist, std::uint64_t seed) {
  RandomStream random(seed, 3, RandomPurpose::test);
  const generator::TrafficParams first = netlist.workloads[0].traffic;
  for (unsigned more = 1 + random.below(3); more != 0; --more) {
    generator::Workload& workload = netlist.workloads.emplace_back();
    workload.traffic = first;
    workload.traffic.packets_per_cycle *= 0.1 + 0.9 * random.unit();
    if (random.below(2) == 0) workload.traffic.response_flits = 0;
    workload.traffic.pattern = random_pattern(first, random);
    for (std::uint32_t host = 0; host < netlist.endpoints.size(); ++host)
      if (random.below(3) != 0) workload.hosts.push_back(host);
  }
}

}  // namespace

Netlist soak_network(std::uint64_t seed) {
  Netlist netlist =
      has_mixed_kinds(seed) ? with_random_faults(network_of_mixed_kinds(seed), seed) : random_faulty_network(seed);
  if (in_permuted_order(seed)) netlist = shuffled(netlist, seed);
  if (has_several_workloads(seed)) add_random_workloads(netlist, seed);
  add_random_barriers(netlist, seed);
  return netlist;
}

Netlist shuffled(const Netlist& netlist, std::uint64_t seed) {
  RandomStream random(seed, 1, RandomPurpose::test);
  const auto switches = random_order(netlist.switches.size(), random);
  const auto endpoints = random_order(netlist.endpoints.size(), random);
  const auto channels = random_order(netlist.channels.size(), random);

  Netlist result = netlist;
  for (std::size_t i = 0; i < switches.size(); ++i) result.switches[switches[i]] = netlist.switches[i];
  for (std::size_t i = 0; i < endpoints.size(); ++i) result.endpoints[endpoints[i]] = netlist.endpoints[i];
  const auto moved = [&](PortRef port) {
    port.instance = port.kind == network::InstanceKind::any_switch ? switches[port.instance] : endpoints[port.instance];
    return port;
  };
  for (std::size_t i = 0; i < channels.size(); ++i) {
    network::Channel channel = netlist.channels[i];
    channel.from = moved(channel.from);
    channel.to = moved(channel.to);
    result.channels[channels[i]] = channel;
  }
  for (network::ChannelFault& fault : result.faults) fault.channel = channels[fault.channel];
  if (!netlist.route_tables.entries.empty()) result.route_tables = moved_tables(netlist, switches);
  return result;
}

}  // namespace slackline::soak
