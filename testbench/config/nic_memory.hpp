// nic_memory: how much NIC memory a firmware needs to begin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rtl_models/nic/params.hpp"
#include "testbench/config/firmware_start.hpp"

namespace slackline::config {

/// The memory that a firmware asks for when it is started in too little.
struct MemoryNeed {
  std::uint64_t bytes = 0;  ///< the minimum that suffices, a multiple of 4
  std::string said;         ///< by the firmware; empty: nothing
};

/// Starts the firmware without a network. Nothing: it does not refuse to begin, or would with any memory.
std::optional<MemoryNeed> memory_need(const nic::Params& params, Table table = nullptr);

}  // namespace slackline::config
