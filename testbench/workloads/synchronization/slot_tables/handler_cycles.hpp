// handler_cycles: how long the handlers of the firmware fbs keep the processor of an interface busy with the packets of a
// stream, and the one that pauses the clock: found by running them, on a device that holds memory and registers, and counts
// what each access costs.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/nic/params.hpp"

namespace slackline::slot_tables {

struct HandlerCycles {
  std::uint64_t sent = 0, received = 0;  ///< for a packet
};

/// The cycles of an interface with this table, which has a stream.
HandlerCycles handler_cycles(const nic::Params& params, const std::vector<std::uint32_t>& table);

/// Where the firmware pauses the clock: about the most cycles from a packet's stop, or from its going on, until the clock
/// follows. The handler of TX_STOPPED takes its time, and may have to wait for another one, which is not interrupted: for that
/// of a packet sent or received, or of a slot. An estimate: a schedule with empty slots and a memory with few ports make them
/// longer.
std::uint64_t pause_cycles(nic::Params params);

}  // namespace slackline::slot_tables
