// patterns: schedules of hosts at one switch, and the building block that larger ones are made of.
//
// All are cyclic shifts, one a slot: in slot t host number i of a set of n sends to number i + a(t) mod n. A shift is a
// permutation, so that packets of one slot use different links of a switch.
//   building block   a(t) = t (t + 1) / 2   every host directly precedes every other one (Song 2005, definition 1)
//   shift            a(t) = t               host i directly precedes host i - 1 alone, and the others through chains; the
//                                           way of FM-QoS (Connelly and Chien, "FM-QoS: Real-time communication using
//                                           self-synchronizing schedules", SC 1997)
#pragma once

#include "testbench/schedule/schedule.hpp"

namespace slackline::schedule {

/// BBP(hosts, slot): as many slots as hosts, from this one on. The schedule is not sorted afterwards.
void add_building_block(Schedule& schedule, const std::vector<std::uint32_t>& hosts, std::uint32_t slot);

/// SSS(hosts, 0), the simple synchronizing schedule: the building block of all hosts. They ascend.
Schedule simple(const std::vector<std::uint32_t>& hosts);

/// Hosts ascend.
Schedule shift(const std::vector<std::uint32_t>& hosts);

}  // namespace slackline::schedule
