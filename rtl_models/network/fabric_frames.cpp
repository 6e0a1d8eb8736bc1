// A fabric in which frames move whole: its components are stepped at events, and what happens to single flits between these is worked out
// at the next event, or when run_until() returns.
#include <algorithm>

#include "rtl_models/network/fabric_wires.hpp"
#include "rtl_models/network/packet_switches.hpp"
#include "rtl_models/network/route_table.hpp"

namespace slackline::network {

bool may_move_frames_whole(const std::vector<SwitchKind>& kinds, bool has_faults, bool hosts_stop) {
  return !has_faults && !hosts_stop &&
         std::all_of(kinds.begin(), kinds.end(), [](const SwitchKind& kind) { return kind.stores_packets(); });
}

bool moves_frames_whole(const ElaboratedNetlist& netlist) {
  if (!may_move_frames_whole(netlist.switch_kinds, !netlist.faults.empty(), netlist.some_host_may_stop())) return false;
  const std::vector<PortSet> wired = wired_outputs(netlist);
  const std::vector<route_unit::Place> routes = route_places(netlist);
  for (std::size_t s = 0; s < netlist.switches.size(); ++s)
    for (const std::uint16_t port : forwarding_table(netlist, routes[s]))
      if (port != packet_switch::no_port && !has(wired[s], port)) return false;
  return true;
}

void Fabric::build_frames() {
  frames_ = std::make_unique<FrameLinks>(std::size_t{words_} * 64);
  FrameLinks& f = *frames_;
  const auto no_channel = static_cast<std::uint32_t>(netlist_.channels.size());
  f.at_input.resize(netlist_.switch_ports(), no_channel);
  f.at_output.resize(netlist_.switch_ports(), no_channel);
  f.to_host.resize(endpoints_.size(), no_channel);
  f.from_host.resize(endpoints_.size(), no_channel);
  f.moved.resize(endpoints_.size());
  f.of_slot.resize(switches_.size());
  for (std::size_t i = 0; i < switch_at_.size(); ++i)
    f.of_slot[switch_at_[i]].resize(packet_switch(i).params.slots() + std::size_t{1});
  for (std::uint32_t c = 0; c < netlist_.channels.size(); ++c) {
    const Channel& channel = netlist_.channels[c];
    FrameLink& link = f.links.emplace_back();
    link.delay = channel.latency();
    link.to = channel.to;
    const auto is_host = [](const PortRef& port) { return port.kind == InstanceKind::endpoint; };
    (is_host(channel.from) ? f.from_host[host_at_[channel.from.instance]] : f.at_output[switch_port(channel.from)]) = c;
    (is_host(channel.to) ? f.to_host[host_at_[channel.to.instance]] : f.at_input[switch_port(channel.to)]) = c;
  }
  f.links.emplace_back();
}

void Fabric::run_frames(Cycle end) {
  FrameLinks& f = *frames_;
  while (f.events.next() < end) {
    now_ = f.events.next();
    f.inputs.clear();
    const std::uint32_t component = f.events.take([&](std::uint32_t input) { f.inputs.push_back(input); });
    if (component < first_endpoint_)
      step_frames_of_switch(component);
    else
      step_frames_of_host(component - first_endpoint_);
  }
  if (now_ >= end) return;
  now_ = end;
  for (const std::uint32_t host : host_at_) move_flits_of_host(host);
  for (const std::uint32_t index : switch_at_) show_flits_of_switch(index);
}

/// What packet_switch::run_frames() reports.
struct Fabric::FrameMoves {
  static constexpr bool whole = true;
  Fabric& fabric;
  std::uint32_t index;

