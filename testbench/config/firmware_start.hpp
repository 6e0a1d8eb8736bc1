// firmware_start: the start of a firmware after reset, without a network around it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/nic/params.hpp"
#include "rtl_models/nic/state.hpp"

namespace slackline::config {

/// At the end of the memory; nullptr: none.
using Table = const std::vector<std::uint32_t>*;

/// The fault of its start; FaultKind::none: it begins. A table that finds no room is one, too.
nic::Fault fault_of_start(nic::Params params, Table table = nullptr);

/// How long its start would take if no watchdog ended it. Nothing: it would never end, or has another fault.
std::optional<std::uint64_t> cycles_of_start(nic::Params params);

}  // namespace slackline::config
