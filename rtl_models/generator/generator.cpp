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

Cycle step_barriers(const Workloads& workloads, State& s, const port::Wires& wires, Cycle now) {
  const Cycle next = workloads.barriers() != nullptr ? barrier::step(*workloads.barriers(), wires.place.node.value,
                                                                     s.members, *wires.port.barrier, now)
                                                     : never;
  return std::min(next, port::wake_for_barrier_flit(wires.params, wires.port, now));
}

}  // namespace slackline::generator
