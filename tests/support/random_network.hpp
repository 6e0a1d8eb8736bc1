// Random small networks for property tests: shape, delays, buffers, policies and traffic from one seed.
#pragma once

#include <cstdint>

#include "rtl_models/network/netlist.hpp"

namespace slackline::test {

/// A valid network of 2 to 60 hosts. The same seed gives the same network.
network::Netlist random_network(std::uint64_t seed);

/// The same network with its switches, endpoints and channels listed in another order.
network::Netlist shuffled(const network::Netlist& netlist, std::uint64_t seed);

}  // namespace slackline::test
