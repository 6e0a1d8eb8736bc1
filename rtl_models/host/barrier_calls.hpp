// barrier_calls: what a host with a network interface does in the barriers of its groups: one command enters, one
// completion tells it to leave; its firmware does the rest. Groups and times are as without an interface
// (barrier/members.hpp).
//
//   enter: edge E --send_overhead--> command on the pins   ...   completion sampled at edge L --receive_overhead--> left
#pragma once

#include <optional>
#include <vector>

#include "rtl_models/barrier/members.hpp"
#include "rtl_models/firmware/host_pins.hpp"

namespace slackline::host {

/// The command of the first group whose time it is; nothing: of none.
std::optional<firmware::Command> enter(const barrier::Traffic& traffic, std::uint32_t node, barrier::Member* members,
                                       Cycle now);
/// False: no such barrier has been entered.
bool leave(const barrier::Traffic& traffic, std::uint32_t node, barrier::Member* members, Cycle now,
           const firmware::Completion& completion);
/// The edge from which on there is a command; never: before nothing has been left.
Cycle next_entry(const barrier::Traffic& traffic, std::uint32_t node, const barrier::Member* members);

/// The table of groups for the firmware, by node: firmware/barrier_table.h.
std::vector<std::vector<std::uint32_t>> tables(const barrier::Traffic& traffic);

}  // namespace slackline::host
