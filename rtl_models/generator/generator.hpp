// generator: a host without a network interface. Behind its port are its workloads, which send packets of their own, and
// its part in barriers (barrier/members.hpp).
//
//   [sources#] <---> [port] ---> flit_out#
//   [members#] <--> barrier port    ^--- flit_in, stop_in
//
// Timing contract, with that of port.hpp
//   packet created at edge N, sender idle and not stopped -> head on flit_out in cycle N
//   tail of a request sampled at edge N -> head of its response on flit_out in cycle N + 1 at the earliest
//   tail of a response sampled at edge N -> head of a request held back on flit_out in cycle N + 1 at the earliest
#pragma once

#include "rtl_models/common/timed_flits.hpp"
#include "rtl_models/generator/sources.hpp"
#include "rtl_models/port/port.hpp"

namespace slackline::generator {

/// The state behind a port.
struct State {
  SourcesState sources;
  barrier::Member* members = nullptr;  ///< of the groups of this host ...
  std::uint16_t groups = 0;            ///< ... so many
};

std::size_t storage_bytes(const Workloads& workloads);
/// As after reset, with traffic that begins at `first_edge`; after that of its port.
void bind(const Workloads& workloads, NodeId host, Cycle first_edge, port::State& port, State& s, Arena& arena);

/// The barriers of the host go on. Returns the next edge at which they have something to do.
Cycle step_barriers(const Workloads& workloads, State& s, const port::Wires& wires, Cycle now);

/// One clock edge. `fixed_vcs` and `plain` as in port::step().
template <unsigned fixed_vcs = 0, bool plain = false>
[[gnu::always_inline]] inline port::Result step(const Workloads& workloads, State& s, const port::Wires& wires,
                                                Cycle now, const port::Inputs& in) {
  const auto source = [&] { return Sources(workloads, wires.place.node, s.sources, &wires.packets); };
  port::Result result = port::step<fixed_vcs, plain>(wires, source, now, in);
  if (!plain && wires.port.barrier != nullptr)
    result.wake = std::min(result.wake, step_barriers(workloads, s, wires, now));
  return result;
}

/// The edges before `to`, at which nothing happens but that flits between the first and the last one of a packet leave, and come: as
/// step() at each of them. Those that leave are added to `sent`.
void move_flits(const port::Wires& wires, Cycle to, ArrivingFlits& arriving, TimedFlits& sent);

/// After step() at edge `now`, which has returned `wake`: a lower bound of the next edge at which anything else happens, now + 1 or later.
Cycle next_step(const port::Wires& wires, const ArrivingFlits& arriving, Cycle wake, Cycle now, const port::Inputs& in);

template <class S, class Visitor, IfState<S, State> = 0>
void visit(const Workloads& workloads, S& s, Cycle now, Visitor& v) {
  visit(workloads, s.sources, now, v);
  barrier::visit(s.groups, s.members, now, v);
}

/// Values that follow from the registers of a generator and of its port.
template <class S, class Port, class Visitor>
void derive(const Workloads& workloads, S& s, Port& port, Visitor& v) {
  derive(workloads, s.sources, v);
  port::derive_edges(port, s.sources.created, s.sources.due, v);
}

template <class S, class Visitor, IfState<S, State> = 0>
void visit_counters(const Workloads& workloads, S& s, Cycle, Visitor& v) {
  if (workloads.barriers() != nullptr) barrier::visit_counters(*workloads.barriers(), s.groups, s.members, v);
}

}  // namespace slackline::generator
