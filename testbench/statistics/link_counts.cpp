#include "testbench/statistics/link_counts.hpp"

#include <algorithm>

namespace slackline::statistics {

std::vector<const LinkUse*> busiest_links(const std::vector<LinkUse>& links, std::size_t most) {
  std::vector<const LinkUse*> busiest;
  for (const LinkUse& link : links)
    if (link.flits != 0) busiest.push_back(&link);
  std::stable_sort(busiest.begin(), busiest.end(), [](const auto* a, const auto* b) { return a->busy > b->busy; });
  if (busiest.size() > most) busiest.resize(most);
  return busiest;
}

void add_sender(LinkCounts& link, const network::Netlist& netlist, const wormhole_switch::State& sender,
                const network::Channel& channel, Cycle now) {
  link.flits = sender.out[channel.from.port.value].flits;
  if (sender.barrier != nullptr) {
    link.barrier_flits = sender.barrier->use[channel.from.port.value].flits;
    link.padding_flits = sender.barrier->use[channel.from.port.value].padding;
  }
  link.busy = wormhole_switch::link_busy_cycles(sender, channel.from.port, now);
  link.demanded =
      wormhole_switch::demanded_cycles(netlist.kind_of(channel.from.instance), sender, channel.from.port, now);
}

void add_sender(LinkCounts& link, const packet_switch::Instance& sender, unsigned output, Cycle now) {
  link.flits = packet_switch::flits_sent(sender.params, sender.state, output, now);
  link.busy = link.demanded = packet_switch::link_busy_cycles(sender.params, sender.state, output, now);
}

void add_sender(LinkCounts& link, const port::State& sender, Cycle now) {
  link.barrier_flits = sender.barrier != nullptr ? sender.barrier->sent : 0;
  link.flits = sender.flits_sent + link.barrier_flits;
  link.busy = port::link_busy_cycles(sender, now);
  link.demanded = port::demanded_cycles(sender, now);
}

void add_buffer(LinkCounts& link, const network::Netlist& netlist, const wormhole_switch::State& receiver,
                const network::Channel& channel, Cycle now) {
  const wormhole_switch::Params& p = netlist.kind_of(channel.to.instance);
  for (unsigned v = 0; v < p.virtual_channels; ++v) {
    const unsigned index = crossbar::lane_index(channel.to.port.value, v, p.virtual_channels);
    const wormhole_switch::InputLane& lane = receiver.in[index];
    link.occupancy += wormhole_switch::occupancy_sum(lane, now);
    link.peak = std::max<std::uint64_t>(link.peak, lane.peak);
    link.header_wait += receiver.waits[index].cycles;
    link.hol_blocked += receiver.waits[index].hol_blocked;
  }
}

std::vector<LinkUse> link_uses(const network::Netlist& netlist, const std::vector<LinkCounts>& begin,
                               const std::vector<LinkCounts>& end, std::uint64_t cycles) {
  std::vector<LinkUse> uses;
  uses.reserve(end.size());
  for (std::size_t c = 0; c < end.size(); ++c) {
    const LinkCounts before = begin.empty() ? LinkCounts() : begin[c];
    LinkUse use;
    use.name = network::channel_name(netlist, netlist.channels[c]);
    use.cycles = cycles;
    use.flits = end[c].flits - before.flits;
    use.barrier_flits = end[c].barrier_flits - before.barrier_flits;
    use.padding_flits = end[c].padding_flits - before.padding_flits;
    use.busy = end[c].busy - before.busy;
    use.stalled = end[c].demanded - before.demanded - use.busy;
    use.has_buffer = netlist.channels[c].to.kind == network::InstanceKind::any_switch;
    use.occupancy = end[c].occupancy - before.occupancy;
    use.peak = end[c].peak;
    use.header_wait = end[c].header_wait - before.header_wait;
    use.hol_blocked = end[c].hol_blocked - before.hol_blocked;
    uses.push_back(std::move(use));
  }
  return uses;
}

}  // namespace slackline::statistics
