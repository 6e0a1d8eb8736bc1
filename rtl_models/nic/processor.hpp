// processor: runs the firmware of a network interface, one handler at a time.
//
//   events pending and enabled --> [first] ----> handler --> registers, NIC memory
//
// There are two: native_processor.hpp runs firmware that is compiled into the simulator, rv32_processor.hpp an ELF file.
// An error of the firmware halts the processor; the run is to end.
#pragma once

#include "rtl_models/nic/register_file.hpp"

namespace slackline::nic {

/// First part of an edge: the processor reads registers and memory, and an idle one may begin the handler of an event. Before
/// anything else of the interface.
void begin_handler(const Params& p, const Place& place, State& s, Cycle now);

/// After all other parts of an edge: the processor's access to NIC memory, and what it writes. Returns the event whose handler
/// has ended, a bit; 0: none has.
std::uint32_t finish_handler(const Params& p, const Place& place, State& s, Cycle now);

/// Last part of an edge: the events that are pending after it, and since when; `handled` has been served, and waits again.
void watch_events(State& s, Cycle now, std::uint32_t handled);

/// After the edge: the next one at which the processor has work, unless something changes.
Cycle next_work(const Params& p, const State& s, Cycle now);

/// After an edge: the processor does nothing until an event is pending, or for ever.
bool rests(const Params& p, const State& s);

/// Events that are pending and enabled, a bit each.
inline std::uint32_t due_events(const State& s) { return s.processor.pending & s.registers[NIC_EVENT_ENABLE / 4]; }

/// Of events that are due, one at least: the one whose handler runs next.
std::uint8_t next_event_of(std::uint32_t due);

/// The handler of `event` begins at edge `now`, or start().
void note_begin(State& s, std::uint8_t event, Cycle now);

}  // namespace slackline::nic
