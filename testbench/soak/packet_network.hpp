// packet_network: random networks in which some switches, or all, are packet switches.
#pragma once

#include <cstdint>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/network/netlist.hpp"

namespace slackline::soak {

/// A soak_network whose switches are packet switches of many kinds, next to wormhole switches in one network of two. The same seed gives
/// the same network.
network::Netlist packet_network(std::uint64_t seed);

/// Makes packet switches of all switches of a network, or of some. False: they do not go with its routes, formats or flow control, and it
/// is of no use any more.
bool make_packet_switches(network::Netlist& netlist, RandomStream& random);

}  // namespace slackline::soak
