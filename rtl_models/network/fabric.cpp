#include "rtl_models/network/fabric.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "rtl_models/network/fabric_wires.hpp"
#include "rtl_models/network/packet_switches.hpp"
#include "rtl_models/network/route_table.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch_step.hpp"

namespace slackline::network {

Fabric::Fabric(ElaboratedNetlist netlist)
    : netlist_(std::move(netlist)),
      workloads_(netlist_.workloads, netlist_.has_barriers_of_firmware() ? nullptr : netlist_.barriers),
      packets_(static_cast<std::uint32_t>(netlist_.endpoints.size()), netlist_.port_params.seed),
      latencies_(workloads_.count()),
      agenda_(0) {
  build_groups();
  build_switches();
  build_hosts();
  if (netlist_.interfaces != nullptr) build_interfaces();
  build_rings();
  build_faults();
  agenda_ = Agenda(words_ * 64);
  if (moves_frames_whole(netlist_)) build_frames();
  for (std::size_t i = 0; i < host_at_.size(); ++i) {
    const std::uint32_t host = host_at_[i];
    const Cycle first = endpoints_[host].port.due;
    if (frames_ != nullptr)
      frames_->events.set_wake(first_endpoint_ + host, netlist_.has_interface(i) ? Cycle(0) : first);
    else if (first == Cycle(0) || endpoints_[host].generator.groups != 0 || netlist_.has_interface(i))
      wake(first_endpoint_ + host, 0);
    else if (first != never)
      agenda_.enter(first_endpoint_ + host, first, now_);
  }
}

/// Gives each of `count` components a place among those of its kind, the kinds in the order in which they first come.
/// `kind_of(i)` is the address of the kind of component `i`. `words` is the next free word of a row, and goes on.
template <class KindOf>
std::vector<std::uint32_t> Fabric::place(std::size_t count, KindOf&& kind_of, std::uint32_t& words) {
  const std::uint32_t first_word = words;
  std::vector<decltype(kind_of(0))> kinds;
  for (std::size_t i = 0; i < count; ++i)
    if (std::find(kinds.begin(), kinds.end(), kind_of(i)) == kinds.end()) kinds.push_back(kind_of(i));
  std::vector<std::uint32_t> places(count);
  for (const auto* kind : kinds) {
    std::uint32_t next = (words - first_word) * 64;
    Group& group = groups_.emplace_back();
    if constexpr (std::is_same_v<decltype(kind), const HostKind*>)
      group.hosts = kind;
    else
      group.switches = kind;
    group.first_word = words;
    for (std::size_t i = 0; i < count; ++i)
      if (kind_of(i) == kind) places[i] = next++;
    words = first_word + (next + 63) / 64;
    group.words = words - group.first_word;
  }
  return places;
}

void Fabric::build_groups() {
  switch_at_ = place(
      netlist_.switches.size(), [this](std::size_t i) { return &std::as_const(netlist_).kind_of(i); }, words_);
  first_endpoint_ = words_ * 64;
  switches_.resize(first_endpoint_);
  host_at_ = place(
      netlist_.endpoints.size(), [this](std::size_t i) { return &netlist_.host_kind_of(i); }, words_);
  endpoints_.resize(words_ * 64 - first_endpoint_);
  host_kinds_.resize(endpoints_.size());
  for (std::size_t i = 0; i < host_at_.size(); ++i) host_kinds_[host_at_[i]] = &netlist_.host_kind_of(i);

  std::size_t bytes = 0;
  for (std::size_t i = 0; i < netlist_.switches.size(); ++i)
    bytes += wormhole_switch::storage_bytes(netlist_.kind_of(i));
  for (std::size_t i = 0; i < netlist_.endpoints.size(); ++i) {
    bytes += port::storage_bytes(netlist_.port_of(i));
    if (!netlist_.has_interface(i)) bytes += generator::storage_bytes(workloads_);
  }
  storage_.resize(bytes);
  for (Group& group : groups_)
    group.step = group.hosts != nullptr ? step_of(*group.hosts) : step_of(*group.switches, bytes > cache_bytes);
}

void Fabric::build_switches() {
  std::byte* memory = storage_.data();
  const std::vector<PortSet> wired = wired_outputs(netlist_);
  const std::vector<route_unit::Place> routes = route_places(netlist_);
  std::size_t channels = 0;
  unsigned most_channels = 0;
  const std::vector<packet_switch::Params> packet_params = packet_switch_params(netlist_);
  const std::vector<PortSet> stopped_by_flits = outputs_stopped_by_flits(netlist_);
  if (netlist_.has_packet_switches()) packet_switches_.resize(switches_.size());
  const auto flow_channels = [](const wormhole_switch::Params& p) { return p.banks() * p.flow_channels(); };
  for (std::size_t i = 0; i < netlist_.switches.size(); ++i) {
    channels += flow_channels(netlist_.kind_of(i));
    most_channels = std::max(most_channels, flow_channels(netlist_.kind_of(i)));
  }
  stop_in_.assign(channels + most_channels, 0);
  PortMask* stop_in = stop_in_.data();
  for (std::size_t i = 0; i < netlist_.switches.size(); ++i) {
    const SwitchKind& p = netlist_.kind_of(i);
    Switch& s = switches_[switch_at_[i]];
    if (p.is_packet_switch()) {
      packet_switches_[switch_at_[i]] =
          std::make_unique<PacketSwitch>(packet_params[i], forwarding_table(netlist_, routes[i]), stopped_by_flits[i]);
      packet_flits_.resize(std::max<std::size_t>(packet_flits_.size(), p.ports));
    }
    Arena arena(memory);
    wormhole_switch::bind(p, s.state, arena);
    memory += arena.used_bytes();
    s.place.route = routes[i];
    s.place.wired = wired[i];
    s.place.barrier = barrier_place(netlist_, i);
    s.place.arbiter_stream = arbiter_stream(netlist_, i);
    wormhole_switch::wire_in(p, s.place, s.state);
    s.first_port = static_cast<std::uint32_t>(netlist_.first_port(i));
    s.stop_in = stop_in;
    stop_in += flow_channels(p);
  }
  spare_stop_in_ = stop_in;
  host_storage_ = memory;
}

void Fabric::build_hosts() {
  std::byte* memory = host_storage_;
  for (std::size_t i = 0; i < netlist_.endpoints.size(); ++i) {
    Endpoint& e = endpoints_[host_at_[i]];
    Arena arena(memory);
    e.place = netlist_.endpoints[i].place;
    port::bind(netlist_.port_of(i), e.place, e.port, arena);
    if (!netlist_.has_interface(i)) generator::bind(workloads_, e.place.node, Cycle(0), e.port, e.generator, arena);
    memory += arena.used_bytes();
  }
}

Fabric::Pins& Fabric::pins_of(const PortRef& port) {
  return port.kind == InstanceKind::any_switch ? switches_[switch_at_[port.instance]].pins
                                               : endpoints_[host_at_[port.instance]].pins;
}

std::uint32_t Fabric::component_of(const PortRef& port) const {
  return port.kind == InstanceKind::any_switch ? switch_at_[port.instance] : first_endpoint_ + host_at_[port.instance];
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
  const auto lay_out = [&events](Pins& pins, std::uint32_t banks, std::uint32_t stop_words) {
    pins.arrivals.first = events;
    events += (pins.arrivals.mask + 1) * banks;
    pins.stops.first = events;
    events += (pins.stops.mask + 1) * banks * stop_words;
  };
  for (std::size_t i = 0; i < switch_at_.size(); ++i)
    lay_out(switches_[switch_at_[i]].pins, netlist_.kind_of(i).banks(), stop_words(netlist_.kind_of(i)));
  for (const std::uint32_t host : host_at_) lay_out(endpoints_[host].pins, 1, 1);
  events_.assign(events, 0);

  std::uint32_t flits = 0;
  build_links(flits);
  flits_.assign(flits, Flit());
}

Fabric::End Fabric::end(Ring events, std::uint32_t delay, const PortRef& to) const {
  const std::uint32_t component = component_of(to);
  return {events, delay, component / 64, std::uint64_t{1} << component % 64, bit_in_bank(to.port.value)};
}

Fabric::StopTarget Fabric::stop_target(const Channel& channel) {
  const std::size_t sender = channel.from.instance;
  const bool is_switch = channel.from.kind == InstanceKind::any_switch;
  const unsigned words = is_switch ? stop_words(netlist_.kind_of(sender)) : 0;
  const Ring stops = pins_of(channel.from).stops.of_bank(channel.from.port.value / ports_of_bank, words);
  StopTarget target{end(stops, channel.stop_delay, channel.from)};
  if (is_switch) {
    target.words = static_cast<std::uint8_t>(words);
    target.last_channel = netlist_.kind_of(sender).virtual_channels;
  } else {
    target.last_channel = netlist_.port_of(sender).links.virtual_channels;
  }
  return target;
}

void Fabric::build_links(std::uint32_t& flits) {
  const std::size_t ports = netlist_.switch_ports();
  out_targets_.resize(ports);
  stop_targets_.resize(ports);
  in_flits_.resize(ports);
  channel_targets_.reserve(netlist_.channels.size());
  for (const Channel& channel : netlist_.channels) {
    const Ring ring{flits, power_of_two_at_least(channel.latency() + 1) - 1};
    flits += ring.mask + 1;
    const Ring arrivals = pins_of(channel.to).arrivals.of_bank(channel.to.port.value / ports_of_bank);
    const Target forward{end(arrivals, channel.latency(), channel.to), ring};
    channel_targets_.push_back(forward);
    if (channel.from.kind == InstanceKind::any_switch && netlist_.is_packet_switch(channel.from.instance)) {
      out_targets_[switch_port(channel.from)] = forward;
    } else if (channel.from.kind == InstanceKind::any_switch) {
      out_targets_[switch_port(channel.from)] = forward;
      Switch& sender = switches_[switch_at_[channel.from.instance]];
      const wormhole_switch::Params& p = netlist_.kind_of(channel.from.instance);
      wormhole_switch::set_cycles_per_flit(sender.place, sender.state, channel.from.port, channel.cycles_per_flit);
      if (channel.to.kind == InstanceKind::any_switch)
        wormhole_switch::set_receiver(p, sender.place, sender.state, channel.from.port,
                                      wormhole_switch::receiver_of(netlist_.kind_of(channel.to.instance)));
      if (takes_in_everything(netlist_, channel.to)) wormhole_switch::set_unlimited(p, sender.state, channel.from.port);
    } else {
      endpoints_[host_at_[channel.from.instance]].out = forward;
    }
    const StopTarget back = stop_target(channel);
    if (channel.to.kind == InstanceKind::any_switch) {
      in_flits_[switch_port(channel.to)] = ring;
      stop_targets_[switch_port(channel.to)] = back;
    } else {
      endpoints_[host_at_[channel.to.instance]].flits = ring;
      if (!interfaces_.empty()) interfaces_[host_at_[channel.to.instance]].stop = back;
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

template <class Ports>
inline Ports Fabric::take_arrivals(const wormhole_switch::Params& p, const Switch& s) {
  if constexpr (std::is_same_v<Ports, PortMask>) {
    return std::exchange(events_[s.pins.arrivals.at(now_.value)], 0);
  } else {
    PortSet arrivals;
    for (unsigned bank = 0; bank < p.banks(); ++bank)
      arrivals.bank[bank] = std::exchange(events_[s.pins.arrivals.of_bank(bank).at(now_.value)], 0);
    return arrivals;
  }
}

/// Returns the VCs on which a STOP wire may have changed, or a credit come.
template <unsigned fixed_vcs, bool plain, class Ports>
inline VcMask Fabric::sample_stops(const wormhole_switch::Params& p, Switch& s) {
  if constexpr (fixed_vcs == 1) {
    PortMask& events = events_[s.pins.stops.at(now_.value)];
    s.stop_in[0] ^= events;
    events = 0;
    return 1;
  } else if constexpr (std::is_same_v<Ports, PortMask>) {
    return sample_stops_of_bank<plain>(fixed_vcs != 0 ? fixed_vcs : p.flow_channels(), s, 0);
  } else {
    VcMask came = 0;
    for (unsigned bank = 0; bank < p.banks(); ++bank) came |= sample_stops_of_bank<plain>(p.flow_channels(), s, bank);
    return came;
  }
}

template <bool plain>
inline VcMask Fabric::sample_stops_of_bank(unsigned vcs, Switch& s, unsigned bank) {
  PortMask* events = &events_[s.pins.stops.of_bank(bank, vcs + 1).at(now_.value, vcs + 1)];
  PortMask* stop_in = s.stop_in + bank * vcs;
  auto came = static_cast<VcMask>(std::exchange(*events++, 0));
  if (const PortMask pulses = plain ? 0 : s.state.vc[bank * vcs].flow.by_credit; pulses != 0) {
    for (unsigned v = 0; v < vcs; ++v) stop_in[v] &= ~pulses;  // of the edge before, over now
  }
  for_each_bit(came, [&](unsigned v) { stop_in[v] ^= std::exchange(events[v], 0); });
  return came;
}

/// The arrivals of the switch after the faults of its links. The STOP wires after their faults go into the spare of
/// stop_in_.
template <class Ports>
Ports Fabric::pass_faults(const wormhole_switch::Params& p, Switch& s, Ports arrivals) {
  const LinkFaults& faults = link_faults_[s.pins.faults];
  const PortSet inputs = faults.inputs(), outputs = faults.outputs();
  for_each_bit(arrivals & ports_in<Ports>(inputs), [&](unsigned port) {
    Flit& flit = flits_[in_flits_[s.first_port + port].at(now_.value)];
    flit = faults.flit(port, now_, flit);
    if (!flit.valid()) erase(arrivals, port);
  });
  const unsigned vcs = p.flow_channels();
  std::copy_n(s.stop_in, p.banks() * vcs, spare_stop_in_);
  for_each_bit(outputs, [&](unsigned port) {
    PortMask* spare = spare_stop_in_ + port / ports_of_bank * vcs;
    const unsigned of_bank = port % ports_of_bank;
    VcMask word = 0;
    for (unsigned v = 0; v < vcs; ++v) word |= static_cast<VcMask>(unsigned{has(spare[v], of_bank)} << v);
    word = faults.stop(port, now_, word);
    for (unsigned v = 0; v < vcs; ++v) assign(spare[v], of_bank, has(word, v));
  });
  faults.look_inside(now_, faults_inside_);
  return arrivals;
}

/// Banks of the switches that are stepped with `Ports`.
template <class Ports>
inline unsigned Fabric::banks(const wormhole_switch::Params& p) {
  return std::is_same_v<Ports, PortMask> ? 1 : p.banks();
}

/// Whether some receiver returns credits.
template <class Ports>
inline bool Fabric::counts_credits(const wormhole_switch::Params& p, const Switch& s) {
  for (unsigned bank = 0; bank < banks<Ports>(p); ++bank)
    if (s.state.vc[bank * p.flow_channels()].flow.by_credit != 0) return true;
  return false;
}

/// Sends the outputs of the STOP registers of `ports` on one flow channel: changes of a level, or
/// credits.
template <bool plain>
inline void Fabric::send_stops(const wormhole_switch::Params& p, std::size_t first_port, unsigned vc, PortMask ports) {
  for_each_bit(ports, [&](unsigned port) {
    const StopTarget& target = stop_targets_[first_port + port];
    send_stop(target, !plain && vc == p.virtual_channels ? target.last_channel : vc);
  });
}

template <unsigned fixed_vcs, bool plain, class Ports>
inline void Fabric::step_switch(std::uint32_t index) {
  Switch& s = switches_[index];
  const wormhole_switch::Params& p = stepped_kind_;
  const std::size_t first_port = s.first_port;

  wormhole_switch::InputsOf<Ports> in{take_arrivals<Ports>(p, s), s.stop_in,
                                      sample_stops<fixed_vcs, plain, Ports>(p, s)};
  if (s.pins.faults != no_faults) {
    in.arrivals = pass_faults(p, s, in.arrivals);
    in.stop_in = spare_stop_in_;
    in.stop_changed = first_vcs(p.flow_channels());  // a fault may begin or end
    in.faults = &faults_inside_;
  }
  const bool awake = wormhole_switch::step<fixed_vcs, plain>(
      p, s.place, s.state, now_, in, [&](unsigned port) { return flits_[in_flits_[first_port + port].at(now_.value)]; },
      [&](unsigned port, Flit flit) { send(out_targets_[first_port + port], flit); },
      [&](unsigned vc, unsigned bank, PortMask changed) {
        if (plain || !p.has_credits()) send_stops<plain>(p, first_port + bank * ports_of_bank, vc, changed);
      });
  if (!plain && p.has_credits())  // a pulse is sent in each cycle that it lasts, not where the wire changes
    for (unsigned bank = 0; bank < banks<Ports>(p); ++bank)
      for (unsigned v = 0; v < p.flow_channels(); ++v)
        send_stops<plain>(p, first_port + bank * ports_of_bank, v, wormhole_switch::stop_out(p, s.state, v, bank));
  if (awake || (!plain && credits_come_unasked(s.pins, counts_credits<Ports>(p, s)))) wake(index, now_.value + 1);
}

/// Inlined into the loop over hosts, which the compiler alone would not do.
template <unsigned fixed_vcs, bool plain>
[[gnu::always_inline]] inline void Fabric::step_endpoint(const port::Params& p, std::uint32_t index) {
  Endpoint& e = endpoints_[index];
  const port::Inputs in = sample_host<plain>(p, e);
  const port::Result result =
      generator::step<fixed_vcs, plain>(workloads_, e.generator, {p, e.place, e.port, packets_, latencies_}, now_, in);

  if (result.flit_out.valid()) send(e.out, result.flit_out);
  if (!plain && credits_come_unasked(e.pins, p.links.has_credits())) wake(first_endpoint_ + index, now_.value + 1);
  // Near edges need no entry in the agenda, which holds one for each host: mostly the creation of its next packet.
  const std::uint32_t component = first_endpoint_ + index;
  if (result.wake - now_ < rows_)
    wake(component, result.wake.value);
  else if (result.wake < agenda_.due(component))
    wake_later(component, result.wake);
}

void Fabric::sample_stops_of_packet_switch(Switch& s, unsigned ports) {
  for (unsigned bank = 0; bank * ports_of_bank < ports; ++bank)
    s.stop_in[bank] ^= std::exchange(events_[s.pins.stops.of_bank(bank).at(now_.value)], 0);
}

/// Flit by flit: it is stepped at each edge at which a register of it changes.
void Fabric::step_packet_switch(const SwitchKind& kind, std::uint32_t index) {
  Switch& s = switches_[index];
  PacketSwitch& packets = *packet_switches_[index];
  packet_switch::Instance& core = packets.core;
  PortSet arrivals = take_arrivals<PortSet>(kind, s);
  sample_stops_of_packet_switch(s, kind.ports);
  const PortMask* stop_in = s.stop_in;
  if (s.pins.faults != no_faults) {
    arrivals = pass_faults(kind, s, arrivals);
    stop_in = spare_stop_in_;
  }
  PortSet stopped;
  for (unsigned bank = 0; bank < kind.banks(); ++bank) stopped.bank[bank] = stop_in[bank];
  for_each_bit(arrivals, [&](unsigned i) { packet_flits_[i] = flits_[in_flits_[s.first_port + i].at(now_.value)]; });
  core.step(packet_flits_.data(), stopped, now_,
            [this](unsigned, std::uint32_t tag, packet_switch::Drop) { packets_.close(tag, now_); });
  for_each_bit(arrivals, [&](unsigned i) { packet_flits_[i] = Flit(); });

  const packet_switch::State& state = core.state;
  for_each_bit(state.driven, [&](unsigned o) { send(out_targets_[s.first_port + o], core.flit_out(o)); });
  for (unsigned i = 0; core.params.pause_at != 0 && i < core.params.ports; ++i) {
    if (core.pause_out(i) == has(packets.paused, i)) continue;
    assign(packets.paused, i, core.pause_out(i));
    send_stop(stop_targets_[s.first_port + i], 0);
  }
  wake_at(index, core.next_change(stopped, now_ + 1));
}

Cycle Fabric::next_active() const {
  for (std::uint64_t ahead = 1; ahead < rows_; ++ahead)
    if (row_used_[(now_.value + ahead) & (rows_ - 1)]) return now_ + ahead;
  return never;
}

Cycle Fabric::next_fault_edge() const {
  return next_fault_ < fault_edges_.size() ? fault_edges_[next_fault_].first : never;
}

/// Prefetches the registers of a switch while the one before is stepped.
inline void Fabric::fetch_switch(std::uint32_t index) const {
  const auto* state = reinterpret_cast<const std::byte*>(&switches_[index]);
  const auto* storage = reinterpret_cast<const std::byte*>(switches_[index].state.in);
  for (std::size_t line = 0; line < sizeof(Switch); line += 64) __builtin_prefetch(state + line);
  for (std::size_t line = 0; line < 512; line += 64) __builtin_prefetch(storage + line);
}

template <unsigned fixed_vcs, bool plain, bool large, class Ports>
void Fabric::step_switches(const Group& group, std::uint64_t* active) {
  if (stepped_ != &group) {
    stepped_ = &group;
    stepped_kind_ = *group.switches;
  }
  for (std::uint32_t w = group.first_word; w < group.first_word + group.words; ++w)
    for (std::uint64_t due = std::exchange(active[w], 0); due != 0;) {
      const std::uint32_t index = w * 64 + lowest(due);
      due &= due - 1;
      if (large && due != 0) fetch_switch(w * 64 + lowest(due));
      step_switch<fixed_vcs, plain, Ports>(index);
    }
}

template <unsigned fixed_vcs, bool plain>
void Fabric::step_endpoints(const Group& group, std::uint64_t* active) {
  const port::Params& p = group.hosts->port;
  for (std::uint32_t w = group.first_word; w < group.first_word + group.words; ++w) {
    const std::uint32_t first = w * 64 - first_endpoint_;
    for (std::uint64_t due = std::exchange(active[w], 0); due != 0; due &= due - 1)
      step_endpoint<fixed_vcs, plain>(p, first + lowest(due));
  }
}

void Fabric::step_packet_switches(const Group& group, std::uint64_t* active) {
  for (std::uint32_t w = group.first_word; w < group.first_word + group.words; ++w)
    for_each_bit(std::exchange(active[w], 0), [&](unsigned b) { step_packet_switch(*group.switches, w * 64 + b); });
}

void Fabric::step_interfaces(const Group& group, std::uint64_t* active) {
  for (std::uint32_t w = group.first_word; w < group.first_word + group.words; ++w)
    for_each_bit(std::exchange(active[w], 0),
                 [&](unsigned b) { step_interface(*group.hosts, w * 64 - first_endpoint_ + b); });
}

Fabric::Step Fabric::step_of(const SwitchKind& p, bool large) const {
  if (p.is_packet_switch()) return &Fabric::step_packet_switches;
  if (p.has_several_banks()) return &Fabric::step_switches<0, false, false, PortSet>;
  if (!p.plain()) return &Fabric::step_switches<0, false, false>;
  switch (p.virtual_channels) {
    case 1: return large ? &Fabric::step_switches<1, true, true> : &Fabric::step_switches<1, true, false>;
    case 2: return &Fabric::step_switches<2, true, false>;
    case 4: return large ? &Fabric::step_switches<4, true, true> : &Fabric::step_switches<4, true, false>;
    default: return &Fabric::step_switches<0, true, false>;
  }
}

Fabric::Step Fabric::step_of(const HostKind& host) const {
  if (host.interface != nullptr) return &Fabric::step_interfaces;
  if (!host.port.links.plain()) return &Fabric::step_endpoints<0, false>;
  switch (host.port.links.virtual_channels) {
    case 1: return &Fabric::step_endpoints<1, true>;
    case 2: return &Fabric::step_endpoints<2, true>;
    case 4: return &Fabric::step_endpoints<4, true>;
    default: return &Fabric::step_endpoints<0, true>;
  }
}

void Fabric::run_until(Cycle end) {
  if (frames_ != nullptr) return run_frames(end);
  while (now_ < end) {
    for (; next_fault_edge() == now_; ++next_fault_) wake(fault_edges_[next_fault_].second, now_.value);
    agenda_.take(now_, [this](std::uint32_t component) { wake(component, now_.value); });
    const std::size_t row = now_.value & (rows_ - 1);
    if (row_used_[row]) {
      row_used_[row] = 0;
      std::uint64_t* active = &active_[row * words_];
      for (const Group& group : groups_) (this->*group.step)(group, active);
      now_ = now_ + 1;
    } else {
      now_ = std::min({next_active(), agenda_.next_due(now_ + 1), next_fault_edge(), end});
    }
  }
}

}  // namespace slackline::network
