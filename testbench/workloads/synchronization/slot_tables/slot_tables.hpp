// slot_tables: the network of an experiment whose interfaces run firmware of time slots, with the tables that give each
// of them what to send when (rtl_models/firmware/fbs.h).
#pragma once

#include <vector>

#include "testbench/workloads/synchronization/slot_tables/slot_plan.hpp"
#include "testbench/workloads/workload_kind.hpp"

namespace slackline::slot_tables {

/// One a host.
std::vector<std::vector<std::uint32_t>> tables_of(const settings::Values& experiment, const SlotPlan& plan);

/// Gives a network what its firmware needs; nothing to do for other firmware.
features::Completion complete(const settings::Values& experiment, network::Netlist& netlist);

}  // namespace slackline::slot_tables
