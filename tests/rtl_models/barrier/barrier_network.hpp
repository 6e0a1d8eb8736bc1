// The outcome of barriers in a network.
#pragma once

#include <string>

#include "rtl_models/network/fabric.hpp"
#include "testbench/soak/barrier_network.hpp"

namespace slackline::test {

using soak::barrier_network;
using soak::BarrierSettings;

/// The first error of a network's barriers at the end of a run: "" if all members have left all barriers, none of them
/// before the last one had entered, and no unit has counted an error.
std::string error_of_barriers(const network::Fabric& fabric);

/// Number of barriers left, of all hosts.
std::uint64_t barriers_left(const network::Fabric& fabric);
/// Number of barriers completed at all switches as roots, and of those acknowledged by all members.
std::uint64_t completed(const network::Fabric& fabric);
std::uint64_t acknowledged(const network::Fabric& fabric);
/// Number of worms cut, and of padding flits made, by all switches.
std::uint64_t preemptions(const network::Fabric& fabric);
std::uint64_t padding(const network::Fabric& fabric);

}  // namespace slackline::test
