#include "testbench/soak/packet_network.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/soak/random_network.hpp"

namespace slackline::soak {

namespace {

using network::Netlist;
using network::SwitchKind;
using packet_switch::Buffers;
using packet_switch::Threshold;

packet_switch::Params random_packet_switch(std::uint16_t ports, std::uint32_t longest, RandomStream& random) {
  packet_switch::Params p;
  p.ports = ports;
  p.buffers = static_cast<Buffers>(random.below(3));
  p.frames = static_cast<std::uint16_t>(1 + random.below(8));
  p.longest = static_cast<std::uint16_t>(longest);
  if (random.below(3) == 0) p.flits = longest * (1 + random.below(4));
  if (p.buffers == Buffers::shared) {
    p.threshold = static_cast<Threshold>(random.below(packet_switch::thresholds));
    p.most = static_cast<std::uint16_t>(1 + random.below(p.frames));
  }
  p.held = static_cast<std::uint16_t>(random.below(3));
  p.transfer = random.below(3);
  p.direct = random.below(2) != 0;
  if (random.below(3) == 0) p.transfers = static_cast<std::uint16_t>(1 + random.below(ports));
  p.lookup = static_cast<std::uint16_t>(random.below(6));
  p.gap = static_cast<std::uint16_t>(random.below(6));
  if (random.below(3) == 0) {
    p.pause_at = static_cast<std::uint16_t>(1 + random.below(p.frames));
    p.resume_at = static_cast<std::uint16_t>(random.below(p.pause_at));
  }
  if (random.below(3) == 0) {
    p.uplink.emplace();
    const bool is_shared = p.buffers == Buffers::shared;
    p.uplink->frames = static_cast<std::uint16_t>(std::max<unsigned>(is_shared ? random.below(4) : 1 + random.below(8),
                                                                     p.buffers == Buffers::input ? p.pause_at : 0));
    p.uplink->held = static_cast<std::uint16_t>(random.below(4));
    p.uplink->transfer = random.below(4);
    if (random.below(2) != 0) p.uplink->streams = static_cast<std::uint16_t>(1 + random.below(ports));
  }
  return p;
}

/// Flits of the longest packet.
std::uint32_t longest_packet(const Netlist& netlist) {
  std::uint32_t longest = 1;
  if (netlist.interfaces != nullptr)
    for (const nic::Params& nic : netlist.interfaces->nics)
      longest = std::max(longest, port::packet_flits(netlist.port_params.format, nic.most_packet_words));
  for (std::size_t w = 0; w < netlist.workloads.size(); ++w)
    if (!netlist.has_messages(w))
      longest = std::max<std::uint32_t>(longest, netlist.workloads[w].traffic.longest_packet_flits());
  return longest;
}

}  // namespace

bool make_packet_switches(Netlist& netlist, RandomStream& random) {
  if (netlist.barriers != nullptr) return false;
  const std::uint32_t longest = longest_packet(netlist);
  const bool all = random.below(3) == 0;
  RandomStream ahead = random;  // so that all else is drawn as before there was cut-through
  RandomStream random_cut_through(ahead.bits(), 9, RandomPurpose::test);
  const bool may_cut_through = random_cut_through.below(4) == 0;  // in the others frames can move whole
  std::vector<SwitchKind> kinds;
  for (network::SwitchInstance& s : netlist.switches) {
    const SwitchKind& before = netlist.switch_kinds[s.kind];
    kinds.push_back(all || random.below(2) != 0 ? SwitchKind(random_packet_switch(before.ports, longest, random))
                                                : before);
    if (kinds.back().is_packet_switch())
      kinds.back().packet->cut_through = may_cut_through && random_cut_through.below(2) != 0;
    kinds.back().host_fc_cycles = before.host_fc_cycles;
    s.kind = static_cast<std::uint32_t>(kinds.size() - 1);
  }
  netlist.switch_kinds = std::move(kinds);
  for (network::Channel& channel : netlist.channels)
    if (channel.from.kind == network::InstanceKind::any_switch)
      channel.cycles_per_flit = channel.cycles_per_flit.rounded_up();
  return netlist.has_packet_switches() && violations(netlist).empty();
}

Netlist packet_network(std::uint64_t seed) {
  RandomStream random(seed, 8, RandomPurpose::test);
  for (;;) {  // some routes, formats and flow controls do not go with packet switches
    Netlist netlist = soak_network(random.bits());
    if (make_packet_switches(netlist, random)) return netlist;
  }
}

}  // namespace slackline::soak
