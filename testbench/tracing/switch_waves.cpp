#include "testbench/tracing/switch_waves.hpp"

#include <utility>

namespace slackline::tracing {

namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

}  // namespace

SwitchWaves::SwitchWaves(const wormhole_switch::Params& kind, std::size_t switches, VcdWriter& writer)
    : params_(kind),
      writer_(writer),
      vcs_(params_.virtual_channels),
      ports_(params_.ports),
      lanes_a_switch_(params_.lanes()),
      place_(switches, none) {}

void SwitchWaves::choose(const Scope& scope, Signal first) {
  std::uint32_t& n = place_[scope.instance];
  if (n == none) {
    n = static_cast<std::uint32_t>(chosen_.size());
    chosen_.push_back(scope.instance);
    const std::size_t switches = chosen_.size();
    slow_.resize(switches);
    busy_.resize(switches);
    granted_.resize(switches);
    gates_.resize(switches * params_.banks() * vcs_);
    ports_first_.resize(switches * ports_, no_signal);
    lanes_.resize(switches * lanes_a_switch_, no_signal);
    before_.resize(switches * lanes_a_switch_);
  }
  if (scope.kind == ScopeKind::port)
    ports_first_[std::size_t{n} * ports_ + scope.port] = first;
  else
    lanes_[std::size_t{n} * lanes_a_switch_ + crossbar::lane_index(scope.port, scope.vc, vcs_)] = first;
}

void SwitchWaves::settle(const wormhole_switch::State* const* states, Cycle now) {
  if (!has_looked_) return;
  if (params_.has_several_banks()) return settle_all<0, PortSet>(states, now);
  vcs_ == 1 ? settle_all<1, PortMask>(states, now) : settle_all<0, PortMask>(states, now);
}

template <unsigned fixed_vcs, class Ports>
void SwitchWaves::settle_all(const wormhole_switch::State* const* states, Cycle now) {
  for (std::uint32_t n = 0; n < chosen_.size(); ++n) settle_switch<fixed_vcs, Ports>(n, *states[chosen_[n]], now);
}

template <unsigned fixed_vcs, class Ports>
void SwitchWaves::settle_switch(std::uint32_t n, const wormhole_switch::State& s, Cycle now) {
  const unsigned vcs = fixed_vcs != 0 ? fixed_vcs : vcs_;
  const Ports granted_before = std::exchange(ports_in<Ports>(granted_[n]), Ports());
  for (unsigned bank = 0; bank < banks<Ports>(); ++bank)
    for (unsigned v = 0; v < vcs; ++v)
      for_each_bit(gates<fixed_vcs, Ports>(n, bank, v).occupied,
                   [&](unsigned i) { settle_lane<fixed_vcs, Ports>(n, s, bank * ports_of_bank + i, v, now); });
  for_each_bit(granted_before & ~ports_in<Ports>(granted_[n]), [&](unsigned o) {
    const Signal first = ports_first_[std::size_t{n} * ports_ + o];
    if (first == no_signal) return;
    writer_.set_none(first);
    if (vcs > 1) writer_.set_none(first + static_cast<Signal>(PortValue::grant_vc));
  });
}

template <unsigned fixed_vcs, class Ports>
void SwitchWaves::settle_lane(std::uint32_t n, const wormhole_switch::State& s, unsigned i, unsigned v, Cycle now) {
  const unsigned vcs = fixed_vcs != 0 ? fixed_vcs : vcs_;
  const unsigned index = crossbar::lane_index(i, v, vcs);
  const std::size_t lane = std::size_t{n} * lanes_a_switch_ + index;
  const slack_buffer::State& buffer = s.in[index].buffer;
  const LaneBefore& before = before_[lane];
  // In a buffer of one flit the place to read stays as it is.
  const bool moved = buffer.read != before.read || (params_.buffer.flits == 1 && buffer.count == 0);
  Stall stall;
  if (moved) {
    const bool was_connected = has(gates<fixed_vcs, Ports>(n, i / ports_of_bank, v).connected, i % ports_of_bank),
               connected = is_connected<Ports>(s, i, v);
    stall = stall_of_moved(s, index, was_connected, connected, before.front, now);
    if (stall == Stall::moving || stall == Stall::padding)
      grant<Ports>(n, was_connected || connected ? s.crossbar.output_of[index].port : s.in[index].route.port, i, v);
  } else {
    stall = reason(params_, s, &gates<fixed_vcs, Ports>(n, 0, 0), busy_[n], i, v, now);
  }
  if (before.hold_up.lasts || is_hold_up(stall)) note_hold_up<Ports>(n, s, i, v, stall, Cycle(now.value - 1));
  if (lanes_[lane] != no_signal)
    writer_.set_small(lane_signal(lane, LaneValue::in_stall), static_cast<unsigned>(stall));
}

