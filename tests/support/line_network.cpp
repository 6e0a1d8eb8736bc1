#include "tests/support/line_network.hpp"

#include <algorithm>

#include "testbench/topology/mesh.hpp"

namespace slackline::test {

network::Netlist mesh_network(const Settings& settings) {
  network::Netlist netlist;
  wormhole_switch::Params& p = netlist.switch_params;
  p.header_delay = settings.header_delay;
  p.data_delay = settings.data_delay;
  p.arbitration = settings.arbitration;
  p.crossbar = settings.crossbar;
  p.flow = {settings.stop_at, settings.go_at, settings.fc_cycles};
  netlist.endpoint_params.fc_cycles = settings.fc_cycles;
  endpoint::TrafficParams& traffic = netlist.endpoint_params.traffic;
  traffic.pattern = endpoint::Pattern::permutation;
  traffic.packet_flits = settings.packet_flits;
  traffic.packets_per_cycle = settings.packets_per_cycle;
  topology::build({settings.size, settings.hosts_per_switch, settings.link_delay}, netlist);
  for (network::Channel& channel : netlist.channels) channel.cycles_per_flit = settings.cycles_per_flit;
  p.buffer.flits =
      static_cast<std::uint16_t>(static_cast<int>(settings.stop_at + largest_slack(netlist)) + settings.extra_flits);
  return netlist;
}

unsigned largest_slack(const network::Netlist& netlist) {
  unsigned largest = 0;
  for (const network::Channel& channel : netlist.channels)
    if (channel.to.kind == network::InstanceKind::wormhole_switch)
      largest = std::max(largest, network::smallest_slack(netlist, channel));
  return largest;
}

}  // namespace slackline::test
