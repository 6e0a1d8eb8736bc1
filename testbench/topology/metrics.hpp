// metrics: the size and the distances of a network, from its channels alone, whatever its routing.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::topology {

/// Distances are channels between switches, and count between hosts: two at one switch are 0 apart.
struct Metrics {
  std::uint64_t switches = 0, hosts = 0;
  std::uint64_t switch_channels = 0;                ///< between switches; a link has two
  std::uint64_t host_links = 0;                     ///< both directions counted as one
  std::uint32_t least_degree = 0, most_degree = 0;  ///< channels from a switch to switches
  std::uint32_t diameter = 0;                       ///< the longest distance
  std::uint64_t distances = 0;    ///< summed over all ordered pairs of different hosts that are connected
  std::uint64_t unconnected = 0;  ///< ordered pairs of different hosts between which there is no way

  bool connected() const { return unconnected == 0; }
  /// Of connected pairs; 0 where there are none.
  double mean_distance() const {
    const std::uint64_t pairs = hosts * (hosts - 1) - unconnected;
    return hosts < 2 || pairs == 0 ? 0 : static_cast<double>(distances) / static_cast<double>(pairs);
  }
};

/// By a breadth-first search from every switch that has hosts. Time: switches x channels; memory: linear.
Metrics metrics(const network::Netlist& netlist);
/// Steps of that: what its time grows with.
std::uint64_t search_steps(const network::Netlist& netlist);

/// Channels in each direction between the halves of a mesh or torus, cut where they are fewest: its bisection. The
/// halves have as many switches, or one more and one fewer (Dally and Towles, "Principles and Practices of
/// Interconnection Networks", sections 3.1.1 and 5.2.2: of N = k^n switches N/k in a mesh, 2N/k in a torus, k even).
/// For all sizes Aroca and Fernandez Anta, "Bisection (Band)Width of Product Networks with Application to Data
/// Centers", IEEE Trans. Parallel and Distributed Systems 25(3), 2014: with k_1 >= k_2 >= ... >= k_n and k_a the first
/// even one, or a = n when all are odd, the sum over i = 1..a of k_(i+1) k_(i+2) ... k_n, and twice that in a torus. 0
/// of one switch.
std::uint64_t grid_bisection(std::vector<std::uint16_t> size, bool wraps);

}  // namespace slackline::topology
