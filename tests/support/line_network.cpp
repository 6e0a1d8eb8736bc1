#include "tests/support/line_network.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/topology/mesh.hpp"

namespace slackline::test {

Settings with_delays(unsigned variant) {
  Settings settings;
  settings.link_delay = 1 + variant % 4;
  settings.fc_cycles = static_cast<std::uint8_t>(variant / 4 % 3);
  settings.crossbar = static_cast<std::uint16_t>(1 + variant / 12 % 3);
  constexpr CyclesPerFlit rates[] = {1, 2, 3, {5, 4}, {3, 2}, {11, 6}, {7, 3}};
  settings.cycles_per_flit = rates[variant / 36];
  settings.data_delay = static_cast<std::uint16_t>(settings.crossbar + variant % 2);
  settings.header_delay = static_cast<std::uint16_t>(settings.data_delay + variant % 3);
  return settings;
}

network::Netlist mesh_network(const Settings& settings) {
  network::Netlist netlist;
  wormhole_switch::Params& p = netlist.switch_kinds[0];
  p.header_delay = settings.header_delay;
  p.data_delay = settings.data_delay;
  p.arbitration = settings.arbitration;
  p.crossbar = settings.crossbar;
  p.flow = {settings.stop_at, flow_controller::go_at_for(settings.flow_control, settings.stop_at, settings.go_at),
            settings.fc_cycles, settings.flow_control};
  p.switching = settings.switching;
  p.virtual_channels = settings.virtual_channels;
  netlist.routing.vc_assignment = settings.vc_assignment;
  netlist.switch_kinds[0].host_fc_cycles = settings.fc_cycles;
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::permutation;
  traffic.packet_flits = settings.packet_flits;
  traffic.packets_per_cycle = settings.packets_per_cycle;
  const topology::Structure structure = topology::build(
      {settings.size, settings.hosts_per_switch, settings.link_delay, settings.cycles_per_flit, settings.wraps},
      netlist);
  if (settings.routing != route_unit::Kind::dimension_order) {
    routing::Settings routes;
    routes.algorithm = routing::usual(structure, false);
    routes.at_switch = settings.routing;
    const Violations found = routing::fill(routes, structure, netlist);
    if (!found.empty()) throw std::invalid_argument(to_string(found));
  }
  netlist.port_params.format = settings.format;
  p.trailing_crc = settings.format == port::PacketFormat::myrinet;
  p.buffer.flits = static_cast<std::uint16_t>(static_cast<int>(smallest_buffer(netlist)) + settings.extra_flits);
  return netlist;
}

void draw_rates(network::Netlist& netlist, std::uint64_t seed) {
  constexpr CyclesPerFlit rates[] = {1, 2, 3, {16, 15}, {5, 4}, {4, 3}, {3, 2}, {11, 6}, {7, 3}};
  RandomStream random(seed, 0, RandomPurpose::test);
  for (network::Channel& channel : netlist.channels) channel.cycles_per_flit = rates[random.below(std::size(rates))];
}

network::Netlist mesh_that_overflows() {
  Settings settings;
  settings.size = {3, 3};
  settings.packets_per_cycle = 0.08;
  settings.link_delay = 3;
  settings.extra_flits = -4;
  network::Netlist netlist = mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  return netlist;
}

network::Netlist one_packet_each(Settings settings, std::initializer_list<unsigned> from, unsigned to) {
  settings.packets_per_cycle = 1;
  network::Netlist netlist = mesh_network(settings);
  netlist.workloads[0].traffic.packet_limit = 1;
  for (const unsigned host : from) netlist.workloads[0].traffic.set_partner(host, NodeId(to));
  return netlist;
}

void silence(network::Fabric& fabric, std::size_t host) {
  generator::SourcesState& sources = fabric.generator_state(host).sources;
  port::State& port = fabric.port_state(host);
  for (Cycle* edge : {&sources.of[0].next.created, &sources.of[0].created, &sources.of[0].due, &sources.created,
                      &sources.due, &port.created, &port.due, &port.demand_from})
    *edge = never;
}

unsigned largest_slack(const network::Netlist& netlist) {
  unsigned largest = 0;
  for (const network::Channel& channel : netlist.channels)
    if (channel.to.kind == network::InstanceKind::any_switch)
      largest = std::max(largest, network::smallest_slack(network::loop_of(netlist, channel)));
  return largest;
}

unsigned smallest_buffer(const network::Netlist& given) {
  const network::Netlist netlist = network::completed(given);
  unsigned largest = 1;
  for (const network::Channel& channel : netlist.channels)
    if (channel.to.kind == network::InstanceKind::any_switch)
      largest = std::max(largest, network::smallest_buffer(network::loop_of(netlist, channel)));
  return largest;
}

std::size_t channel_index(const network::Netlist& netlist, const std::string& name) {
  for (std::size_t c = 0; c < netlist.channels.size(); ++c)
    if (channel_name(netlist, netlist.channels[c]) == name) return c;
  throw std::runtime_error("no channel " + name);
}

network::Channel& channel(network::Netlist& netlist, const std::string& name) {
  return netlist.channels[channel_index(netlist, name)];
}

LinkFault fault_of(LinkFaultKind kind, std::uint64_t from, std::uint64_t count) {
  LinkFault fault;
  fault.kind = kind;
  fault.from = Cycle(from);
  fault.count = count;
  return fault;
}

void add_fault(network::Netlist& netlist, const std::string& channel, const LinkFault& fault) {
  netlist.faults.push_back({static_cast<std::uint32_t>(channel_index(netlist, channel)), fault});
}

unsigned switches_between(const Settings& settings, unsigned from, unsigned to) {
  unsigned switches = 1;
  for (const unsigned along : settings.size) {
    const unsigned a = from % along, b = to % along, apart = a > b ? a - b : b - a;
    switches += settings.wraps ? std::min(apart, along - apart) : apart;
    from /= along;
    to /= along;
  }
  return switches;
}

}  // namespace slackline::test
