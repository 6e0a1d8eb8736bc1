// random_barriers: barriers in the switches of random networks, for soaks.
#pragma once

#include <cstdint>

#include "rtl_models/network/netlist.hpp"

namespace slackline::soak {

/// Gives one network in five barrier units, groups and their barriers; not those with virtual cut-through, or with 16
/// virtual channels. Behind any change of the order of its components.
void add_random_barriers(network::Netlist& netlist, std::uint64_t seed);

}  // namespace slackline::soak
