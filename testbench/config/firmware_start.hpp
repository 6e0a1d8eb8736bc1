// firmware_start: the start of a firmware after reset, without a network around it.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/nic/params.hpp"
#include "rtl_models/nic/state.hpp"

namespace slackline::config {

/// At the end of the memory; nullptr: none.
using Table = const std::vector<std::uint32_t>*;

/// The fault of its start; FaultKind::none: it begins. A table that finds no room is one, too.
nic::Fault fault_of_start(nic::Params params, Table table = nullptr);

}  // namespace slackline::config
