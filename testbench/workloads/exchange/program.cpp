#include "testbench/workloads/exchange/program.hpp"

#include <algorithm>
#include <utility>

namespace slackline::exchange {

namespace {

using features::ExchangeSettings;

Orders orders_of(const ProgramParams& p) {
  const auto hosts = static_cast<std::uint32_t>(p.hosts.size());
  Reordering reordering;
  if (p.settings.reorders) reordering = {p.hosts_of_switch, hosts / p.hosts_of_switch};
  return {p.settings.permutation, hosts, reordering};
}

std::optional<std::uint64_t> window_of(const ProgramParams& p) {
  if (p.settings.buffer) return global_window(*p.settings.buffer, p.hosts.size(), p.hosts_of_switch);
  return p.settings.window;
}

double pause_rate(const ExchangeSettings& s) { return s.pause_every == 0 ? 0 : 1 / static_cast<double>(s.pause_every); }

}  // namespace

Program::Program(ProgramParams params)
    : params_(std::move(params)),
      orders_(orders_of(params_)),
      window_(window_of(params_)),
      pauses_({}, pause_rate(params_.settings), 1),
      ranks_(params_.nodes, no_rank),
      hosts_(params_.hosts.size()) {
  for (std::uint32_t rank = 0; rank < params_.hosts.size(); ++rank) ranks_[params_.hosts[rank]] = rank;
}

void Program::begin(NodeId host, port::ProgramState& s) {
  const std::uint32_t rank = rank_of(host);
  if (rank == no_rank) return;
  Host& h = hosts_[rank];
  h.waiting.assign(takes_any() ? 1 : orders_.hosts(), 0);
  h.pauses.stream = RandomStream(params_.seed, host.value, RandomPurpose::arrivals);
  h.next_pause = pauses_.first(h.pauses);
  s.due = Cycle(0);
}

std::uint32_t Program::step_of(std::uint64_t n) const {
  return 1 + static_cast<std::uint32_t>(is_pairwise() ? n / params_.settings.packets : n % (orders_.hosts() - 1));
}

bool Program::can_send(const Host& h) const {
  if (h.sent == all_packets() || h.is_sending) return false;
  return is_pairwise() ? step_of(h.sent) <= step_of(h.taken) : window_is_open(h);
}

std::size_t Program::awaited(std::uint32_t rank, const Host& h) const {
  return takes_any() ? 0 : orders_.source(rank, step_of(h.taken));
}

bool Program::can_take(std::uint32_t rank, const Host& h) const {
  if (h.taken == all_packets() || h.waiting[awaited(rank, h)] == 0) return false;
  return !is_pairwise() || step_of(h.taken) <= step_of(h.sent);
}

Cycle Program::after_pause(const Host& h, Cycle at) const {
  return at < h.next_pause ? at : std::max(at, h.next_pause + params_.settings.pause_cycles);
}

Cycle Program::begin_at(Host& h, Cycle at) {
  while (h.next_pause <= at) {
    const Cycle end = h.next_pause + params_.settings.pause_cycles;
    at = std::max(at, end);
    h.next_pause = pauses_.next(h.pauses, end);
    ++h.counts.pauses;
  }
  return at;
}

void Program::take(std::uint32_t rank, Host& h, Cycle at) {
  --h.waiting[awaited(rank, h)];
  --h.all_waiting;
  h.free = at + params_.settings.receive_cycles + params_.settings.user_cycles;
  h.takes_first = false;
  ++h.taken;
  if (!params_.settings.clamps || h.ahead > 0) --h.ahead;
  if (h.closed && window_is_open(h)) h.counts.closed_cycles += h.free - *std::exchange(h.closed, std::nullopt);
  h.ended = std::max(h.ended, h.free);
}

void Program::take_until(std::uint32_t rank, Host& h, Cycle now) {
  // Without anything left to send nothing but pauses comes between: the rest is known.
  const bool is_alone = h.sent == all_packets();
  while (can_take(rank, h)) {
    const Cycle at = after_pause(h, std::max(h.free, h.called));
    if (!is_alone && (at > now || (at == now && !h.takes_first && can_send(h)))) break;
    take(rank, h, begin_at(h, at));
  }
  h.called = now;
}

Cycle Program::next_look(std::uint32_t rank, const Host& h, Cycle now) const {
  if (h.sent == all_packets()) return never;
  const Cycle free = after_pause(h, std::max(h.free, now + 1));
  if (can_send(h)) return free;
  return can_take(rank, h) ? free + params_.settings.receive_cycles + params_.settings.user_cycles : never;
}

bool Program::load(NodeId host, Cycle now, port::ProgramState& s) {
  const std::uint32_t rank = rank_of(host);
  Host& h = hosts_[rank];
  take_until(rank, h, now);
  if (!h.is_sending) {
    if (!can_send(h) || h.free > now || after_pause(h, now) > now) {
      s.due = next_look(rank, h, now);
      return false;
    }
    h.is_sending = true;
    h.hands_over = h.free = begin_at(h, now) + params_.settings.send_cycles;
    s.packet = port::Packet();
    s.packet.created = now;
    s.packet.destination = NodeId(params_.hosts[orders_.destination(rank, step_of(h.sent))]);
    s.packet.flits = params_.flits;
    s.packet.message = static_cast<std::uint32_t>(h.sent);
    ++s.progress;
  }
  s.due = h.hands_over;
  return h.hands_over <= now;
}

void Program::sent(NodeId host, Cycle now, port::ProgramState& s) {
  const std::uint32_t rank = rank_of(host);
  Host& h = hosts_[rank];
  take_until(rank, h, now);
  h.is_sending = false;
  h.takes_first = true;
  ++h.sent;
  ++h.ahead;
  h.counts.most_ahead = std::max(h.counts.most_ahead, h.ahead);
  h.ended = std::max(h.ended, now);
  if (h.sent == all_packets())
    take_until(rank, h, now);
  else if (!window_is_open(h))
    h.closed = now;
  ++s.progress;
  s.due = next_look(rank, h, now);
}

void Program::delivered(NodeId host, const PacketRecord& packet, Cycle now, port::ProgramState& s) {
  const std::uint32_t rank = rank_of(host);
  Host& h = hosts_[rank];
  take_until(rank, h, now);
  ++h.waiting[takes_any() ? 0 : rank_of(packet.source)];
  h.counts.most_waiting = std::max(h.counts.most_waiting, ++h.all_waiting);
  if (h.sent == all_packets()) take_until(rank, h, now);
  ++s.progress;
  if (!h.is_sending) s.due = next_look(rank, h, now);
}

bool Program::is_over(Cycle now) const {
  return std::all_of(hosts_.begin(), hosts_.end(), [&](const Host& h) {
    return h.sent == all_packets() && h.taken == all_packets() && h.ended <= now;
  });
}

bool Program::is_idle(Cycle now) const {
  for (std::uint32_t rank = 0; rank < hosts_.size(); ++rank) {
    const Host& h = hosts_[rank];
    if (h.free > now || h.is_sending || can_send(h) || can_take(rank, h)) return false;
  }
  return true;
}

Answers Program::answers() const {
  Answers all;
  Cycle first{never}, last;
  bool is_whole = true;
  for (const Host& h : hosts_) {
    all.sent += h.sent;
    all.taken += h.taken;
    all.most_waiting = std::max(all.most_waiting, h.counts.most_waiting);
    all.most_ahead = std::max(all.most_ahead, h.counts.most_ahead);
    all.closed_cycles += h.counts.closed_cycles;
    all.pauses += h.counts.pauses;
    first = std::min(first, h.ended);
    last = std::max(last, h.ended);
    is_whole = is_whole && h.taken == all_packets();
  }
  if (is_whole) {
    all.cycles = last.value;
    all.first_end = first.value;
  }
  return all;
}

}  // namespace slackline::exchange
