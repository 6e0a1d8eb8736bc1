#include "rtl_models/generator/generator.hpp"

#include <algorithm>

namespace slackline::generator {

std::size_t storage_bytes(const Workloads& workloads) {
  Arena counting;
  counting.take<SourceState>(workloads.count());
  if (workloads.barriers() != nullptr) barrier::reserve(*workloads.barriers(), counting);
  return counting.used_bytes();
}

void bind(const Workloads& workloads, NodeId host, Cycle first_edge, port::State& port, State& s, Arena& arena) {
  s = State();
  bind(workloads, host, first_edge, s.sources, arena);
  look_at(Sources(workloads, host, s.sources, nullptr), port);
  if (workloads.barriers() == nullptr || port.barrier == nullptr) return;
  barrier::bind(*workloads.barriers(), host.value, s.members, arena);
  s.groups = static_cast<std::uint16_t>(workloads.barriers()->hosts[host.value].size());
}

void move_flits(const port::Wires& wires, Cycle to, ArrivingFlits& arriving, TimedFlits& sent) {
  port::State& s = wires.port;
  while (s.sent != 0 && s.link.free < to) {
    const Cycle edge = s.link.free;
    sent.add(port::send_flit(wires.params, wires.place, s, wires.packets, edge), edge);
  }
  for (; arriving.next() < to; ++arriving.taken)
    port::take_in<false>(wires.params, wires.place, s, wires.packets, wires.latencies, arriving.flits[arriving.taken],
                         arriving.next());
}

Cycle next_step(const port::Wires& wires, const ArrivingFlits& arriving, Cycle wake, Cycle now,
                const port::Inputs& in) {
  const port::State& s = wires.port;
  if (!flow_controller::settled(wires.params.flow(), s.flow, in.stop_in)) return now + 1;
  const Cycle sends = s.sent != 0 ? std::max<Cycle>(now + 1, port::earliest_end(wires.place, s, wires.packets)) : wake;
  if (arriving.flits == nullptr) return sends;
  return std::min(sends, arriving.taken == 0 ? arriving.first : arriving.last());
}

Cycle step_barriers(const Workloads& workloads, State& s, const port::Wires& wires, Cycle now) {
  const Cycle next = workloads.barriers() != nullptr ? barrier::step(*workloads.barriers(), wires.place.node.value,
                                                                     s.members, *wires.port.barrier, now)
                                                     : never;
  return std::min(next, port::wake_for_barrier_flit(wires.params, wires.port, now));
}

}  // namespace slackline::generator
