#include "testbench/workloads/exchange/program.hpp"

#include <algorithm>
#include <utility>

namespace slackline::exchange {

namespace {

using features::ExchangeSettings;
using features::PauseLength;

Orders orders_of(const ProgramParams& p) {
  const auto hosts = static_cast<std::uint32_t>(p.hosts.size());
  Reordering reordering;
  if (p.settings.reorders) reordering = {p.hosts_of_switch, hosts / p.hosts_of_switch};
  return {p.settings.permutation, hosts, reordering, p.settings.steps};
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
      pause_length_(1 / static_cast<double>(std::max<std::uint64_t>(1, params_.settings.pause_cycles))),
      ranks_(params_.nodes, no_rank),
      hosts_(params_.hosts.size()) {
  for (std::uint32_t rank = 0; rank < params_.hosts.size(); ++rank) ranks_[params_.hosts[rank]] = rank;
}

void Program::begin(NodeId host, port::ProgramState& s) {
  const std::uint32_t rank = rank_of(host);
  if (rank == no_rank) return;
  Host& h = hosts_[rank];
  h.waiting.assign(takes_any() ? 1 : orders_.hosts(), 0);
  h.pause = first_pause(host);
  s.due = Cycle(0);
}

Pause Program::first_pause(NodeId host) const {
  Pause pause;
  // Random numbers apart from those of other workloads with the seed of the run.
  constexpr std::uint64_t of_exchanges = 0x65786368616e6765;
  const std::uint64_t seed = mix64(params_.seed ^ mix64(of_exchanges + params_.place));
  pause.state.stream = RandomStream(seed, host.value, RandomPurpose::arrivals);
  pause.lengths = RandomStream(seed, host.value, RandomPurpose::lengths);
  pause.begin = pauses_.first(pause.state);
  pause.cycles = draw_length(pause.lengths);
  return pause;
}

std::uint64_t Program::draw_length(RandomStream& stream) const {
  const std::uint64_t mean = params_.settings.pause_cycles;
  if (mean == 0) return 0;
  switch (params_.settings.pause_length) {
    case PauseLength::fixed: return mean;
    case PauseLength::uniform: return 1 + stream.below(static_cast<std::uint32_t>(2 * mean - 1));
    case PauseLength::geometric: break;
  }
  return pause_length_.draw(stream);
}

std::uint32_t Program::step_of(std::uint64_t n) const {
  return 1 + static_cast<std::uint32_t>(is_pairwise() ? n / params_.settings.packets : n % (orders_.hosts() - 1));
}

/// One that has taken all has nothing to wait for.
bool Program::window_is_open(const Host& h) const {
  return !window_ || h.ahead < static_cast<std::int64_t>(*window_) || h.taken == all_packets();
}

bool Program::can_send(const Host& h) const {
  if (h.sent == all_packets() || h.queue.size() >= params_.settings.queue) return false;
  return is_pairwise() ? step_of(h.sent) <= step_of(h.taken) : window_is_open(h);
}

std::size_t Program::awaited(std::uint32_t rank, const Host& h) const {
  return takes_any() ? 0 : orders_.source(rank, step_of(h.taken));
}

bool Program::can_take(std::uint32_t rank, const Host& h) const {
  if (h.taken == all_packets() || h.waiting[awaited(rank, h)] == 0) return false;
  return !is_pairwise() || step_of(h.taken) <= step_of(h.sent);
}

Cycle Program::after_pauses(Host& h, Cycle at) const {
  while (h.pause.begin <= at) {
    at = std::max(at, end_of(h.pause));
    pass(h.pause);
    ++h.pause_count;
  }
  return at;
}

Cycle Program::work(Host& h, Cycle at, std::uint64_t cycles) const {
  Cycle end = at + cycles;
  while (h.pause.begin < end) {
    end = end + h.pause.cycles;
    pass(h.pause);
    ++h.pause_count;
  }
  return end;
}

void Program::send(Host& h, Cycle at) const {
  h.free = work(h, at, params_.settings.send_cycles);
  h.queue.push_back(h.woken ? std::max(h.free, *h.woken + 1) : h.free);
  h.takes_first = true;
  ++h.sent;
  h.most_ahead = std::max(h.most_ahead, ++h.ahead);
  if (h.sent != all_packets() && !window_is_open(h)) h.closed = h.free;
}

void Program::take(std::uint32_t rank, Host& h, Cycle at) const {
  --h.waiting[awaited(rank, h)];
  --h.all_waiting;
  h.free = work(h, at, take_cycles());
  h.takes_first = false;
  ++h.taken;
  if (!params_.settings.clamps || h.ahead > 0) --h.ahead;
  if (h.closed && window_is_open(h)) {
    h.opened = h.free;
    h.closed_cycles += h.opened - *std::exchange(h.closed, std::nullopt);
  }
  h.ended = std::max(h.ended, h.free);
}

void Program::advance(std::uint32_t rank, Host& h, Cycle now) const {
  for (;;) {
    const bool sends = can_send(h), takes = can_take(rank, h);
    const Cycle at = std::max(h.free, h.called);
    if ((!sends && !takes) || at > now) break;
    h.free = after_pauses(h, at);
    if (h.free > now) break;
    if (takes && (h.takes_first || !sends))
      take(rank, h, h.free);
    else
      send(h, h.free);
  }
  h.called = now;
}

const Program::Host& Program::as_of(std::uint32_t rank, Cycle now, Host& copy) const {
  if (!acts(rank, hosts_[rank], now)) return hosts_[rank];
  copy = hosts_[rank];
  advance(rank, copy, now);
  return copy;
}

Cycle Program::next_look(std::uint32_t rank, const Host& h, Cycle now) const {
  if (!h.queue.empty()) return h.queue.front();
  const Cycle free = std::max(h.free, h.called);
  if (can_send(h)) return std::max(free + params_.settings.send_cycles, now + 1);
  return can_take(rank, h) ? std::max(free + take_cycles(), now + 1) : never;
}

bool Program::load(NodeId host, Cycle now, port::ProgramState& s) {
  const std::uint32_t rank = rank_of(host);
  Host& h = hosts_[rank];
  advance(rank, h, now);
  if (h.queue.empty() || h.queue.front() > now) {
    s.due = next_look(rank, h, now);
    return false;
  }
  if (!h.is_loaded) ++s.progress;
  h.is_loaded = true;
  s.packet = port::Packet();
  s.packet.created = h.queue.front();
  s.packet.destination = NodeId(params_.hosts[orders_.destination(rank, step_of(h.left))]);
  s.packet.flits = params_.flits;
  s.packet.message = static_cast<std::uint32_t>(h.left);
  s.due = h.queue.front();
  return true;
}

void Program::sent(NodeId host, Cycle now, port::ProgramState& s) {
  const std::uint32_t rank = rank_of(host);
  Host& h = hosts_[rank];
  advance(rank, h, now);
  h.queue.pop_front();
  h.is_loaded = false;
  ++h.left;
  h.ended = std::max(h.ended, now);
  ++s.progress;
  s.due = next_look(rank, h, now);
}

void Program::delivered(NodeId host, const PacketRecord& packet, Cycle now, port::ProgramState& s) {
  const std::uint32_t rank = rank_of(host);
  Host& h = hosts_[rank];
  advance(rank, h, now);
  ++h.waiting[takes_any() ? 0 : rank_of(packet.source)];
  ++h.come;
  h.woken = now;
  h.most_waiting = std::max(h.most_waiting, ++h.all_waiting);
  ++s.progress;
  if (!h.is_loaded) s.due = next_look(rank, h, now);
}

bool Program::is_over(Cycle now) const {
  Host copy;
  for (std::uint32_t rank = 0; rank < hosts_.size(); ++rank)
    if (hosts_[rank].left != all_packets() || !has_ended(as_of(rank, now, copy), now)) return false;
  return true;
}

bool Program::is_idle(Cycle now) const {
  Host copy;
  for (std::uint32_t rank = 0; rank < hosts_.size(); ++rank) {
    const Host& h = as_of(rank, now, copy);
    if (h.free > now || !h.queue.empty() || can_send(h) || can_take(rank, h)) return false;
  }
  return true;
}

std::uint64_t Program::under_way() const {
  std::uint64_t left = 0, come = 0;
  for (const Host& h : hosts_) {
    left += h.left;
    come += h.come;
  }
  return left - come;
}

std::vector<Stuck> Program::stuck(Cycle now) const {
  std::vector<Stuck> all;
  Host copy;
  for (std::uint32_t rank = 0; rank < hosts_.size(); ++rank) {
    const Host& h = as_of(rank, now, copy);
    if (h.sent == all_packets() && h.taken == all_packets()) continue;
    std::string why = "waits for ever";
    if (h.taken != all_packets())
      why += takes_any() ? " for packets" : " for a packet of host " + std::to_string(params_.hosts[awaited(rank, h)]);
    if (h.closed) why += ", with its window closed";
    all.push_back({params_.hosts[rank], std::move(why)});
  }
  return all;
}

Answers Program::answers(Cycle now) const {
  Answers all;
  Cycle first{never}, last;
  bool is_whole = true;
  Host copy;
  for (std::uint32_t rank = 0; rank < hosts_.size(); ++rank) {
    const Host& h = as_of(rank, now, copy);
    all.sent += h.left;
    all.taken += h.taken;
    all.most_waiting = std::max(all.most_waiting, h.most_waiting);
    all.most_ahead = std::max(all.most_ahead, h.most_ahead);
    all.closed_cycles += h.closed_cycles;
    if (h.closed && *h.closed < now) all.closed_cycles += now - *h.closed;
    all.pauses += h.pause_count;
    first = std::min(first, h.ended);
    last = std::max(last, h.ended);
    is_whole = is_whole && has_ended(h, now);
  }
  if (is_whole) {
    all.cycles = last.value;
    all.first_end = first.value;
  }
  return all;
}

Counts Program::counts(Cycle now) const {
  Counts all;
  Host copy;
  for (std::uint32_t rank = 0; rank < hosts_.size(); ++rank) {
    const Host& h = as_of(rank, now, copy);
    all.taken += h.taken;
    all.untaken += h.all_waiting;
    all.most_ahead = std::max(all.most_ahead, h.ahead);
    all.closed += (h.closed && *h.closed <= now) || now < h.opened;
    all.finished += has_ended(h, now);
  }
  return all;
}

}  // namespace slackline::exchange
