// handler_cycles: how long the handlers of the firmware fbs keep the processor of an interface busy with the packets of a
// stream: found by running them, on a device that holds memory and registers, and counts what each access costs.
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

}  // namespace slackline::slot_tables
