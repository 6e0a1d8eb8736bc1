// slot_schedules: the synchronizing schedule and the stream that an experiment's keys ask for, checked on the routes of its
// network.
#pragma once

#include <cstdint>
#include <optional>

#include "rtl_models/network/netlist.hpp"
#include "testbench/schedule/schedule.hpp"
#include "testbench/schedule/spanning_tree.hpp"
#include "testbench/workloads/synchronization/settings.hpp"
#include "testbench/workloads/workload_kind.hpp"

namespace slackline::slot_tables {

/// The other remedy for a schedule that may not synchronize, at the end of what an objection expects.
inline constexpr const char* or_with_conflicts = ", or nic.synchronization.allow_conflicts: true";

/// The kind that the word auto means.
features::SynchronizingSchedule resolved(features::SynchronizingSchedule schedule, const network::Netlist& netlist);

/// The tree of an experiment's keys. Nothing: its root is no switch, or does not reach all hosts.
std::optional<schedule::SpanningTree> tree_of(const settings::Values& experiment, const network::Netlist& netlist);

/// That of an experiment's keys, unless it is a hierarchical one; nothing: it is, or its file does not hold one.
std::optional<schedule::Schedule> schedule_without_tree(const settings::Values& experiment,
                                                        const network::Netlist& netlist);

struct SlotSchedules {
  std::optional<schedule::SpanningTree> tree;  ///< where the schedule, or the routes, need one
  schedule::Schedule schedule, stream;         ///< stream: maybe without messages
  std::uint64_t longest_way = 1;               ///< switches on that of a synchronizing packet
};

/// The network gets the routes of the tree where the keys ask for it. Nothing: there are none; `objections` has the
/// reasons. They may be there with objections of the checks.
std::optional<SlotSchedules> schedules_of(const settings::Values& experiment, network::Netlist& netlist,
                                          features::Refusals& objections);

}  // namespace slackline::slot_tables
