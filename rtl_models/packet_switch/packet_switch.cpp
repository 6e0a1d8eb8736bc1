#include "rtl_models/packet_switch/packet_switch.hpp"

#include <algorithm>
#include <string>

namespace slackline::packet_switch {

const char* to_string(Drop cause) {
  switch (cause) {
    case Drop::full: return "full";
    case Drop::threshold: return "threshold";
    case Drop::unknown: return "unknown";
    case Drop::returned: return "returned";
    case Drop::runt: return "runt";
    case Drop::giant: return "giant";
    case Drop::aborted: return "aborted";
    case Drop::streams: return "streams";
  }
  return "";  // there is no other
}

const char* to_string(Threshold threshold) {
  switch (threshold) {
    case Threshold::none: return "none";
    case Threshold::fixed: return "fixed";
    case Threshold::dynamic: return "dynamic";
  }
  return "";  // there is no other
}

namespace {

/// As check_range, with the reason for the limits.
void check_limits(Violations& found, const char* parameter, unsigned value, unsigned least, unsigned most,
                  const char* because) {
  const std::size_t before = found.size();
  check_range(found, parameter, value, least, most);
  if (found.size() != before) found.back().expected += std::string(" (") + because + ")";
}

}  // namespace

Violations Params::violations() const {
  constexpr unsigned most_cycles = 65536;
  Violations found;
  check_range(found, "ports", ports, 2, most_ports_of_switch);
  check_range(found, "frames", frames, 1, 16384);
  check_range(found, "longest", longest, 1, most_flits);
  check_limits(found, "shortest", shortest, 1, longest, "up to longest");
  if (flits != 0) check_range(found, "flits", flits, longest, most_flits * 16384u);
  if (threshold != Threshold::none && buffers != Buffers::shared)
    found.push_back({"threshold", to_string(threshold), "none, or a shared buffer"});
  if (goes_by_most(threshold)) check_range(found, "most", most, 1, frames);
  if (goes_by_alpha(threshold)) check_range(found, "alpha8", alpha8, 1, 512);
  if (buffers == Buffers::input) check_range(found, "held", held, 0, 1024);
  if (uplink) {
    check_limits(found, "uplink.frames", uplink->frames, buffers == Buffers::shared ? 0 : 1, 16384,
                 "0 only with buffers: shared");
    if (buffers == Buffers::input) check_range(found, "uplink.held", uplink->held, 0, 1024);
    check_range(found, "uplink.transfer", uplink->transfer, 0, most_cycles);
    check_range(found, "uplink.streams", uplink->streams, 0, ports);
    if (pause_at != 0 && buffers == Buffers::input && pause_at > uplink->frames)
      found.push_back(
          {"uplink.frames", std::to_string(uplink->frames), "pause_at (" + std::to_string(pause_at) + ") or more"});
  }
  if (!is_empty(uplinks & ~first_ports_of_banks(ports)) || (!uplink && !is_empty(uplinks)))
    found.push_back({"uplinks", "a port that is none", "ports of the switch, if `uplink` is given"});
  constexpr std::uint64_t most_in_memory = std::uint64_t{1} << 28;  // 2 GiB
  if (const std::uint64_t places = std::uint64_t{slots()} * longest; places > most_in_memory)
    found.push_back({"frames",
                     std::to_string(places) + " flits of memory altogether, of up to " + std::to_string(most_in_memory),
                     "fewer packets, or shorter ones"});
  check_range(found, "transfer", transfer, 0, most_cycles);
  check_range(found, "transfers", transfers, 0, ports);
  if (pause_at != 0 && buffers != Buffers::output) check_limits(found, "pause_at", pause_at, 1, frames, "up to frames");
  if (pause_at != 0) check_limits(found, "resume_at", resume_at, 0, pause_at - 1u, "below pause_at");
  if (cycles_per_flit.size() != 1 && cycles_per_flit.size() != ports)
    found.push_back({"cycles_per_flit", std::to_string(cycles_per_flit.size()) + " of them",
                     "one, or one for each of the " + std::to_string(ports) + " ports"});
  for (const std::uint32_t cycles : cycles_per_flit) check_range(found, "cycles_per_flit", cycles, 1, most_cycles);
  return found;
}

void reset(const Params& p, State& s) {
  const SlotId slots = p.slots();
  for (SlotId id = 0; id <= slots; ++id) s.slots[id] = Slot();
  for (unsigned i = 0; i < p.ports; ++i) {
    s.inputs[i] = Input();
    s.inputs[i].slot = i + 1;
    s.outputs[i] = Output();
    s.counters[i] = Counters();
    s.input_due[i] = never;
  }
  std::fill_n(s.ends, groups_of(p.ports) * ports_of_group, never);
  std::fill_n(s.group_ends, groups_of(p.ports), never);
  for (SlotId id = p.ports + 1u; id < slots; ++id) s.slots[id].next = id + 1;
  s.free = p.ports + 1u;
  if (p.counts_streams()) std::fill_n(s.pairs, p.ports * p.ports, std::uint16_t{0});
  s.frames = s.flits = 0;
  s.most_shared = 0;
  s.moving = s.turn = s.first_in = 0;
  s.begin_next = s.move_next = s.send_next = never;
  s.waiting = s.arriving = s.wanted = s.busy = s.sending = s.driven = PortSet();
}

std::uint64_t flits_held(const Params& p, const State& s, Cycle now) {
  std::uint64_t flits = 0;
  for_each_frame(p, s, [&](const Slot& slot) { flits += slot.flits; });
  for (unsigned i = 0; i < p.ports; ++i) {
    const Input& in = s.inputs[i];
    if (in.is_open) flits += in.received;
    if (in.leaves()) flits -= in.moving_flits;  // counted as if it were there whole
    flits -= flits_of_frame_sent(p, s.outputs[i], i, now);
  }
  return flits;
}

std::uint64_t link_busy_cycles(const Params& p, const State& s, unsigned output, Cycle now) {
  const Output& out = s.outputs[output];
  const std::uint64_t cycles = p.cycles_of_flit(output);
  std::uint64_t busy = flits_sent(p, s, output, now) * cycles;
  if (busy == 0) return 0;
  // The last flit may still be on its way out.
  const Cycle free = out.is_sending ? out.since + flits_of_frame_sent(p, out, output, now) * cycles
                                    : Cycle(out.free.value - p.gap * cycles);
  if (free > now) busy -= free - now;
  return busy;
}

}  // namespace slackline::packet_switch
