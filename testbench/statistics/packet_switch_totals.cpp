#include "testbench/statistics/packet_switch_totals.hpp"

#include <algorithm>
#include <numeric>

namespace slackline::statistics {

namespace {

std::uint64_t sum_of(const packet_switch::Counters& counters) {
  return std::accumulate(counters.dropped.begin(), counters.dropped.end(), std::uint64_t{0});
}

}  // namespace

std::uint64_t PacketSwitchTotals::dropped() const { return sum_of(all); }

void add(PacketSwitchTotals& totals, const std::string& name, const packet_switch::Instance& core) {
  totals.most_shared = std::max(totals.most_shared, core.state.most_shared);
  for (unsigned i = 0; i < core.params.ports; ++i) {
    const packet_switch::Counters& port = core.state.counters[i];
    if (port.frames_in + port.frames_out + port.refused + port.orphans + sum_of(port) == 0) continue;
    totals.ports.push_back({name + "_p" + std::to_string(i), port});
    packet_switch::Counters& all = totals.all;
    all.frames_in += port.frames_in;
    all.frames_out += port.frames_out;
    for (std::size_t cause = 0; cause < packet_switch::drop_causes; ++cause) all.dropped[cause] += port.dropped[cause];
    all.orphans += port.orphans;
    all.flits_dropped += port.flits_dropped;
    all.refused += port.refused;
    all.most_frames = std::max(all.most_frames, port.most_frames);
  }
}

void add(PacketSwitchWindow& window, const packet_switch::Instance& core, const Uplinks& uplinks) {
  HeldOfUplink& held = uplinks.is_of_edge ? window.edge : window.core;
  std::vector<std::uint64_t> leaving(core.params.ports);
  packet_switch::for_each_frame(core.params, core.state,
                                [&](const packet_switch::Slot& slot) { ++leaving[slot.output]; });
  for (unsigned i = 0; i < core.params.ports; ++i) {
    window.dropped += sum_of(core.state.counters[i]);
    if (!has(uplinks.ports, i)) continue;
    held.from = std::max<std::uint64_t>(held.from, core.state.inputs[i].frames);
    held.to = std::max(held.to, leaving[i]);
  }
}

std::vector<Uplinks> uplinks_of(const network::Netlist& netlist) {
  std::vector<Uplinks> all(netlist.switches.size());
  for (const network::Channel& channel : netlist.channels) {
    if (channel.from.kind != network::InstanceKind::any_switch) continue;
    Uplinks& uplinks = all[channel.from.instance];
    if (channel.to.kind == network::InstanceKind::any_switch)
      insert(uplinks.ports, channel.from.port.value);
    else
      uplinks.is_of_edge = true;
  }
  return all;
}

}  // namespace slackline::statistics
