#include "rtl_models/nic/send_engine.hpp"

#include <algorithm>

namespace slackline::nic {

namespace {

/// The first packet may begin, as far as slot and queues are concerned.
bool may_begin(const SendEngine& s, const LocalTime& time) {
  const Descriptor& d = serving(s).front();
  if ((d.flags & NIC_TX_NOTIFY) != 0 && s.sent.full()) return false;
  return (d.flags & NIC_TX_AT_SLOT) == 0 || has_begun(time, d.slot);
}

std::uint32_t address_of(const Descriptor& d, std::uint32_t word) {
  return word < d.header_words ? d.header + 4 * word : d.payload + 4 * (word - d.header_words);
}

/// The next word can be read, the ports aside.
bool can_fetch(const Params& p, const SendEngine& s, const ReceiveEngine& receive) {
  const Descriptor& d = serving(s).front();
  if (s.fetched == d.words() || d.cut) return false;
  return s.fetched < d.header_words || (d.flags & NIC_TX_FOLLOW) == 0 ||
         is_there(receive, p.virtual_channels, address_of(d, s.fetched));
}

/// The next flit of the packet that has begun carries a word, or a part of one.
bool needs_word(const Params& p, const SendEngine& s, const port::State& port) {
  return port.sent >= port.route_flits && port::carries_word(p.format, port.sent - port.route_flits,
                                                             port::packet_flits(p.format, serving(s).front().words()));
}

std::uint32_t status_of(const Descriptor& d) {
  if (d.aborted) return NIC_TX_ABORTED;
  return d.cut ? NIC_TX_CUT : 0;
}

/// The engine as the port's source.
class Descriptors {
 public:
  static constexpr bool has_words = true;

  Descriptors(port::PacketFormat format, SendEngine& s) : format_(format), s_(s) {}

  // offer_next() reports the next packet.
  static Cycle created() { return never; }
  static Cycle due() { return never; }
  bool next(Cycle, port::Packet& packet) const {
    const Descriptor& d = serving(s_).front();
    packet.created = d.pushed;
    packet.destination = NodeId(d.destination);
    packet.flits = port::packet_flits(format_, d.words());
    return true;
  }
  static void head_left(Cycle) {}
  void tail_left(Cycle) {
    const Descriptor& d = serving(s_).front();
    if ((d.flags & NIC_TX_NOTIFY) != 0) s_.sent.push({d.cookie, status_of(d), s_.stopped});
    serving(s_).pop();
    s_.fetched = s_.stopped = 0;
    s_.word_valid = false;
    ++s_.packets;
  }
  static bool arrived(Cycle, std::uint32_t, const PacketRecord&) { return false; }
  std::uint32_t word() const { return s_.word; }
  bool is_cut() const { return serving(s_).front().cut; }
  bool is_aborted() const { return serving(s_).front().aborted; }