/// The front flit has left: through the crossbar, or it was thrown away.
Stall SwitchWaves::stall_of_moved(const wormhole_switch::State& s, unsigned index, bool was_connected, bool connected,
                                  Flit front, Cycle now) const {
  if (front.kind() == FlitKind::padding)  // with no header yet that it could follow, it is dropped
    return s.in[index].promote ? Stall::discarded : Stall::padding;
  if (was_connected || connected) return Stall::moving;
  if (!front.opens_worm() || !front.closes_worm()) return Stall::discarded;
  // A packet of one flit holds its output for no cycle; but after it, arbitration is charged.
  return s.in[index].ask_at == now + 1 + params_.arbitration ? Stall::moving : Stall::discarded;
}

template <class Ports>
void SwitchWaves::grant(std::uint32_t n, unsigned output, unsigned i, unsigned v) {
  insert(ports_in<Ports>(granted_[n]), output);
  const Signal first = ports_first_[std::size_t{n} * ports_ + output];
  if (first == no_signal) return;
  set_port<Ports>(first, i);
  if (vcs_ > 1) writer_.set_small(first + static_cast<Signal>(PortValue::grant_vc), v);
}

template <class Ports>
void SwitchWaves::note_hold_up(std::uint32_t n, const wormhole_switch::State& s, unsigned i, unsigned v, Stall stall,
                               Cycle cycle) {
  const unsigned index = crossbar::lane_index(i, v, vcs_);
  HoldUp& lane = before_[std::size_t{n} * lanes_a_switch_ + index].hold_up;
  std::uint8_t output = 0;
  if (!lane.lasts) output = is_connected<Ports>(s, i, v) ? s.crossbar.output_of[index].port : s.in[index].route.port;
  const LongestStall place{chosen_[n], static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(v), output, {}, 0};
  hold_ups_.note(lane, is_hold_up(stall), place, cycle);
}

LongestStall SwitchWaves::longest_stall(Cycle now) const {
  HoldUps all = hold_ups_;
  for (std::size_t lane = 0; lane < before_.size(); ++lane) {
    const std::size_t index = lane % lanes_a_switch_;
    all.note_lasting(before_[lane].hold_up,
                     {chosen_[lane / lanes_a_switch_],
                      static_cast<std::uint8_t>(index / vcs_),
                      static_cast<std::uint8_t>(index % vcs_),
                      0,
                      {},
                      0},
                     now);
  }
  return all.longest();
}

void SwitchWaves::look(const wormhole_switch::State* const* states, const PacketTable& packets, Cycle now) {
  if (params_.has_several_banks()) return look_at_all<0, PortSet>(states, packets, now);
  vcs_ == 1 ? look_at_all<1, PortMask>(states, packets, now) : look_at_all<0, PortMask>(states, packets, now);
}

template <unsigned fixed_vcs, class Ports>
void SwitchWaves::look_at_all(const wormhole_switch::State* const* states, const PacketTable& packets, Cycle now) {
  for (std::uint32_t n = 0; n < chosen_.size(); ++n) {
    if (!has_looked_) show_none<Ports>(n, *states[chosen_[n]], now);
    look_at_switch<fixed_vcs, Ports>(n, *states[chosen_[n]], packets, now);
  }
  has_looked_ = true;
}

/// Before the first look: nothing is known of the cycle before.
template <class Ports>
[[gnu::noinline]] void SwitchWaves::show_none(std::uint32_t n, const wormhole_switch::State& s, Cycle now) {
  for (unsigned o = 0; o < ports_; ++o) {
    if (s.link[o].cycles_per_flit.is_slow()) insert(slow_[n], o);
    const Signal first = ports_first_[std::size_t{n} * ports_ + o];
    if (first == no_signal) continue;
    writer_.set_none(first);
    if (vcs_ > 1) writer_.set_none(first + static_cast<Signal>(PortValue::grant_vc));
  }
  // As if everything had been different before.
  for (unsigned bank = 0; bank < banks<Ports>(); ++bank)
    for (unsigned v = 0; v < vcs_; ++v) {
      VcGates& different = gates<0, Ports>(n, bank, v);
      different = gates_of(params_, s, bank, v, now);
      different.occupied = ~different.occupied;
      different.connected = ~different.connected;
      different.held = ~different.held;
      different.stopped = ~different.stopped;
      different.stop_out = ~different.stop_out;
    }
}

