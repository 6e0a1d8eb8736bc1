#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

#include <algorithm>

namespace slackline::wormhole_switch {

Violations Params::violations() const {
  Violations found = buffer.violations();
  const Params p = completed();
  for (const Violations& of_block : {p.flow.violations(), p.route.violations()})
    found.insert(found.end(), of_block.begin(), of_block.end());
  check_range(found, "ports", ports, 2, most_ports_of_switch);
  check_range(found, "crossbar", crossbar, 1, 64);
  check_range(found, "data_delay", data_delay, crossbar, 1000);
  check_range(found, "arbitration", arbitration, 0, 1000);
  check_range(found, "header_delay", header_delay, static_cast<unsigned>(data_delay) + arbitration, 1000);
  check_range(found, "virtual_channels", virtual_channels, 1, most_virtual_channels);
  check_range(found, "longest_packet", longest_packet, 1, 65535);
  if (!has_credits() && flow.stop_at > buffer.flits)
    found.push_back({"stop_at", std::to_string(flow.stop_at), "1 to flits (" + std::to_string(buffer.flits) + ")"});
  if (has_credits() && switching == Switching::virtual_cut_through && longest_packet > buffer.flits)
    found.push_back({"flits", std::to_string(buffer.flits),
                     "at least longest_packet (" + std::to_string(longest_packet) + ") for virtual cut-through"});
  check_range(found, "mark_at", mark_at, 0, buffer.flits);
  if (trailing_crc && !strips_routes())
    found.push_back({"trailing_crc", "true", "a format without a CRC, or routes that are stripped"});
  if (barrier.is_on()) {
    const Violations of_barrier = p.barrier.violations();
    found.insert(found.end(), of_barrier.begin(), of_barrier.end());
    if (switching == Switching::virtual_cut_through)
      found.push_back({"switching", "virtual_cut_through", "wormhole, where barriers preempt worms"});
    if (buffer.flits <= padding_room())
      found.push_back({"flits", std::to_string(buffer.flits),
                       "more than the padding that a buffer may hold (" + std::to_string(padding_room()) + ")"});
  }
  const bool by_coordinates = p.route.kind == route_unit::Kind::dimension_order;
  if (by_coordinates ? p.route.ports() != ports : p.route.ports() < ports)
    found.push_back({"ports", std::to_string(ports),
                     (by_coordinates ? "2 x dimensions + hosts_per_switch (" : "at most route.port_count (") +
                         std::to_string(p.route.ports()) + ")"});
  return found;
}

namespace {

/// nullptr: counts only.
void bind_arbiter(const router_arbiter::Params& p, router_arbiter::State* s, Arena& arena) {
  auto* words = arena.take<std::uint64_t>(p.storage_words());
  if (s == nullptr) return;
  s->words = words;
  router_arbiter::reset(p, *s);
}

}  // namespace

Params Params::completed() const {
  Params p = *this;
  p.route.virtual_channels = virtual_channels;
  p.route.port_count = std::max(route.port_count, ports);  // of the largest switch of a network
  p.flow.credits = buffer.flits;
  if (!barrier.is_on()) return p;
  p.flow.credits = static_cast<std::uint16_t>(buffer.flits - std::min<unsigned>(buffer.flits - 1u, padding_room()));
  p.barrier = barrier.completed(ports, virtual_channels, p.flow);
  return p;
}

void bind(const Params& p, State& s, Arena& arena) {
  s = State();
  s.in = arena.take<InputLane>(p.lanes());
  s.out_lane = arena.take<OutputLane>(std::size_t{p.banks()} * p.lanes());
  s.out = arena.take<OutputPort>(p.ports);
  s.among_inputs = arena.take<router_arbiter::State>(p.virtual_channels > 1 ? p.ports : 0);
  s.among_outputs = arena.take<router_arbiter::State>(p.virtual_channels > 1 ? p.ports : 0);
  s.vc = arena.take<VirtualChannel>(std::size_t{p.banks()} * p.flow_channels());
  s.options = arena.take<route_unit::Options>(p.has_choice() ? p.lanes() : 0);
  crossbar::bind(p.crossbar_params(), s.crossbar, arena);
  s.stage_valid = arena.take<PortMask>(std::size_t{p.stages_after_grant()} * p.banks());
  s.stage_flits = arena.take<Flit>(static_cast<std::size_t>(p.stages_after_grant()) * p.ports);
  const bool counting = s.in == nullptr;
  for (unsigned bank = 0; bank < p.banks(); ++bank)
    for (unsigned v = 0; v < p.flow_channels(); ++v) {
      flow_controller::State flow;
      flow_controller::bind(v == p.virtual_channels ? p.barrier.flow : p.flow,
                            counting ? flow : s.vc[bank * p.flow_channels() + v].flow, ports_in_bank(p.ports, bank),
                            arena);
    }
  if (p.barrier.is_on()) s.barrier = barrier::bind(p.barrier, arena);
  for (unsigned o = 0; o < p.ports; ++o) {
    bind_arbiter(p.arbiter_params(), counting ? nullptr : &s.out[o].arbiter, arena);
    if (p.virtual_channels == 1) continue;
    bind_arbiter(p.vc_arbiter_params(), counting ? nullptr : &s.among_inputs[o], arena);
    bind_arbiter(p.vc_arbiter_params(), counting ? nullptr : &s.among_outputs[o], arena);
  }
  for (unsigned i = 0; i < p.lanes(); ++i) {
    auto* slots = arena.take<slack_buffer::Slot>(p.buffer.flits);
    if (!counting) s.in[i].buffer.slots = slots;
  }
  // Last, as they are touched least.
  s.link = arena.take<OutputLink>(p.ports);
  s.waits = arena.take<HeaderWaits>(p.lanes());
  if (p.worm_timeout != 0) s.starving = arena.take<Starving>(p.lanes());
  s.output_vcs = arena.take<std::uint8_t>(p.ports);
  if (p.switching == Switching::virtual_cut_through) s.cut_through = first_ports_of_banks(p.ports);
  if (!counting) std::fill_n(s.output_vcs, p.ports, p.virtual_channels);
}

std::size_t storage_bytes(const Params& p) {
  State scratch;
  Arena counting;
  bind(p, scratch, counting);
  return counting.used_bytes();
}

void wire_in(const Params& p, const Place& place, State& s) {
  if (p.barrier.is_on()) barrier::wire_in(p.barrier, place.barrier, *s.barrier);
  for (unsigned o = 0; o < p.ports; ++o)
    router_arbiter::set_stream(p.arbiter_params(), s.out[o].arbiter, mix64(mix64(place.arbiter_stream) + o));
}

void set_cycles_per_flit(Place& place, State& s, PortId port, CyclesPerFlit cycles) {
  s.link[port.value].cycles_per_flit = cycles;
  assign(place.slow, port.value, cycles.is_slow());
}

void set_receiver(const Params& p, Place& place, State& s, PortId port, const Receiver& receiver) {
  const unsigned o = port.value;
  assign(s.cut_through, o, receiver.whole_packets);
  for (unsigned v = 0; v < p.flow_channels(); ++v)
    flow_controller::set_receiver(channel_at(p, s, v, o).flow, o % ports_of_bank, receiver.flow_control,
                                  v < p.virtual_channels ? receiver.credits : receiver.barrier_credits);
  if (receiver.virtual_channels >= p.virtual_channels) return;
  s.output_vcs[o] = receiver.virtual_channels;
  place.route.output_vcs = s.output_vcs;
}

void set_unlimited(const Params& p, State& s, PortId port) {
  for (unsigned v = 0; v < p.flow_channels(); ++v)
    channel_at(p, s, v, port.value).flow.unlimited |= bit_in_bank(port.value);
}

namespace {

bool in_demand(const Params& p, const State& s, unsigned port) {
  if (has(s.wanted, port)) return true;
  for (unsigned v = 0; v < p.virtual_channels; ++v)
    if (crossbar::is_held(p.crossbar_params(), s.crossbar, crossbar::lane_of(port, v))) return true;
  return false;
}

/// Cycles from `now` to `end`, if it lies ahead.
std::uint64_t ahead(Cycle end, Cycle now) { return end > now ? end - now : 0; }

}  // namespace

std::uint64_t demanded_cycles(const Params& p, const State& s, PortId port, Cycle now) {
  const OutputLink& link = s.link[port.value];
  return in_demand(p, s, port.value) ? link.demanded + now.value : link.demanded - ahead(link.demanded_to, now);
}

std::uint64_t link_busy_cycles(const State& s, PortId port, Cycle now) {
  const OutputLink& link = s.link[port.value];
  return link.cycles_per_flit.is_slow() ? busy_cycles(link.pacer, now) : s.out[port.value].flits;
}

std::uint64_t flits_held(const Params& p, const State& s) {
  std::uint64_t flits = 0;
  for (unsigned i = 0; i < p.lanes(); ++i) flits += s.in[i].buffer.count;
  for (unsigned i = 0; i < p.stages_after_grant() * p.banks(); ++i) flits += count_of(s.stage_valid[i]);
  return flits;
}

}  // namespace slackline::wormhole_switch
