// What has come of barriers in a network.
#pragma once

#include <string>

#include "rtl_models/network/fabric.hpp"
#include "testbench/soak/barrier_network.hpp"

namespace slackline::test {

using soak::barrier_network;
using soak::BarrierSettings;

/// What is wrong with the barriers of a network at its end: "" where all have been left by all their members, none of
/// them before the last one had entered, and no unit has counted a fault.
std::string fault_of_barriers(const network::Fabric& fabric);

/// Of all hosts: barriers left.
std::uint64_t barriers_left(const network::Fabric& fabric);
/// Of all switches: barriers that they have seen complete as a root; of them, acknowledged by all members.
std::uint64_t completed(const network::Fabric& fabric);
std::uint64_t acknowledged(const network::Fabric& fabric);
/// Of all switches: worms cut, and padding flits made.
std::uint64_t preemptions(const network::Fabric& fabric);
std::uint64_t padding(const network::Fabric& fabric);

}  // namespace slackline::test
