// uniform_load: how much uniform traffic puts on each channel, and so at most lets through. Exact, in whole numbers.
//
// Every host sends to every other one as often. Of each flit that every host injects, channel c carries the share of
// pairs whose route passes it: gamma_c = pairs_c / (H - 1) flits per cycle at a load of one flit per cycle and host. A
// channel that takes n cycles a flit lets the load be 1 / (n gamma_c) at most, and the slowest bounds all: the ideal
// throughput of Dally and Towles, "Principles and Practices of Interconnection Networks", section 3.3.1. They let hosts
// send to themselves, too: their numbers are larger by H / (H - 1).
//
// Where packets are requests, each brings a response back: of every flit that a host injects on its own account another
// R / P follow, R flits a response and P a mean packet. Pairs lie in both orders among all pairs, so every channel carries
// 1 + R / P times as much.
//
// No network does better; flow control, and packets' heads that wait for one another, make it less. The flits of routes
// from the source, which switches take off, come on top of what is counted here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/routing/routes.hpp"

namespace slackline::routing {

struct UniformLoad {
  std::uint64_t hosts = 0;
  /// For every channel of the netlist: ordered pairs of hosts whose packets pass it.
  std::vector<std::uint64_t> pairs;
  std::uint64_t hops = 0;     ///< channels between switches, summed over all ordered pairs of hosts
  std::uint32_t slowest = 0;  ///< the channel that bounds the load, the first of them
  std::uint32_t as_slow = 1;  ///< how many there are of them
  double most = 0;            ///< flits per cycle and host that the network lets through at most, all flits counted

  /// Channels between switches on a packet's way, on average.
  double mean_hops() const {
    return static_cast<double>(hops) / (static_cast<double>(hosts) * static_cast<double>(hosts - 1));
  }
};

/// Flits that come into the network for each flit of a host's own packets: above 1 where they are requests.
double flits_per_offered(const generator::TrafficParams& traffic);

/// Why no load is computed, although routes arrive: "packets take the way that is free"; empty: it is.
std::string no_uniform_load(const network::Netlist& netlist);

/// The load of two or more hosts, with one way from each to each other. Nothing when there are more, or when a route
/// does not arrive. Time: states x destinations.
std::optional<UniformLoad> uniform_load(const Routes& routes);

}  // namespace slackline::routing