template <unsigned fixed_vcs, class Ports>
void SwitchWaves::look_at_switch(std::uint32_t n, const wormhole_switch::State& s, const PacketTable& packets,
                                 Cycle now) {
  if (has_looked_ && is_quiet<Ports>(n, s)) return;
  if (!is_empty(slow_[n])) busy_[n] = busy_links(s, slow_[n], now + 1);
  const unsigned vcs = fixed_vcs != 0 ? fixed_vcs : vcs_;
  for (unsigned bank = 0; bank < banks<Ports>(); ++bank)
    for (unsigned v = 0; v < vcs; ++v) {
      VcGates& of_vc = gates<fixed_vcs, Ports>(n, bank, v);
      const VcGates before = of_vc;
      of_vc = gates_of(params_, s, bank, v, now);
      const unsigned first = bank * ports_of_bank;
      const PortMask exist = first_ports(ports_in_bank(ports_, bank));
      for_each_bit((of_vc.occupied | before.occupied) & exist,
                   [&](unsigned i) { look_at_lane<fixed_vcs, Ports>(n, s, packets, first + i, v); });
      const PortMask may_ask_elsewhere = params_.has_choice() ? of_vc.requesting : 0;
      const PortMask rerouted =
          (of_vc.connected ^ before.connected) | (of_vc.requesting ^ before.requesting) | may_ask_elsewhere;
      for_each_bit(rerouted & exist, [&](unsigned i) { look_at_route<fixed_vcs, Ports>(n, s, first + i, v); });
      look_at_outputs<fixed_vcs, Ports>(n, s, before, of_vc, bank, v);
    }
}

/// Without flits nothing changes except the neighbours' wires.
template <class Ports>
bool SwitchWaves::is_quiet(std::uint32_t n, const wormhole_switch::State& s) const {
  if (params_.has_credits() || params_.flow.counts_credits) return false;
  const VcGates* gates = &gates_[std::size_t{n} * banks<Ports>() * vcs_];
  for (unsigned bank = 0; bank < banks<Ports>(); ++bank)
    for (unsigned v = 0; v < vcs_; ++v, ++gates) {
      const wormhole_switch::VirtualChannel& vc = s.vc[bank * params_.flow_channels() + v];
      if ((gates->occupied | vc.occupied) != 0 || gates->stopped != vc.flow.stopped ||
          gates->stop_out != wormhole_switch::stop_out(params_, s, v, bank))
        return false;
    }
  return true;
}

template <unsigned fixed_vcs, class Ports>
void SwitchWaves::look_at_lane(std::uint32_t n, const wormhole_switch::State& s, const PacketTable& packets, unsigned i,
                               unsigned v) {
  const unsigned vcs = fixed_vcs != 0 ? fixed_vcs : vcs_;
  const unsigned index = crossbar::lane_index(i, v, vcs);
  const std::size_t lane = std::size_t{n} * lanes_a_switch_ + index;
  const slack_buffer::State& buffer = s.in[index].buffer;
  LaneBefore& before = before_[lane];
  const Flit front = buffer.count == 0 ? Flit() : slack_buffer::front(buffer);
  const bool front_changed = front != before.front || !has_looked_;
  const bool known_packet = has_looked_ && same_packet(before.front, front);
  before.front = front;
  before.read = buffer.read;
  if (lanes_[lane] == no_signal) return;

  if (front_changed) show_front(lanes_[lane], front, known_packet, packets);
  writer_.set(lane_signal(lane, LaneValue::in_occupancy), buffer.count);
  if (buffer.count == 0) {
    const Stall stall = is_connected<Ports>(s, i, v) ? Stall::empty : Stall::idle;
    writer_.set_small(lane_signal(lane, LaneValue::in_stall), static_cast<unsigned>(stall));
  }
}