  void begin(unsigned output, packet_switch::SlotId slot, Cycle now) const {
    FrameLinks& f = *fabric.frames_;
    const packet_switch::Instance& core = fabric.packet_switches_[index]->core;
    FrameLink& link = f.links[f.at_output[fabric.switches_[index].first_port + output]];
    const FrameId frame = f.of_slot[index][slot];
    const std::uint32_t cycles = core.params.cycles_of_flit(output);
    link.frames.push_back({frame, now, cycles});
    fabric.announce(link, now, now + (f.pool[frame].flits.size() - 1) * std::uint64_t{cycles});
  }
  void pause(unsigned input, bool /*is_paused*/, Cycle now) const {
    const StopTarget& target = fabric.stop_targets_[fabric.switches_[index].first_port + input];
    fabric.put_stop(target, 0);
    fabric.frames_->events.add(now + target.delay, target.word * 64 + lowest(target.component), FrameEvents::stop);
  }
};

/// A frame leaves whose first flit, and last one, are put on the output register at these edges.
void Fabric::announce(const FrameLink& link, Cycle first, Cycle last) {
  if (link.to.kind == InstanceKind::endpoint)
    frames_->events.wake_by(first_endpoint_ + host_at_[link.to.instance], first + link.delay);
  else
    frames_->events.add(last + link.delay, switch_at_[link.to.instance], link.to.port.value);
}

void Fabric::step_frames_of_switch(std::uint32_t index) {
  FrameLinks& f = *frames_;
  Switch& s = switches_[index];
  packet_switch::Instance& core = packet_switches_[index]->core;
  sample_stops_of_packet_switch(s, core.params.ports);
  PortSet stopped;
  for (unsigned bank = 0; bank * ports_of_bank < core.params.ports; ++bank) stopped.bank[bank] = s.stop_in[bank];
  frame_arrivals_.clear();
  for (const std::uint32_t input : f.inputs) {
    FrameLink& link = f.links[f.at_input[s.first_port + input]];
    const FrameId frame = link.frames.front().frame;
    link.frames.pop_front();
    f.of_slot[index][core.state.inputs[input].slot] = frame;
    const std::vector<Flit>& flits = f.pool[frame].flits;
    const std::size_t counted = std::min<std::size_t>(flits.size(), core.params.longest + std::size_t{1});
    frame_arrivals_.push_back(
        {input, flits.front(), static_cast<std::uint16_t>(counted), flits.back().kind() == FlitKind::abort});
  }
  FrameMoves moves{*this, index};
  const Cycle next =
      packet_switch::run_frames(core.params, core.wiring(), core.state, frame_arrivals_, stopped, now_, now_ + 1, moves,
                                [&](unsigned input, std::uint32_t tag, packet_switch::Drop) {
                                  packets_.close(tag, now_);
                                  f.pool.close(f.of_slot[index][core.state.inputs[input].slot]);
                                });
  f.events.set_wake(index, next);
}

/// The oldest frame on the link to a host.
ArrivingFlits Fabric::arriving_at(const FrameLink& link) const {
  if (link.frames.empty()) return {};
  const FrameOnLink& oldest = link.frames.front();
  const std::vector<Flit>& flits = frames_->pool[oldest.frame].flits;
  return {flits.data(), static_cast<std::uint32_t>(flits.size()), link.taken, oldest.since + link.delay, oldest.cycles};
}

/// The flits and words of a host up to edge now().
void Fabric::move_flits_of_host(std::uint32_t index) {
  FrameLinks& f = *frames_;
  const Cycle from = f.moved[index];
  if (from >= now_) return;
  f.moved[index] = now_;
  Endpoint& e = endpoints_[index];
  FrameLink& in = f.links[f.to_host[index]];
  const bool may_move_words = !interfaces_.empty() && interfaces_[index].state.nic.dma.next != never;
  if (e.port.sent == 0 && in.frames.empty() && !may_move_words) return;
  FrameLink& out = f.links[f.from_host[index]];
  ArrivingFlits arriving = arriving_at(in);
  TimedFlits none;
  TimedFlits& sent = e.port.sent == 0 ? none : f.pool[out.frames.back().frame];
  const HostKind& kind = *host_kinds_[index];
  const port::Wires wires{kind.port, e.place, e.port, packets_, latencies_};
  if (kind.interface == nullptr) {
    generator::move_flits(wires, now_, arriving, sent);
  } else {
    Interface& interface = interfaces_[index];
    nic::move_words(kind.interface->nic, interface.place, interface.state.nic, wires, *hosts_->memory, from, now_,
                    arriving, sent);
  }
  in.taken = arriving.taken;
}

void Fabric::step_frames_of_host(std::uint32_t index) {
  FrameLinks& f = *frames_;
  move_flits_of_host(index);
  f.moved[index] = now_ + 1;
  Endpoint& e = endpoints_[index];
  FrameLink& link = f.links[f.to_host[index]];
  const HostKind& kind = *host_kinds_[index];
  port::Inputs in = sample_host<false>(kind.port, e);
  if (ArrivingFlits arriving = arriving_at(link); arriving.next() == now_) {
    in.flit_in = arriving.flits[arriving.taken];
    link.taken = arriving.taken + 1;
    if (link.taken == arriving.count) {
      link.taken = 0;
      f.pool.close(link.frames.front().frame);
      link.frames.pop_front();
    }
  }
  const port::Wires wires{kind.port, e.place, e.port, packets_, latencies_};
  Cycle next;
  if (kind.interface == nullptr) {
    const port::Result result = generator::step(workloads_, e.generator, wires, now_, in);
    send_in_frame(index, result.flit_out);
    next = generator::next_step(wires, arriving_at(link), result.wake, now_, in);
  } else {
    Interface& interface = interfaces_[index];
    const nic::Result result =
        step_quickly(*kind.interface, *hosts_, interface.place, interface.state, wires, now_, in);
    send_in_frame(index, result.flit_out);
    next = nic::next_step(kind.interface->nic, interface.place, interface.state.nic, wires, arriving_at(link),
                          result.wake, now_, in);
  }
  f.events.set_wake(first_endpoint_ + index, next);
}

/// A flit leaves a host.
void Fabric::send_in_frame(std::uint32_t index, Flit flit) {
  if (!flit.valid()) return;
  FrameLinks& f = *frames_;
  FrameLink& link = f.links[f.from_host[index]];
  if (flit.opens_worm()) link.frames.push_back({f.pool.open(), now_, 0});
  TimedFlits& sent = f.pool[link.frames.back().frame];
  sent.add(flit, now_);
  if (flit.closes_worm()) announce(link, sent.edges.front(), now_);
}

/// The registers of a packet switch that show single flits, before edge now().
void Fabric::show_flits_of_switch(std::uint32_t index) {
  const FrameLinks& f = *frames_;
  packet_switch::Instance& core = packet_switches_[index]->core;
  packet_switch::State& state = core.state;
  state.driven = PortSet();
  for (unsigned port = 0; port < core.params.ports; ++port) {
    const std::uint32_t first_port = switches_[index].first_port;
    packet_switch::Input& in = state.inputs[port];
    const FrameLink& from = f.links[f.at_input[first_port + port]];
    in.is_open = false;
    if (!from.frames.empty()) {
      const FrameOnLink& oldest = from.frames.front();
      const TimedFlits& flits = f.pool[oldest.frame];
      const Cycle edge(now_.value < from.delay ? 0 : now_.value - from.delay);
      if (const std::uint32_t received = oldest.sent_before(edge, flits); received != 0) {
        in.is_open = true;
        in.received = static_cast<std::uint16_t>(received);
        state.slots[in.slot].first = flits.flits.front();
      }
    }
    const Flit out = flit_of_frame(f.links[f.at_output[first_port + port]], Cycle(now_.value - 1));
    state.outputs[port].flit = out;
    insert_if(state.driven, port, out.valid());
  }
}

/// The flit that an edge has put on the output register of a link.
Flit Fabric::flit_of_frame(const FrameLink& link, Cycle edge) const {
  for (auto frame = link.frames.rbegin(); frame != link.frames.rend(); ++frame) {
    const TimedFlits& flits = frames_->pool[frame->frame];
    const std::uint32_t n = frame->sent_before(edge, flits);
    if (n == frame->sent_before(edge + 1, flits)) continue;
    return flits.flits[n];
  }
  return Flit();
}

}  // namespace slackline::network
