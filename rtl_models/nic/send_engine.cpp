#include "rtl_models/nic/send_engine.hpp"

#include <algorithm>

namespace slackline::nic {

namespace {

/// The first packet may begin, as far as slot and queues are concerned.
bool may_begin(const SendEngine& s, const LocalTime& time) {
  const Descriptor& d = s.descriptors.front();
  if ((d.flags & NIC_TX_NOTIFY) != 0 && s.sent.full()) return false;
  return (d.flags & NIC_TX_AT_SLOT) == 0 || has_begun(time, d.slot);
}

std::uint32_t address_of(const Descriptor& d, std::uint32_t word) {
  return word < d.header_words ? d.header + 4 * word : d.payload + 4 * (word - d.header_words);
}

/// The next word can be read, the ports aside.
bool can_fetch(const Params& p, const SendEngine& s, const ReceiveEngine& receive) {
  const Descriptor& d = s.descriptors.front();
  if (s.fetched == d.words() || d.cut) return false;
  return s.fetched < d.header_words || (d.flags & NIC_TX_FOLLOW) == 0 ||
         is_there(receive, p.virtual_channels, address_of(d, s.fetched));
}

/// The next flit of the packet that has begun carries a word, or a part of one.
bool needs_word(const Params& p, const SendEngine& s, const endpoint::State& port) {
  return port.sent >= port.route_flits &&
         endpoint::carries_word(p.format, port.sent - port.route_flits,
                                endpoint::packet_flits(p.format, s.descriptors.front().words()));
}

/// The first packet has left.
void finish(SendEngine& s) {
  const Descriptor& d = s.descriptors.front();
  if ((d.flags & NIC_TX_NOTIFY) != 0) s.sent.push({d.cookie, d.cut ? 1u : 0u, s.stopped});
  s.descriptors.pop();
  s.fetched = s.stopped = 0;
  s.word_valid = false;
  ++s.packets;
}

}  // namespace

void bind(SendEngine& s, Arena& arena) {
  s = SendEngine();
  bind(s.descriptors, send_depth, arena);
  bind(s.sent, sent_depth, arena);
}

bool has_flit(const Params& p, const SendEngine& s, const endpoint::State& port, const LocalTime& time) {
  if (s.descriptors.empty()) return false;
  if (port.sent == 0) return may_begin(s, time);
  return s.word_valid || s.descriptors.front().cut || !needs_word(p, s, port);
}

Waiting waiting(const Params& p, const SendEngine& s, const endpoint::State& port, const LocalTime& time,
                const ReceiveEngine& receive, VcMask open) {
  if (s.descriptors.empty()) return {};
  const Descriptor& d = s.descriptors.front();
  if (has_flit(p, s, port, time)) {
    const bool reads = port.sent != 0 && !s.word_valid && can_fetch(p, s, receive);
    return {open == 0 && !reads ? SendWait::link : SendWait::nothing, 0};
  }
  if (port.sent == 0)
    return {(d.flags & NIC_TX_AT_SLOT) != 0 && !has_begun(time, d.slot) ? SendWait::slot : SendWait::firmware, 0};
  if (can_fetch(p, s, receive)) return {};
  const unsigned channel = channel_of_missing(receive, p.virtual_channels, address_of(d, s.fetched));
  return {SendWait::word, static_cast<std::uint8_t>(channel)};
}

Flit step(const Params& p, SendEngine& s, const SendWires& wires, const LocalTime& time, const ReceiveEngine& receive,
          Memory& memory, Cycle now, VcMask open) {
  if (s.descriptors.empty()) return Flit();
  endpoint::State& port = wires.port;
  const bool ready = has_flit(p, s, port, time);
  // Read before the flit leaves: the next word takes its place at the same edge.
  const bool leaves = ready && open != 0 && port.link.free <= now &&
                      (port.sent != 0 || begin_packet(wires.params, wires.place, port, wires.packets, now, open));
  const bool uses_word = leaves && needs_word(p, s, port);
  const bool ends_word = uses_word && endpoint::ends_word(p.format, port.sent - port.route_flits);
  const std::uint32_t word = s.word;
  if ((!s.word_valid || ends_word) && (port.sent != 0 || leaves) && can_fetch(p, s, receive)) {
    s.word_valid = memory.take_port();
    if (s.word_valid) s.word = memory.at(address_of(s.descriptors.front(), s.fetched++));
  } else if (ends_word) {
    s.word_valid = false;
  }
  if (ready && open == 0) {
    ++s.stopped;
    ++s.stopped_total;
  }
  if (!leaves) return Flit();
  const bool cut = s.descriptors.front().cut && uses_word;
  const Flit flit = cut ? send_abort(wires.params, wires.place, port, now)
                        : send_word(wires.params, wires.place, port, wires.packets, now, word);
  if (port.sent == 0) finish(s);
  return flit;
}

Cycle next_work(const Params& p, const Place& place, const SendEngine& s, const SendWires& wires, const LocalTime& time,
                const ReceiveEngine& receive, Cycle now, VcMask open) {
  if (s.descriptors.empty()) return never;
  if (has_flit(p, s, wires.port, time)) {
    if (wires.port.sent != 0 && !s.word_valid && can_fetch(p, s, receive)) return now + 1;
    return open == 0 ? never : std::max<Cycle>(now + 1, wires.port.link.free);
  }
  if (wires.port.sent != 0) return can_fetch(p, s, receive) ? now + 1 : never;
  const Descriptor& d = s.descriptors.front();
  if ((d.flags & NIC_TX_AT_SLOT) == 0 || has_begun(time, d.slot)) return never;  // until an entry of `sent` is taken
  const std::uint64_t edges = local_clock::edges_until_slot(place.clock, time.clock);
  return edges < never.value - time.as_of.value ? time.as_of + (edges - 1) : never;  // the edge that begins a slot
}

void offer_next(const Params& p, const SendEngine& s, endpoint::State& port, const LocalTime& time, Cycle next_edge) {
  if (port.sent != 0 || port.next.created != never || !has_flit(p, s, port, time)) return;
  const Descriptor& d = s.descriptors.front();
  port.next.created = d.pushed;
  port.next.destination = NodeId(d.destination);
  port.next.flits = endpoint::packet_flits(p.format, d.words());
  port.demand_from = std::max<Cycle>(next_edge, port.link.free);
}

void cut_followers(SendEngine& s, std::uint32_t buffer, std::uint32_t words) {
  for (std::uint32_t i = 0; i < s.descriptors.count; ++i) {
    Descriptor& d = s.descriptors.at(i);
    if ((d.flags & NIC_TX_FOLLOW) != 0 && d.payload >= buffer && d.payload - buffer < 4 * words) d.cut = true;
  }
}

}  // namespace slackline::nic
