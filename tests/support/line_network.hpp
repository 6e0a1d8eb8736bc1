// Small meshes for tests, with every delay settable and the minimum slack that loses no flit.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "rtl_models/network/fabric.hpp"

namespace slackline::test {

struct Settings {
  std::vector<std::uint16_t> size{2};
  std::uint8_t hosts_per_switch = 1;
  std::uint32_t link_delay = 1;
  CyclesPerFlit cycles_per_flit = 1;
  std::uint16_t header_delay = 1, data_delay = 1, arbitration = 0, crossbar = 1;
  std::uint8_t fc_cycles = 0;
  std::uint16_t stop_at = 8, go_at = 4;
  int extra_flits = 0;  ///< buffer size beyond the minimum; negative: too small
  std::uint16_t packet_flits = 8;
  double packets_per_cycle = 0;
  bool wraps = false;  ///< a torus
  std::uint8_t virtual_channels = 1;
  route_unit::VcAssignment vc_assignment = route_unit::VcAssignment::any;
  route_unit::Kind routing = route_unit::Kind::dimension_order;  ///< the others: the same routes, from a table
  port::PacketFormat format = port::PacketFormat::compact;
  flow_controller::Kind flow_control = flow_controller::Kind::stop_go;
  wormhole_switch::Switching switching = wormhole_switch::Switching::wormhole;
};

/// Combinations of all delays: links of 1 to 4 cycles, crossbars of 1 to 3, and, the last factor, 1 to 3 cycles a flit.
/// From delay_variants on, up to fraction_variants, fractions of cycles a flit.
constexpr unsigned delay_variants = 36 * 3, fraction_variants = 36 * 7;
Settings with_delays(unsigned variant);

/// A mesh or torus; every host is its own partner and sends nothing unless a test changes that.
network::Netlist mesh_network(const Settings& settings);

/// Gives each channel cycles per flit of its own, from 1 to 3, fractions among them.
void draw_rates(network::Netlist& netlist, std::uint64_t seed);

/// A mesh 3x3 of which the buffers are smaller than what may arrive after STOP: they overflow, worms are cut, and flits
/// get lost.
network::Netlist mesh_that_overflows();

/// Like mesh_network(); every host with a partner sends it one packet, as soon as it can. Those in `from` have host `to`.
network::Netlist one_packet_each(Settings settings, std::initializer_list<unsigned> from = {}, unsigned to = 0);

/// The host creates no packets from now on.
void silence(network::Fabric& fabric, std::size_t host);

/// The largest of smallest_slack() over the channels that end at a switch.
unsigned largest_slack(const network::Netlist& netlist);

/// The largest of smallest_buffer() over the same channels; the netlist need not be completed.
unsigned smallest_buffer(const network::Netlist& given);

/// The channel of that name; fails the test when there is none.
std::size_t channel_index(const network::Netlist& netlist, const std::string& name);
network::Channel& channel(network::Netlist& netlist, const std::string& name);

/// Applies to `count` flits or credits, 0: all, from edge `from` on.
LinkFault fault_of(LinkFaultKind kind, std::uint64_t from, std::uint64_t count = 1);
void add_fault(network::Netlist& netlist, const std::string& channel, const LinkFault& fault);

/// Switches on the way between two hosts of a mesh or torus with one host a switch.
unsigned switches_between(const Settings& settings, unsigned from, unsigned to);

}  // namespace slackline::test
