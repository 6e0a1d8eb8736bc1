// packet_network: random networks in which some switches, or all, are packet switches.
#pragma once

#include <cstdint>

#include "rtl_models/network/netlist.hpp"

namespace slackline::soak {

/// A soak_network whose switches are packet switches of many kinds, next to wormhole switches in one network of two. The same seed gives
/// the same network.
network::Netlist packet_network(std::uint64_t seed);

}  // namespace slackline::soak
