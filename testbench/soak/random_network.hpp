// random_network: small networks for soaks and property tests: shape, delays, buffers, policies and traffic from one
// seed.
#pragma once

#include <cstdint>

#include "rtl_models/network/netlist.hpp"

namespace slackline::soak {

/// A valid network of 2 to 60 hosts, or up to 254 at a single switch. The same seed gives the same network.
network::Netlist random_network(std::uint64_t seed);

/// The same with up to four kinds of switches, which differ in virtual channels, buffers, delays, flow control, switching
/// and arbiter.
network::Netlist network_of_mixed_kinds(std::uint64_t seed);

/// random_network with faults at some links of one network in six.
network::Netlist random_faulty_network(std::uint64_t seed);

/// Whether the soak lists the components of this seed's network in another order: every third time.
inline bool in_permuted_order(std::uint64_t seed) { return seed % 3 == 0; }

/// Whether the soak gives this seed's network several kinds of switches: one in four.
inline bool has_mixed_kinds(std::uint64_t seed) { return seed % 4 == 2; }

/// In a soak, hosts have more than one workload in every fifth network.
inline bool has_several_workloads(std::uint64_t seed) { return seed % 5 == 1; }

/// The network of a seed as the soak runs it; one in five with barriers.
network::Netlist soak_network(std::uint64_t seed);

/// The same network with its switches, endpoints and channels listed in another order.
network::Netlist shuffled(const network::Netlist& netlist, std::uint64_t seed);

}  // namespace slackline::soak
