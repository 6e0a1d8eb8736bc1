#include "testbench/workloads/synchronization/stream_waits.hpp"

#include "rtl_models/firmware/fbs.h"

namespace slackline::synchronization {

namespace {

/// Half the time that the shortest packet takes to pass a lane: whichever has waited there is still found in it.
std::uint64_t step_of(const network::Netlist& netlist) {
  const std::vector<std::uint32_t>& table = netlist.interfaces->tables.at(0);
  const std::uint64_t words = std::min({table[FBS_PACKET_WORDS], table[FBS_LAST_WORDS], table[FBS_STREAM_WORDS]});
  return netlist.channels.front().cycles_per_flit.cycles_of(1 + FBS_HEADER_WORDS + words) / 2;
}

std::size_t lanes_of(const network::Netlist& netlist) {
  std::size_t lanes = 0;
  for (std::size_t sw = 0; sw < netlist.switches.size(); ++sw) lanes += netlist.kind_of(sw).lanes();
  return lanes;
}

}  // namespace

StreamWaits::StreamWaits(const network::ElaboratedNetlist& netlist)
    : netlist_(netlist),
      worms_(netlist),
      step_(step_of(netlist)),
      next_(step_),
      seen_(lanes_of(netlist)),
      last_waited_(netlist.endpoints.size()) {
  for (const std::vector<std::uint32_t>& table : netlist.interfaces->tables) slots_.emplace_back(table);
}

void StreamWaits::note(std::uint32_t sw, unsigned lane, std::uint64_t waited) {
  const unsigned vcs = netlist_.kind_of(sw).virtual_channels;
  const monitors::LaneRef at{sw, crossbar::lane_of(lane / vcs, lane % vcs)};
  const std::uint32_t tag = worms_.worm_at(at);
  const PacketRecord* packet = tag == monitors::no_packet ? nullptr : worms_.record(tag);
  if (packet == nullptr) return;  // cut by a fault
  const std::uint32_t host = packet->source.value;
  const std::optional<PacketSlot> slot = slots_[host].of(packet->sequence);
  if (!slot || slot->synchronizes) return;
  if (last_waited_[host] != packet->sequence) ++waits_.packets;
  last_waited_[host] = packet->sequence;
  waits_.cycles += waited;
  if (waits_.first && waits_.first->slot <= slot->slot) return;
  waits_.first = WaitingPacket{slot->slot, host, packet->destination.value, waited, ""};
  if (const std::optional<crossbar::Lane> output = worms_.held_by(at))
    waits_.first->link = worms_.channel_name(worms_.channel_from(sw, output->port));
}

}  // namespace slackline::synchronization
