// processor: runs the firmware of a network interface, compiled into the simulator. One handler runs at a time.
//
//   events pending and enabled --> [first] ----> handler: reads registers and NIC memory as they are
//                                                  |  what it does costs cycles, by a table (costs.hpp)
//                                                  `--> writes# --> registers, NIC memory, `cost` cycles later
//
// After reset it runs the firmware's start() first. A handler loads the values that it has stored; it does not see its
// writes to registers. Its accesses to NIC memory are made one an edge from its beginning on, when a port is free; each
// edge without one makes it longer by a cycle.
//
// An error of the firmware halts the processor; the run is to end.
//
// Timing contract
//   event pending and enabled in cycle N - 1, processor idle -> its handler begins at edge N, and reads what was in
//                                                               cycle N - 1
//   handler of cost c (1 at least) begins at edge N          -> its writes are in registers and memory in cycle N + c;
//                                                               the next handler begins at edge N + c + 1 at the earliest
//   start() begins at the first edge, and takes as long as the slowest of the network: Place::start_cycles
//   event SLOT is no longer pending once its handler has begun
#pragma once

#include "rtl_models/nic/register_file.hpp"

namespace slackline::nic {

/// First part of an edge: an idle processor begins the handler of an event. Before anything else of the interface.
void begin_handler(const Params& p, const Place& place, State& s, Cycle now);

/// After all other parts of an edge: the handler's access to NIC memory, and what it has written when it ends. Returns the
/// event whose handler has ended, a bit; 0: none has.
std::uint32_t finish_handler(const Params& p, const Place& place, State& s, Cycle now);

/// Last part of an edge: the events that are pending after it, and since when; `handled` has been served, and waits again.
void watch_events(State& s, Cycle now, std::uint32_t handled);

/// Of events that are pending and enabled, one at least: the one whose handler runs next.
std::uint8_t next_event_of(std::uint32_t due);

/// After the edge: the next one at which the processor has work, unless something changes.
Cycle next_work(const Params& p, const State& s, Cycle now);

}  // namespace slackline::nic
