// slot_plan: what the interfaces of an experiment send in which time slot: its schedules (slot_schedules.hpp), how long
// their packets are, and the interval.
#pragma once

#include <cstdint>
#include <optional>

#include "testbench/workloads/synchronization/slot_tables/slot_schedules.hpp"

namespace slackline::slot_tables {

struct SlotPlan {
  std::optional<schedule::SpanningTree> tree;  ///< where the schedule, or the routes, need one
  schedule::Schedule schedule, stream;         ///< stream: maybe without messages
  std::uint32_t first_slot = 0, interval = 0;
  std::uint32_t slot_flits = 0;  ///< of a packet that fills a slot
  /// Flits of one in the last slot of a synchronization. Only the stream waits for it: as far as the buffers on its
  /// way allow, it is over in half a slot, as the stream's are.
  std::uint32_t last_flits = 0;
  std::uint32_t stream_words = 0;  ///< payload of a packet of the stream
};

/// The smallest number of cycles that the firmware is given to start.
constexpr std::uint64_t least_start = 4000;
/// In which the first synchronization begins, where the firmware starts in so many cycles.
std::uint32_t first_slot(std::uint64_t start, std::uint64_t slot_ticks);

/// The first host whose interface has as little as any. All hosts have one.
std::size_t host_with_least_memory(const network::Netlist& netlist);

/// The objection to packets as long as a slot where links have several speeds; nothing: they have one.
std::optional<features::Refusal> several_speeds(const network::Netlist& netlist);

/// The plan of an experiment with the firmware fbs, whose network is `netlist`; it gets the routes of the tree where
/// the keys ask for it. Nothing: it cannot run; `objections` has the reasons.
std::optional<SlotPlan> plan_of(const settings::Values& experiment, network::Netlist& netlist,
                                features::Refusals& objections);

}  // namespace slackline::slot_tables
