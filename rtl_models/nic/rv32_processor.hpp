// rv32_processor: firmware as an ELF file, on an RV32 core (rtl_models/rv32) that executes its instructions one by one.
//
//   events pending and enabled --> wake, EVENT_CLAIM --> [core#] --> reads: registers and NIC memory as they are
//                                                          |-------> writes: those of an edge, after all other parts
//                                                          `-------> instruments
//
// The start-up code (rtl_models/firmware/rv32/start.c) calls start(), and then the handler of each event that it claims. A handler
// lasts from the edge of its EVENT_CLAIM to that of its EVENT_END; start() until the first read of EVENT_CLAIM.
//
// Timing contract, with that of rv32.hpp
//   load or read with its last edge at N           -> the value of cycle N - 1
//   store or write with its last edge at N         -> in registers and memory in cycle N
//   NIC memory, no port free at N                  -> the access is tried again at the next edge of the core
//   event pending and enabled in cycle N - 1, wfi  -> the next instruction begins at the first edge of the core at N or later
//   EVENT_CLAIM read at edge N                     -> the first event that was pending and enabled in cycle N - 1; SLOT is
//                                                     no longer pending in cycle N
//   start() over before the slowest of the network -> EVENT_CLAIM gives no event and wfi waits, until that is over, too
// An edge has one shared access: with a core clock faster than the base clock, what follows an access begins at the next edge.
//
// An instrument's accesses take no time: its loads show what it has stored at this edge, and never wait for a port.
#pragma once

#include "rtl_models/nic/register_file.hpp"

namespace slackline::nic {

// The functions of processor.hpp, for this processor.
void begin_rv32(const Params& p, const Place& place, State& s, Cycle now);
std::uint32_t finish_rv32(const Params& p, const Place& place, State& s, Cycle now);
Cycle next_work_rv32(const Params& p, const State& s, Cycle now);

}  // namespace slackline::nic
