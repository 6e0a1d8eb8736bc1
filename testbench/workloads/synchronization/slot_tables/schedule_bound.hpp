// schedule_bound: equations (6) and (7) of Song 2005 for any schedule on any network: the bound of the skew of each pair
// along its chains, each direct relation with the routers that really are on its two ways.
#pragma once

#include <optional>

#include "testbench/schedule/paths.hpp"
#include "testbench/schedule/schedule.hpp"
#include "testbench/workloads/synchronization/bounds.hpp"

namespace slackline::slot_tables {

/// The greatest over all pairs; of several chains that order a pair the one with the least bound counts. Nothing: a pair
/// is not ordered, or a message does not arrive. Time: direct relations x hosts.
std::optional<double> schedule_bound(const schedule::Schedule& schedule, const schedule::Paths& paths,
                                     const synchronization::Delays& delays, synchronization::Drain drain);

}  // namespace slackline::slot_tables
