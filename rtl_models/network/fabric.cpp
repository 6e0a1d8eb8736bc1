#include "rtl_models/network/fabric.hpp"

#include <algorithm>
#include <utility>

#include "rtl_models/wormhole_switch/wormhole_switch_step.hpp"

namespace slackline::network {

Fabric::Fabric(Netlist netlist, Check check)
    : netlist_(elaborated(std::move(netlist), check)),
      source_(netlist_.endpoint_params.traffic),
      packets_(static_cast<std::uint32_t>(netlist_.endpoints.size()), netlist_.endpoint_params.traffic.seed),
      agenda_(static_cast<std::uint32_t>(netlist_.endpoints.size())) {
  build_components();
  build_rings();
  for (std::uint32_t i = 0; i < endpoints_.size(); ++i)
    if (const Cycle first = endpoints_[i].state.next.created; first == Cycle(0))
      wake(first_endpoint_ + i, 0);
    else if (first != never)
      agenda_.enter(i, first, now_);
}

void Fabric::build_components() {
  const auto& sp = netlist_.switch_params;
  const auto& ep = netlist_.endpoint_params;
  const std::size_t switch_bytes = wormhole_switch::storage_bytes(sp), endpoint_bytes = endpoint::storage_bytes(ep);
  storage_.resize(netlist_.switches.size() * switch_bytes + netlist_.endpoints.size() * endpoint_bytes);

  std::byte* memory = storage_.data();
  const std::vector<PortMask> wired = wired_outputs(netlist_);
  switches_.resize(netlist_.switches.size());
  for (std::size_t i = 0; i < switches_.size(); ++i, memory += switch_bytes) {
    Arena arena(memory);
    wormhole_switch::bind(sp, switches_[i].state, arena);
    switches_[i].place = {netlist_.switches[i].route, wired[i], 0};
  }
  endpoints_.resize(netlist_.endpoints.size());
  for (std::size_t i = 0; i < endpoints_.size(); ++i, memory += endpoint_bytes) {
    Arena arena(memory);
    endpoints_[i].place = netlist_.endpoints[i].place;
    endpoint::bind(ep, source_, endpoints_[i].place, endpoints_[i].state, arena);
  }
  first_endpoint_ = static_cast<std::uint32_t>((switches_.size() + 63) / 64 * 64);
  words_ = first_endpoint_ / 64 + static_cast<std::uint32_t>((endpoints_.size() + 63) / 64);
}

Fabric::Pins& Fabric::pins_of(const PortRef& port) {
  return port.kind == InstanceKind::wormhole_switch ? switches_[port.instance].pins : endpoints_[port.instance].pins;
}

std::uint32_t Fabric::component_of(const PortRef& port) const {
  return port.kind == InstanceKind::wormhole_switch ? port.instance : first_endpoint_ + port.instance;
}

void Fabric::build_rings() {
  // A ring must tell the edge being executed from the furthest one ahead: delay + 1 entries at least.
  std::uint32_t longest = 1;
  for (const Channel& channel : netlist_.channels) {
    Pins &sender = pins_of(channel.from), &receiver = pins_of(channel.to);
    receiver.arrivals.mask = std::max(receiver.arrivals.mask, power_of_two_at_least(channel.latency() + 1) - 1);
    sender.stop_changes.mask = std::max(sender.stop_changes.mask, power_of_two_at_least(channel.stop_delay + 1) - 1);
    longest = std::max({longest, channel.latency(), channel.stop_delay});
  }
  rows_ = power_of_two_at_least(longest + 1);
  active_.assign(std::size_t{rows_} * words_, 0);
  row_used_.assign(rows_, 0);

  std::uint32_t events = 0;
  const auto lay_out = [&events](Pins& pins) {
    for (Ring* ring : {&pins.arrivals, &pins.stop_changes}) {
      ring->first = events;
      events += ring->mask + 1;
    }
  };
  for (Switch& s : switches_) lay_out(s.pins);
  for (Endpoint& e : endpoints_) lay_out(e.pins);
  events_.assign(events, 0);

  const std::size_t ports = switches_.size() * netlist_.switch_params.ports;
  out_targets_.resize(ports);
  stop_targets_.resize(ports);
  in_flits_.resize(ports);
  std::uint32_t flits = 0;
  for (const Channel& channel : netlist_.channels) {
    const Ring ring{flits, power_of_two_at_least(channel.latency() + 1) - 1};
    flits += ring.mask + 1;
    const Target forward{ring, pins_of(channel.to).arrivals, channel.latency(), component_of(channel.to),
                         bit(channel.to.port.value)};
    if (channel.from.kind == InstanceKind::wormhole_switch) {
      out_targets_[switch_port(channel.from)] = forward;
      Switch& sender = switches_[channel.from.instance];
      wormhole_switch::set_cycles_per_flit(sender.place, sender.state, channel.from.port, channel.cycles_per_flit);
    } else {
      endpoints_[channel.from.instance].out = forward;
    }
    if (channel.to.kind == InstanceKind::wormhole_switch) {
      in_flits_[switch_port(channel.to)] = ring;
      stop_targets_[switch_port(channel.to)] = {Ring{}, pins_of(channel.from).stop_changes, channel.stop_delay,
                                                component_of(channel.from), bit(channel.from.port.value)};
    } else {
      endpoints_[channel.to.instance].flits = ring;
    }
  }
  flits_.assign(flits, Flit());
}

inline void Fabric::wake(std::uint32_t component, std::uint64_t edge) {
  const std::size_t row = edge & (rows_ - 1);
  active_[row * words_ + component / 64] |= std::uint64_t{1} << component % 64;
  row_used_[row] = 1;
}

inline void Fabric::send(const Target& target, Flit flit) {
  const std::uint64_t edge = now_.value + target.delay;
  flits_[target.flits.at(edge)] = flit;
  events_[target.events.at(edge)] |= target.port;
  wake(target.component, edge);
}

inline PortMask Fabric::sample_stops(Pins& pins) {
  PortMask& changes = events_[pins.stop_changes.at(now_.value)];
  pins.stop_in ^= changes;
  changes = 0;
  return pins.stop_in;
}

inline void Fabric::step_switch(std::uint32_t index) {
  Switch& s = switches_[index];
  const wormhole_switch::Params& p = netlist_.switch_params;
  const std::size_t first_port = std::size_t{index} * p.ports;

  PortMask& arrivals = events_[s.pins.arrivals.at(now_.value)];
  const wormhole_switch::Inputs in{arrivals, sample_stops(s.pins)};
  arrivals = 0;
  const wormhole_switch::Result result = wormhole_switch::step(
      p, s.place, s.state, now_, in, [&](unsigned port) { return flits_[in_flits_[first_port + port].at(now_.value)]; },
      [&](unsigned port, Flit flit) { send(out_targets_[first_port + port], flit); });

  for_each_bit(result.stop_changed, [&](unsigned port) {
    const Target& target = stop_targets_[first_port + port];
    const std::uint64_t edge = now_.value + target.delay;
    events_[target.events.at(edge)] ^= target.port;
    wake(target.component, edge);
  });
  if (result.awake) wake(index, now_.value + 1);
}

inline void Fabric::step_endpoint(std::uint32_t index) {
  Endpoint& e = endpoints_[index];
  endpoint::Inputs in;
  PortMask& arrivals = events_[e.pins.arrivals.at(now_.value)];
  if (arrivals != 0) {
    in.flit_in = flits_[e.flits.at(now_.value)];
    arrivals = 0;
  }
  in.stop_in = sample_stops(e.pins) != 0;
  const endpoint::Result result =
      endpoint::step(netlist_.endpoint_params, source_, e.place, e.state, packets_, now_, in);

  if (result.flit_out.valid()) send(e.out, result.flit_out);
  // Near edges need no entry in the agenda, which holds one for each endpoint: the creation of its next packet.
  if (result.wake - now_ < rows_)
    wake(first_endpoint_ + index, result.wake.value);
  else if (result.wake != never)
    agenda_.enter(index, result.wake, now_);
}

Cycle Fabric::next_active() const {
  for (std::uint64_t ahead = 1; ahead < rows_; ++ahead)
    if (row_used_[(now_.value + ahead) & (rows_ - 1)]) return now_ + ahead;
  return never;
}

void Fabric::run_until(Cycle end) {
  const std::uint32_t switch_words = first_endpoint_ / 64;
  while (now_ < end) {
    agenda_.take(now_, [this](std::uint32_t i) { wake(first_endpoint_ + i, now_.value); });
    const std::size_t row = now_.value & (rows_ - 1);
    if (row_used_[row]) {
      row_used_[row] = 0;
      std::uint64_t* active = &active_[row * words_];
      for (std::uint32_t w = 0; w < switch_words; ++w)
        for_each_bit(std::exchange(active[w], 0), [&](unsigned b) { step_switch(w * 64 + b); });
      for (std::uint32_t w = switch_words; w < words_; ++w)
        for_each_bit(std::exchange(active[w], 0), [&](unsigned b) { step_endpoint((w - switch_words) * 64 + b); });
      now_ = now_ + 1;
    } else {
      now_ = std::min({next_active(), agenda_.next_due(now_ + 1), end});
    }
  }
}

Flit Fabric::channel_flit(std::size_t channel, unsigned stage) const {
  const Channel& c = netlist_.channels[channel];
  if (now_ == Cycle(0) || stage >= c.latency()) return Flit();
  const std::uint64_t edge = now_.value - 1 + c.latency() - stage;
  const bool to_switch = c.to.kind == InstanceKind::wormhole_switch;
  const Pins& pins = to_switch ? switches_[c.to.instance].pins : endpoints_[c.to.instance].pins;
  if (!has(events_[pins.arrivals.at(edge)], c.to.port.value)) return Flit();
  return flits_[(to_switch ? in_flits_[switch_port(c.to)] : endpoints_[c.to.instance].flits).at(edge)];
}

bool Fabric::channel_stop(std::size_t channel) const {
  const PortRef& to = netlist_.channels[channel].to;
  if (to.kind == InstanceKind::endpoint) return false;
  return has(wormhole_switch::stop_out(netlist_.switch_params, switches_[to.instance].state), to.port.value);
}

std::uint64_t Fabric::flits_on_links() const {
  std::uint64_t flits = 0;
  for (std::size_t c = 0; c < netlist_.channels.size(); ++c)
    for (unsigned stage = 0; stage < netlist_.channels[c].latency(); ++stage) flits += channel_flit(c, stage).valid();
  return flits;
}

}  // namespace slackline::network
