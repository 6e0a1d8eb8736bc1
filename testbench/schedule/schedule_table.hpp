// schedule_table: a schedule and what is known of it, to be read.
#pragma once

#include <string>

#include "rtl_models/network/netlist.hpp"
#include "testbench/schedule/conflict.hpp"
#include "testbench/schedule/dependency.hpp"

namespace slackline::schedule {

/// A line for each slot. Up to `most_columns` hosts a column for each sender, as Song 2005 prints its tables; of more
/// hosts the first messages of each slot.
constexpr std::size_t most_columns = 16;
std::string slot_table(const Schedule& schedule);

/// "holds: each of 56 ordered pairs, 56 of them directly", or what breaks the requirement.
std::string verdict_text(const DependencyCheck& check, const network::Netlist& netlist);
/// "holds", or what breaks it.
std::string verdict_text(const ConflictCheck& check, const network::Netlist& netlist);

}  // namespace slackline::schedule
