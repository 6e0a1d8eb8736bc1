// The start of a firmware after reset, without a network around it, and the memory that it needs to begin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rtl_models/nic/params.hpp"
#include "rtl_models/nic/state.hpp"

namespace slackline::features {

/// The error of its start; ErrorKind::none: it begins. A table that finds no room is one, too.
nic::FirmwareError error_of_start(nic::Params params, const nic::Place& place = {});

/// How long its start would take if no watchdog ended it. Nothing: it would never end, or, on an RV32 processor, in 64 times what the
/// watchdog allows; or it has another error.
std::optional<std::uint64_t> cycles_of_start(nic::Params params);

/// The memory that a firmware asks for when it is started in too little.
struct MemoryNeed {
  std::uint64_t bytes = 0;  ///< the minimum that suffices, a multiple of 4
  std::string said;         ///< by the firmware; empty: nothing
};

/// Starts the firmware without a network. Nothing: it does not refuse to begin, or would with any memory.
std::optional<MemoryNeed> memory_need(const nic::Params& params, const nic::Place& place = {});

}  // namespace slackline::features
