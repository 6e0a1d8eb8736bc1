// native_processor: firmware that is compiled into the simulator. Each of its accesses costs cycles, by a table (costs.hpp).
//
// After reset it runs the firmware's start() first. A handler loads the values that it has stored; it does not see its
// writes to registers. Its accesses to NIC memory are made one an edge from its beginning on, when a port is free; each
// edge without one makes it longer by a cycle.
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

// The functions of processor.hpp, for this processor.
void begin_native(const Params& p, const Place& place, State& s, Cycle now);
std::uint32_t finish_native(const Params& p, const Place& place, State& s, Cycle now);
Cycle next_work_native(const Params& p, const State& s, Cycle now);

}  // namespace slackline::nic