template <unsigned fixed_vcs, class Ports>
void SwitchWaves::look_at_route(std::uint32_t n, const wormhole_switch::State& s, unsigned i, unsigned v) {
  const unsigned vcs = fixed_vcs != 0 ? fixed_vcs : vcs_;
  const unsigned index = crossbar::lane_index(i, v, vcs);
  const std::size_t lane = std::size_t{n} * lanes_a_switch_ + index;
  if (lanes_[lane] == no_signal) return;
  const bool connected = is_connected<Ports>(s, i, v);
  const crossbar::Lane output = s.crossbar.output_of[index];
  if (connected)
    set_port<Ports>(lane_signal(lane, LaneValue::in_route), output.port);
  else if (has(channel<Ports>(s, i, v).requesting, i % ports_of_bank))
    set_port<Ports>(lane_signal(lane, LaneValue::in_route), s.in[index].route.port);
  else
    writer_.set_none(lane_signal(lane, LaneValue::in_route));
  if (vcs == 1) return;
  if (connected)
    writer_.set_small(lane_signal(lane, LaneValue::in_route_vc), output.vc);
  else
    writer_.set_none(lane_signal(lane, LaneValue::in_route_vc));
}

void SwitchWaves::show_front(Signal first, Flit front, bool known_packet, const PacketTable& packets) {
  writer_.set_small(first, static_cast<unsigned>(front.kind()));
  if (known_packet) return;
  const Signal packet = first + static_cast<Signal>(LaneValue::in_packet);
  if (!front.valid())
    writer_.set_none(packet);
  else if (const PacketRecord* record = front.kind() == FlitKind::abort ? nullptr : packets.find(front.tag()))
    writer_.set(packet, packet_number(*record));
  else
    writer_.set_unknown(packet);
}

/// Values that change for many lanes at once are looked at where their bit differs.
template <unsigned fixed_vcs, class Ports>
void SwitchWaves::look_at_outputs(std::uint32_t n, const wormhole_switch::State& s, const VcGates& before,
                                  const VcGates& now, unsigned bank, unsigned v) {
  const unsigned vcs = fixed_vcs != 0 ? fixed_vcs : vcs_;
  const unsigned first_port = bank * ports_of_bank;
  const std::size_t first_lane = std::size_t{n} * lanes_a_switch_ + first_port * vcs + v;
  const PortMask exist = first_ports(ports_in_bank(ports_, bank));
  const auto show = [&](PortMask changed, auto&& body) {
    for_each_bit(changed & exist, [&](unsigned port) {
      if (const std::size_t lane = first_lane + std::size_t{port} * vcs; lanes_[lane] != no_signal) body(port, lane);
    });
  };
  show(before.stop_out ^ now.stop_out, [&](unsigned i, std::size_t lane) {
    writer_.set_bit(lane_signal(lane, LaneValue::in_stop), has(now.stop_out, i));
  });
  show(before.held ^ now.held, [&](unsigned o, std::size_t lane) {
    if (!has(now.held, o)) {
      writer_.set_none(lane_signal(lane, LaneValue::out_owner));
      if (vcs > 1) writer_.set_none(lane_signal(lane, LaneValue::out_owner_vc));
      return;
    }
    const crossbar::Lane owner = s.crossbar.input_of[crossbar::lane_index(first_port + o, v, vcs)];
    if (owner.vc == crossbar::placed) {  // by a fault: no input
      writer_.set_unknown(lane_signal(lane, LaneValue::out_owner));
      if (vcs > 1) writer_.set_unknown(lane_signal(lane, LaneValue::out_owner_vc));
      return;
    }
    set_port<Ports>(lane_signal(lane, LaneValue::out_owner), owner.port);
    if (vcs > 1) writer_.set_small(lane_signal(lane, LaneValue::out_owner_vc), owner.vc);
  });
  const flow_controller::State& flow = s.vc[bank * params_.flow_channels() + v].flow;
  show(flow.by_credit,
       [&](unsigned o, std::size_t lane) { writer_.set(lane_signal(lane, LaneValue::out_stopped), flow.credits[o]); });
  show((before.stopped ^ now.stopped) & ~flow.by_credit, [&](unsigned o, std::size_t lane) {
    writer_.set_bit(lane_signal(lane, LaneValue::out_stopped), has(now.stopped, o));
  });
}

}  // namespace slackline::tracing
