// Facts of a network before anything runs in it: its size and distances, its maximum load, and whether it can lock
// up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/routing/route_lengths.hpp"
#include "testbench/topology/metrics.hpp"

namespace slackline::report {

struct Bisection {
  std::uint64_t channels = 0;             ///< in each direction
  std::optional<double> flits_per_cycle;  ///< in each direction; nothing: links differ
};

/// The load of uniform traffic under the network's routing.
struct UniformTraffic {
  double mean_hops = 0;      ///< links between switches
  double most = 0;           ///< flits of hosts' own packets per cycle and host
  std::string channel;       ///< the one that lets no more through
  std::uint32_t others = 0;  ///< that do not, either
  // Flits in addition to these:
  std::uint16_t response_flits = 0;  ///< in a response to each packet; it is taken into account
  bool has_route_flits = false;      ///< that switches take off; they are not
};

struct DeadlockFacts {
  std::uint64_t channels = 0, virtual_channels = 0;  ///< between switches; of each channel, those that are judged
  bool are_escape_channels = false;                  ///< adaptive routing: the others need not be judged
  std::uint64_t dependencies = 0;
  std::uint64_t buffer_dependencies = 0;  ///< of buffers in network interfaces
  std::vector<std::string> cycle;         ///< a line for each dependency; empty: there is none
  std::vector<std::string> why_not;       ///< other objections to the proof: sentences

  bool proved() const { return cycle.empty() && why_not.empty(); }
};

struct NetworkFacts {
  std::uint64_t switches = 0;
  std::optional<Bisection> bisection;            ///< where the topology has a formula for it
  std::optional<topology::Metrics> distances;    ///< nothing, here and below: the network is too large
  std::optional<routing::RouteLengths> lengths;  ///< nothing, too, when they depend on the traffic, or do not arrive
  std::optional<UniformTraffic> uniform;  ///< nothing, too, when a route does not arrive, or packets have several ways
  std::string several_ways;               ///< why they have; empty: they have one
  std::optional<DeadlockFacts> deadlock;
};

/// Whether to find out about distances and routes is a matter of a second or two.
bool is_quickly_known(const network::Netlist& netlist);

/// Facts of two hosts or more; `bisection` in channels each way, if it is known. Nothing else when the rest would take
/// long.
NetworkFacts network_facts(const network::Netlist& netlist, std::optional<std::uint64_t> bisection = std::nullopt);

/// The facts as lines: what, and what about it.
std::vector<std::vector<std::string>> rows(const NetworkFacts& facts);

}  // namespace slackline::report
