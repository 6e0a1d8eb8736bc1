// Groups of hosts for the tests of this folder: small ones by hand, and random ones on random networks.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/multicast/algorithms.hpp"

namespace slackline::test {

using Hosts = std::vector<std::uint32_t>;
inline constexpr multicast::BufferClass lower = multicast::BufferClass::lower, upper = multicast::BufferClass::upper,
                                        unicast = multicast::BufferClass::unicast;

/// The hosts 0 .. hosts - 1, each its own ID.
Hosts first_hosts(std::uint32_t hosts);
multicast::Order by_number(std::uint32_t hosts);

/// Every distance is `tx` cycles.
multicast::Costs equal_costs(std::uint32_t hosts, std::uint32_t tx, std::uint64_t copy_cycles);

/// Five hosts, and distances that are equal in both directions; CT is 10 cycles.
multicast::Costs five_hosts();

/// Some IDs, which are hosts, on one path from the first on, in the classes given. The members are those on the path.
multicast::Tree path(multicast::Algorithm algorithm, const Hosts& ids,
                     const std::vector<multicast::BufferClass>& classes);

/// Parent and child of each edge.
using Hops = std::vector<std::vector<std::uint32_t>>;
Hops hops(const multicast::Tree& tree);
std::vector<multicast::BufferClass> classes(const multicast::Tree& tree);

/// A random network with up*/down* routes, its shortest order, and random delays, firmware and length of worms.
struct Trial {
  multicast::Costs costs;
  multicast::Order order;

  std::uint32_t hosts() const { return costs.distances.hosts(); }
};
Trial random_trial(RandomStream& random);
/// 2 to `most` of the hosts.
Hosts random_group(RandomStream& random, std::uint32_t hosts, std::uint32_t most);

}  // namespace slackline::test