 private:
  port::PacketFormat format_;
  SendEngine& s_;
};

}  // namespace

void bind(SendEngine& s, Arena& arena) {
  s = SendEngine();
  bind(s.descriptors, send_depth, arena);
  bind(s.control, control_send_depth, arena);
  bind(s.sent, sent_depth, arena);
}

bool has_flit(const Params& p, const SendEngine& s, const port::State& port, const LocalTime& time) {
  if (serving(s).empty()) return false;
  if (port.sent == 0) return may_begin(s, time);
  return s.word_valid || serving(s).front().cut || !needs_word(p, s, port);
}

Waiting waiting(const Params& p, const SendEngine& s, const port::State& port, const LocalTime& time,
                const ReceiveEngine& receive, VcMask open) {
  if (serving(s).empty()) return {};
  const Descriptor& d = serving(s).front();
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

Flit step(const Params& p, const Place& place, SendEngine& s, const port::Wires& wires, const LocalTime& time,
          const ReceiveEngine& receive, Memory& memory, Cycle now, VcMask open) {
  if (s.stamp_valid && memory.take_port()) {
    memory.at(s.stamp_address) = s.stamp;
    s.stamp_valid = false;
  }
  if (serving(s).empty()) return Flit();
  port::State& port = wires.port;
  const bool ready = has_flit(p, s, port, time);
  if (ready && open == 0) {
    ++s.stopped;
    ++s.stopped_total;
  }
  const bool leaves = ready && open != 0 && port.link.free <= now;
  const bool ends_word =
      leaves && port.sent != 0 && needs_word(p, s, port) && port::ends_word(p.format, port.sent - port.route_flits);
  const Flit flit = leaves ? port::send(
                                 wires, [&] { return Descriptors(p.format, s); }, now, open)
                           : Flit();
  s.begun = port.sent != 0;
  if (!s.begun) return flit;
  if (port.sent == 1 && flit.valid() && has_flag(s, NIC_TX_STAMP)) {
    s.stamp_valid = true;
    s.stamp = tick(place, time);
    s.stamp_address = serving(s).front().stamp;
  }
  // The next word takes the place of the one that has left at the same edge.
  if ((!s.word_valid || ends_word) && can_fetch(p, s, receive) && !s.stamp_valid) {
    s.word_valid = memory.take_port();
    if (s.word_valid) s.word = memory.at(address_of(serving(s).front(), s.fetched++));
  } else if (ends_word) {
    s.word_valid = false;
  }
  return flit;
}

bool moves_words_alone(const SendEngine& s, const port::Wires& wires, Cycle now, VcMask open) {
  if (open == 0 || s.stamp_valid || serving(s).front().cut) return false;
  const port::State& port = wires.port;
  return port.link.free > now || !port::ends_packet(port, wires.packets);
}

Cycle ends_words(const SendEngine& s, const port::Wires& wires, Cycle now) {
  if (!s.begun) return never;
  if (s.stamp_valid || serving(s).front().cut) return now + 1;
  return std::max<Cycle>(now + 1, port::earliest_end(wires.place, wires.port, wires.packets));
}

void send_words(SendEngine& s, const port::Wires& wires, Memory& memory, Cycle from, Cycle to, TimedFlits& sent) {
  if (!s.begun) return;
  port::State& port = wires.port;
  const Descriptor& d = serving(s).front();
  const auto fetch = [&] {
    s.word_valid = s.fetched != d.words();
    if (s.word_valid) s.word = memory.at(address_of(d, s.fetched++));
  };
  if (!s.word_valid && from < to) {
    fetch();
    from = from + 1;
  }
  for (Cycle edge = std::max<Cycle>(from, port.link.free); edge < to;
       edge = std::max<Cycle>(edge + 1, port.link.free)) {
    sent.add(port::send_word(wires.params, wires.place, port, wires.packets, edge, s.word), edge);
    fetch();
  }
}

void receive(SendEngine& s, const port::Wires& wires, Flit flit, Cycle now) {
  port::receive(
      wires, [&] { return Descriptors(wires.params.format, s); }, flit, now);
}

Cycle next_work(const Params& p, const Place& place, const SendEngine& s, const port::Wires& wires,
                const LocalTime& time, const ReceiveEngine& receive, Cycle now, VcMask open, bool clock_stopped) {
  if (s.stamp_valid) return now + 1;
  if (serving(s).empty()) return never;
  if (has_flit(p, s, wires.port, time)) {
    if (wires.port.sent != 0 && !s.word_valid && can_fetch(p, s, receive)) return now + 1;
    return open == 0 ? never : std::max<Cycle>(now + 1, wires.port.link.free);
  }
  if (wires.port.sent != 0) return can_fetch(p, s, receive) ? now + 1 : never;
  const Descriptor& d = serving(s).front();
  if ((d.flags & NIC_TX_AT_SLOT) == 0 || has_begun(time, d.slot)) return never;  // until an entry of `sent` is taken
  if (clock_stopped) return never;
  const std::uint64_t edges = local_clock::edges_until_slot(place.clock, time.clock);
  return edges < never.value - time.as_of.value ? time.as_of + (edges - 1) : never;  // the edge that begins a slot
}

void offer_next(const Params& p, SendEngine& s, port::State& port, const LocalTime& time, Cycle next_edge) {
  if (s.begun) return;
  s.serves_control = !s.control.empty();
  const Cycle pushed = has_flit(p, s, port, time) ? serving(s).front().pushed : never;
  if (port.due == pushed) return;
  // A control packet may go before the one that was offered, and TX_ABORT may have removed it.
  const bool demanded = port.due != never;
  port.created = port.due = pushed;
  if (pushed != never && !demanded) port.demand_from = std::max<Cycle>(next_edge, port.link.free);
  if (pushed == never) port::withdraw(port, next_edge);
}

void cut_followers(SendEngine& s, std::uint32_t buffer, std::uint32_t words) {
  for (Queue<Descriptor>* queue : {&s.descriptors, &s.control})
    for (std::uint32_t i = 0; i < queue->count; ++i) {
      Descriptor& d = queue->at(i);
      if ((d.flags & NIC_TX_FOLLOW) != 0 && d.payload >= buffer && d.payload - buffer < 4 * words) d.cut = true;
    }
}

bool abort(SendEngine& s, std::uint32_t cookie) {
  for (std::uint32_t i = 0; i < s.descriptors.count; ++i) {
    Descriptor& d = s.descriptors.at(i);
    if (d.cookie != cookie) continue;
    if (i == 0 && s.begun && !s.serves_control) {
      const bool has_words = s.fetched < d.words() || s.word_valid;
      if (has_words && !d.cut) d.cut = d.aborted = true;
      return true;
    }
    if ((d.flags & NIC_TX_NOTIFY) != 0) {
      if (s.sent.full()) return false;
      s.sent.push({cookie, NIC_TX_REMOVED, 0});
    }
    s.descriptors.remove(i);
    return true;
  }
  return true;
}

}  // namespace slackline::nic
