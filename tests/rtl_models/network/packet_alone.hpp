// A lone packet in the network: its latency, and the latency by the timing contract of a hop.
#pragma once

#include "tests/support/line_network.hpp"

namespace slackline::test {

struct Alone {
  std::uint64_t latency;   ///< from creation to the tail's arrival
  std::uint64_t stripped;  ///< route flits
};

/// Runs `netlist`, in which hosts send one packet each, with host `from` alone sending to host `to`.
Alone packet_alone(network::Netlist netlist, unsigned from, unsigned to);

/// Its latency by the timing contract: sum of all d and rd, n - 1 a link, the tail (L - 1) n after the head.
///
/// stripped: at each switch the flit after the route flit becomes the head. It is written n cycles after the route
/// flit, at W + n, and leaves as a data flit, at W + n + sd, but not before the edge after the route flit's, W + rd +
/// 1. The next flits arrive n cycles apart, have the same sd, and may leave n cycles apart. So a switch takes
/// max(rd + 1, sd + n): with n = 1 one flit time more than rd.
std::uint64_t zero_load(const Settings& settings, unsigned switches);

/// Every pair of hosts, to the cycle.
void check_every_pair(const Settings& settings);

}  // namespace slackline::test
