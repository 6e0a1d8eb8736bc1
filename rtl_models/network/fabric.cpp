#include "rtl_models/network/fabric.hpp"

#include <algorithm>
#include <utility>

#include "rtl_models/network/fabric_wires.hpp"
#include "rtl_models/network/route_table.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch_step.hpp"

namespace slackline::network {

Fabric::Fabric(Netlist netlist, Check check)
    : netlist_(elaborated(std::move(netlist), check)),
      credits_(netlist_.switch_params.has_credits()),
      one_plain_vc_(netlist_.switch_params.one_plain_vc()),
      source_(netlist_.endpoint_params.traffic),
      packets_(static_cast<std::uint32_t>(netlist_.endpoints.size()), netlist_.endpoint_params.traffic.seed),
      agenda_(static_cast<std::uint32_t>(netlist_.endpoints.size())) {
  build_components();
  if (netlist_.interfaces != nullptr) build_interfaces();
  build_rings();
  build_faults();
  for (std::uint32_t i = 0; i < endpoints_.size(); ++i)
    if (const Cycle first = endpoints_[i].state.next.created; first == Cycle(0) || endpoints_[i].state.groups != 0)
      wake(first_endpoint_ + i, 0);
    else if (first != never)
      agenda_.enter(i, first, now_);
  for (std::uint32_t i = 0; i < interfaces_.size(); ++i) wake(first_endpoint_ + i, 0);
}

void Fabric::build_components() {
  const auto& sp = netlist_.switch_params;
  const auto& ep = netlist_.endpoint_params;
  const std::size_t switch_bytes = wormhole_switch::storage_bytes(sp), endpoint_bytes = endpoint::storage_bytes(ep);
  storage_.resize(netlist_.switches.size() * switch_bytes + netlist_.endpoints.size() * endpoint_bytes);

  std::byte* memory = storage_.data();
  const std::vector<PortMask> wired = wired_outputs(netlist_);
  const std::vector<route_unit::Place> routes = route_places(netlist_);
  const std::size_t vcs = sp.flow_channels();
  switches_.resize(netlist_.switches.size());
  stop_in_.assign((switches_.size() + 1) * vcs, 0);
  for (std::size_t i = 0; i < switches_.size(); ++i, memory += switch_bytes) {
    Arena arena(memory);
    wormhole_switch::bind(sp, switches_[i].state, arena);
    switches_[i].place.route = routes[i];
    switches_[i].place.wired = wired[i];
    if (sp.barrier.is_on()) {
      wire_barriers(netlist_, static_cast<std::uint32_t>(i), switches_[i].place);
      wormhole_switch::set_up_barriers(sp, switches_[i].place, switches_[i].state);
    }
    switches_[i].stop_in = &stop_in_[i * vcs];
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
    sender.stops.mask = std::max(sender.stops.mask, power_of_two_at_least(channel.stop_delay + 1) - 1);
    longest = std::max({longest, channel.latency(), channel.stop_delay});
  }
  if (!interfaces_.empty()) longest = std::max(longest, interface_rows - 1);
  rows_ = power_of_two_at_least(longest + 1);
  active_.assign(std::size_t{rows_} * words_, 0);
  row_used_.assign(rows_, 0);

  std::uint32_t events = 0;
  const auto lay_out = [&events](Pins& pins, std::uint32_t stop_words) {
    pins.arrivals.first = events;
    events += pins.arrivals.mask + 1;
    pins.stops.first = events;
    events += (pins.stops.mask + 1) * stop_words;
  };
  for (Switch& s : switches_) lay_out(s.pins, stop_words());
  for (Endpoint& e : endpoints_) lay_out(e.pins, 1);
  events_.assign(events, 0);

  std::uint32_t flits = 0;
  build_links(flits);
  flits_.assign(flits, Flit());
}

Fabric::Target Fabric::target(Ring flits, Ring events, std::uint32_t delay, const PortRef& to) const {
  const std::uint32_t component = component_of(to);
  return {flits, events, delay, component / 64, std::uint64_t{1} << component % 64, bit(to.port.value)};
}

void Fabric::build_links(std::uint32_t& flits) {
  const std::size_t ports = switches_.size() * netlist_.switch_params.ports;
  out_targets_.resize(ports);
  stop_targets_.resize(ports);
  in_flits_.resize(ports);
  channel_targets_.reserve(netlist_.channels.size());
  for (const Channel& channel : netlist_.channels) {
    const Ring ring{flits, power_of_two_at_least(channel.latency() + 1) - 1};
    flits += ring.mask + 1;
    const Target forward = target(ring, pins_of(channel.to).arrivals, channel.latency(), channel.to);
    channel_targets_.push_back(forward);
    if (channel.from.kind == InstanceKind::wormhole_switch) {
      out_targets_[switch_port(channel.from)] = forward;
      Switch& sender = switches_[channel.from.instance];
      wormhole_switch::set_cycles_per_flit(sender.place, sender.state, channel.from.port, channel.cycles_per_flit);
      if (takes_in_everything(netlist_, channel.to))
        wormhole_switch::set_unlimited(netlist_.switch_params, sender.state, channel.from.port);
    } else {
      endpoints_[channel.from.instance].out = forward;
    }
    const Target back = target(Ring{}, pins_of(channel.from).stops, channel.stop_delay, channel.from);
    if (channel.to.kind == InstanceKind::wormhole_switch) {
      in_flits_[switch_port(channel.to)] = ring;
      stop_targets_[switch_port(channel.to)] = back;
    } else {
      endpoints_[channel.to.instance].flits = ring;
      if (!interfaces_.empty()) interfaces_[channel.to.instance].stop = back;
    }
  }
}

void Fabric::build_faults() {
  fault_states_.resize(netlist_.faults.size());
  const auto faults_of = [&](const PortRef& port) -> LinkFaults& {
    Pins& pins = pins_of(port);
    if (pins.faults == no_faults) {
      pins.faults = static_cast<std::uint32_t>(link_faults_.size());
      link_faults_.emplace_back();
    }
    return link_faults_[pins.faults];
  };
  for (std::size_t i = 0; i < netlist_.faults.size(); ++i) {
    const LinkFault& fault = netlist_.faults[i].fault;
    const Channel& channel = netlist_.channels[netlist_.faults[i].channel];
    faults_of(channel.to).add_to_flits(channel.to.port, fault, fault_states_[i]);
    faults_of(channel.from).add_to_stops(channel.from.port, fault, fault_states_[i]);
    for (const Cycle edge : {fault.from, fault.to})
      if (edge != never) fault_edges_.emplace_back(edge, component_of(channel.from));
  }
  std::sort(fault_edges_.begin(), fault_edges_.end());
}

/// Returns the VCs on which a STOP wire may have changed, or a credit come.
template <unsigned fixed_vcs, bool plain>
inline VcMask Fabric::sample_stops(Switch& s) {
  const bool pulses = !plain && credits_;
  if constexpr (fixed_vcs == 1) {
    PortMask& events = events_[s.pins.stops.at(now_.value)];
    s.stop_in[0] = (pulses ? 0 : s.stop_in[0]) ^ events;
    events = 0;
    return 1;
  } else {
    const unsigned vcs = fixed_vcs != 0 ? fixed_vcs : netlist_.switch_params.flow_channels();
    PortMask* events = &events_[s.pins.stops.at(now_.value, vcs + 1)];
    auto came = static_cast<VcMask>(std::exchange(*events++, 0));
    if (pulses) {  // those of the edge before are over
      for (unsigned v = 0; v < vcs; ++v) s.stop_in[v] = 0;
    }
    for_each_bit(came, [&](unsigned v) { s.stop_in[v] ^= std::exchange(events[v], 0); });
    return came;
  }
}

/// The arrivals of the switch after the faults of its links. The STOP wires after their faults go into the spare of
/// stop_in_.
PortMask Fabric::pass_faults(Switch& s, std::size_t first_port, PortMask arrivals) {
  const LinkFaults& faults = link_faults_[s.pins.faults];
  for_each_bit(arrivals & faults.inputs(), [&](unsigned port) {
    Flit& flit = flits_[in_flits_[first_port + port].at(now_.value)];
    flit = faults.flit(port, now_, flit);
    if (!flit.valid()) arrivals &= ~bit(port);
  });
  const unsigned vcs = netlist_.switch_params.flow_channels();
  PortMask* spare = &stop_in_[switches_.size() * vcs];
  std::copy_n(s.stop_in, vcs, spare);
  for_each_bit(faults.outputs(), [&](unsigned port) {
    VcMask word = 0;
    for (unsigned v = 0; v < vcs; ++v) word |= static_cast<VcMask>(unsigned{has(spare[v], port)} << v);
    word = faults.stop(port, now_, word);
    for (unsigned v = 0; v < vcs; ++v) spare[v] = (spare[v] & ~bit(port)) | PortMask{has(word, v)} << port;
  });
  return arrivals;
}

/// Sends the outputs of the STOP registers of `ports` on one VC: changes of a level, or credits.
inline void Fabric::send_stops(std::size_t first_port, unsigned vc, PortMask ports) {
  for_each_bit(ports, [&](unsigned port) { send_stop(stop_targets_[first_port + port], vc); });
}

template <unsigned fixed_vcs, bool plain>
inline void Fabric::step_switch(std::uint32_t index) {
  Switch& s = switches_[index];
  const wormhole_switch::Params& p = netlist_.switch_params;
  const std::size_t first_port = std::size_t{index} * p.ports;

  wormhole_switch::Inputs in{std::exchange(events_[s.pins.arrivals.at(now_.value)], 0), s.stop_in,
                             sample_stops<fixed_vcs, plain>(s)};
  if (s.pins.faults != no_faults) {
    in.arrivals = pass_faults(s, first_port, in.arrivals);
    in.stop_in = &stop_in_[switches_.size() * p.flow_channels()];
    in.stop_changed = first_vcs(p.flow_channels());  // a fault may begin or end
    in.dead = link_faults_[s.pins.faults].dead_outputs(now_);
  }
  const bool awake = wormhole_switch::step<fixed_vcs, plain>(
      p, s.place, s.state, now_, in, [&](unsigned port) { return flits_[in_flits_[first_port + port].at(now_.value)]; },
      [&](unsigned port, Flit flit) { send(out_targets_[first_port + port], flit); },
      [&](unsigned vc, PortMask changed) {
        if (plain || !credits_) send_stops(first_port, vc, changed);
      });
  if (!plain && credits_)  // a pulse is sent in each cycle that it lasts, not where the wire changes
    for (unsigned v = 0; v < p.flow_channels(); ++v)
      send_stops(first_port, v, wormhole_switch::stop_out(p, s.state, v));
  if (awake || (!plain && credits_come_unasked(s.pins))) wake(index, now_.value + 1);
}

template <unsigned fixed_vcs, bool plain>
inline void Fabric::step_endpoint(std::uint32_t index) {
  Endpoint& e = endpoints_[index];
  const endpoint::Inputs in = sample_host<plain>(e);
  const endpoint::Result result = endpoint::step<fixed_vcs, plain>(netlist_.endpoint_params, source_, e.place, e.state,
                                                                   packets_, latencies_, now_, in);

  if (result.flit_out.valid()) send(e.out, result.flit_out);
  if (!plain && credits_come_unasked(e.pins)) wake(first_endpoint_ + index, now_.value + 1);
  // Near edges need no entry in the agenda, which holds one for each endpoint: the creation of its next packet.
  if (result.wake - now_ < rows_)
    wake(first_endpoint_ + index, result.wake.value);
  else if (!plain)
    wake_later(index, result.wake);
  else if (result.wake != never)
    agenda_.enter(index, result.wake, now_);
}

Cycle Fabric::next_active() const {
  for (std::uint64_t ahead = 1; ahead < rows_; ++ahead)
    if (row_used_[(now_.value + ahead) & (rows_ - 1)]) return now_ + ahead;
  return never;
}

Cycle Fabric::next_fault_edge() const {
  return next_fault_ < fault_edges_.size() ? fault_edges_[next_fault_].first : never;
}

void Fabric::run_until(Cycle end) {
  const unsigned vcs = netlist_.switch_params.virtual_channels;
  if (!netlist_.switch_params.plain()) return run<0, false, false>(end);
  const bool large = storage_.size() > cache_bytes;
  switch (vcs) {
    case 1: return large ? run<1, true, true>(end) : run<1, true, false>(end);
    case 2: return run<2, true, false>(end);
    case 4: return large ? run<4, true, true>(end) : run<4, true, false>(end);
    default: return run<0, true, false>(end);
  }
}

/// Prefetches the registers of a switch while the one before is stepped.
inline void Fabric::fetch_switch(std::uint32_t index) const {
  const auto* state = reinterpret_cast<const std::byte*>(&switches_[index]);
  const auto* storage = reinterpret_cast<const std::byte*>(switches_[index].state.in);
  for (std::size_t line = 0; line < sizeof(Switch); line += 64) __builtin_prefetch(state + line);
  for (std::size_t line = 0; line < 512; line += 64) __builtin_prefetch(storage + line);
}

template <unsigned fixed_vcs, bool plain, bool large>
void Fabric::run(Cycle end) {
  const std::uint32_t switch_words = first_endpoint_ / 64;
  while (now_ < end) {
    for (; next_fault_edge() == now_; ++next_fault_) wake(fault_edges_[next_fault_].second, now_.value);
    agenda_.take(now_, [this](std::uint32_t i) { wake(first_endpoint_ + i, now_.value); });
    const std::size_t row = now_.value & (rows_ - 1);
    if (row_used_[row]) {
      row_used_[row] = 0;
      std::uint64_t* active = &active_[row * words_];
      for (std::uint32_t w = 0; w < switch_words; ++w)
        for (std::uint64_t due = std::exchange(active[w], 0); due != 0;) {
          const std::uint32_t index = w * 64 + lowest(due);
          due &= due - 1;
          if (large && due != 0) fetch_switch(w * 64 + lowest(due));
          step_switch<fixed_vcs, plain>(index);
        }
      for (std::uint32_t w = switch_words; w < words_; ++w) {
        const std::uint64_t due = std::exchange(active[w], 0);
        const std::uint32_t first = (w - switch_words) * 64;
        if (interfaces_.empty())
          for_each_bit(due, [&](unsigned b) { step_endpoint<fixed_vcs, plain>(first + b); });
        else
          for_each_bit(due, [&](unsigned b) { step_interface(first + b); });
      }
      now_ = now_ + 1;
    } else {
      now_ = std::min({next_active(), agenda_.next_due(now_ + 1), next_fault_edge(), end});
    }
  }
}

}  // namespace slackline::network
