// runs: the simulations of the study, and the names of their experiments.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbench/studies/sun2001/measurement.hpp"

namespace slackline::sun2001 {

using reproduction::Effort;

/// A network of figures 12 to 15.
struct Network {
  unsigned nodes = 0;        ///< of an irregular one: Run::nodes
  unsigned mesh = 0;         ///< the side of a mesh, where not 0
  std::string name() const;  ///< "irregular-300", "mesh-10"
  unsigned hosts() const { return mesh != 0 ? mesh * mesh : nodes; }
  /// The scheme with which the paper compares on this network.
  Scheme baseline() const { return mesh != 0 ? Scheme::x_y : Scheme::ordering; }
};

/// Of figures 12 and 14.
std::vector<Network> networks(Effort effort);
std::vector<unsigned> overheads();  ///< Ts
std::vector<unsigned> group_sizes(const Network& network, Effort effort);
std::vector<Scheme> schemes(const Network& network);
std::string experiment_of_size(const Network& network, Scheme scheme, unsigned overhead, unsigned members);

/// Figures 13 and 15: the members of a group, and those whose switches are congested.
struct Congestion {
  Network network;
  unsigned members, congested;
};
std::vector<Congestion> congestions(Effort effort);
/// Pairs of those with the same members, of which more are congested in the second. At this duration, in cycles, they have
/// more draws than others: the latency of a barrier after one congestion varies by a fifth and more.
std::vector<std::pair<Congestion, Congestion>> few_and_many(Effort effort);
inline constexpr std::uint64_t duration_of_numbers = 1000;
inline constexpr unsigned draws_of_numbers = 96;
/// The draws at the shortest and the longest duration, which claims compare.
inline constexpr unsigned draws_of_ends = 24;
std::vector<std::uint64_t> durations(Effort effort, unsigned overhead);  ///< cycles; fewer of them with a longer Ts
std::string experiment_of_congestion(const Congestion& congestion, Scheme scheme, unsigned overhead,
                                     std::uint64_t duration);
/// Data in flits per cycle and host: the load of a congestion, and one at which hardly a worm waits without congestion.
inline constexpr double load_of_congestion = 0.02, light_load = 0.005;
/// The shortest congestion with the light load.
std::string experiment_of_light_load(const Congestion& congestion, Scheme scheme, unsigned overhead);

/// Beyond the paper: data worms on an irregular network, and a group of a fifth of the hosts.
struct Loaded {
  Network network;
  unsigned overhead;          ///< Ts
  std::vector<double> loads;  ///< flits per cycle and host, ascending
  unsigned rounds;
  std::string name() const;  ///< "irregular-300, Ts = 100"
};
/// Variations are of the first one.
std::vector<Loaded> loaded(Effort effort);
std::string experiment_of_load(const Loaded& loaded, Scheme scheme, double load);
/// Data in the same window with the barriers of a scheme, or none.
std::string experiment_of_data(const Loaded& loaded, Scheme scheme, double load);

/// Sensitivity of architecture I, at the highest load.
struct Variation {
  std::string experiment;  ///< "hold-8"
  std::string what;        ///< "T = 8 cycles"
  unsigned hold = 32, virtual_channels = 4, packet_flits = 40;
};
std::vector<Variation> variations();

std::vector<Run> runs(Effort effort);

}  // namespace slackline::sun2001
