#include "testbench/tracing/host_waves.hpp"

#include <algorithm>

namespace slackline::tracing {

namespace {

std::uint64_t barrier_flits_sent(const port::State& s) { return s.barrier == nullptr ? 0 : s.barrier->sent; }

}  // namespace

Stall reason(const port::Params& p, const port::State& s, Cycle now) {
  if (!port::ready(s, now)) return s.created <= now ? Stall::no_response : Stall::idle;
  if (port::open_channels(p, s) == 0) return p.links.has_credits() ? Stall::no_credit : Stall::stopped;
  return now < s.link.free ? Stall::link_busy : Stall::moving;
}

void HostWaves::choose(const Scope& scope, Signal first) {
  if (hosts_.empty() || hosts_.back().instance != scope.instance) {
    const port::Params& params = netlist_.port_of(scope.instance);
    hosts_.push_back({scope.instance, &params, vcs_first_.size()});
    vcs_first_.resize(vcs_first_.size() + params.links.virtual_channels, no_signal);
  }
  if (scope.kind == ScopeKind::host)
    hosts_.back().first = first;
  else
    vcs_first_[hosts_.back().first_vc + scope.vc] = first;
}

void HostWaves::settle(const port::State* const* states) {
  if (!has_looked_) return;
  for (Host& host : hosts_) {
    if (host.first == no_signal || host.settled) continue;
    host.settled = host.quiet;
    writer_.set_small(host.first, static_cast<unsigned>(settled_stall(host, *states[host.instance])));
  }
}

/// A flit that could leave did not: a message of a barrier went before it, or it got no tag.
Stall HostWaves::settled_stall(const Host& host, const port::State& s) {
  if (host.stall != Stall::moving || s.flits_sent != host.flits_sent) return host.stall;
  return barrier_flits_sent(s) != host.barrier_flits_sent ? Stall::lost_arbitration : Stall::no_tag;
}

[[gnu::flatten]] void HostWaves::look(const port::State* const* states, const PacketTable& packets, Cycle now) {
  for (Host& host : hosts_) {
    const port::State& s = *states[host.instance];
    if (host.quiet && stays_quiet(host, s, now)) continue;
    const port::Params& p = *host.params;
    host.stall = reason(p, s, now + 1);
    host.settled = false;
    host.quiet = host.stall == Stall::idle && !p.links.has_credits();
    if (host.first != no_signal) look_at_host(host, s, packets, now);
    for (unsigned v = 0; v < p.links.virtual_channels; ++v)
      if (const Signal first = vcs_first_[host.first_vc + v]; first != no_signal)
        look_at_vc(host, first, s, v, packets);
    host.flits_sent = s.flits_sent;
    host.barrier_flits_sent = barrier_flits_sent(s);
    host.flits_received = s.flits_received;
    host.stopped = static_cast<VcMask>(s.flow.stopped);
  }
  has_looked_ = true;
}

/// Nothing that is shown of it can have changed.
bool HostWaves::stays_quiet(const Host& host, const port::State& s, Cycle now) {
  return now + 1 < std::min(s.created, s.due) && s.sent == 0 && s.flits_sent == host.flits_sent &&
         s.flits_received == host.flits_received && static_cast<VcMask>(s.flow.stopped) == host.stopped;
}

void HostWaves::look_at_host(const Host& host, const port::State& s, const PacketTable& packets, Cycle now) {
  const auto signal = [&](HostValue value) { return host.first + static_cast<Signal>(value); };
  writer_.set_bit(signal(HostValue::pending), s.created <= now);
  writer_.set(signal(HostValue::received), s.packets_received);
  if (s.flits_sent == host.flits_sent && has_looked_) return;
  show_packet(signal(HostValue::sending), s.sent != 0, s.tag, packets);
}

void HostWaves::look_at_vc(const Host& host, Signal first, const port::State& s, unsigned v,
                           const PacketTable& packets) {
  const auto stopped = static_cast<Signal>(HostVcValue::stopped);
  if (host.params->links.has_credits())
    writer_.set(first + stopped, s.flow.credits[v]);
  else
    writer_.set_bit(first + stopped, has(s.flow.stopped, v));
  if (s.flits_received == host.flits_received && has_looked_) return;
  const port::SinkLane& lane = s.sink[v];
  show_packet(first + static_cast<Signal>(HostVcValue::receiving), lane.worm_open, lane.open_tag, packets);
}

void HostWaves::show_packet(Signal signal, bool there, std::uint32_t tag, const PacketTable& packets) {
  const PacketRecord* record = there ? packets.find(tag) : nullptr;
  if (record != nullptr)
    writer_.set(signal, packet_number(*record));
  else
    writer_.set_none(signal);
}

}  // namespace slackline::tracing
