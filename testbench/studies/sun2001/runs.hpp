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
  /// The scheme with which the paper compares on this network, as it is read here.
  Scheme baseline() const { return mesh != 0 ? Scheme::x_y : Scheme::switch_ordering; }
  /// That on a tree of switches which is planned, to which equation (4) applies. On irregular networks it is ours.
  Scheme planned() const { return mesh != 0 ? Scheme::x_y : Scheme::ordering; }
  /// Both of these: the schemes whose messages wait.
  std::vector<Scheme> waiting() const;
};

/// Of figures 12 and 14.
std::vector<Network> networks(Effort effort);
std::vector<unsigned> overheads();  ///< Ts
std::vector<unsigned> group_sizes(const Network& network, Effort effort);
std::vector<Scheme> schemes(const Network& network);
std::string experiment_of_size(const Network& network, Scheme scheme, unsigned overhead, unsigned members);

/// The variants of architecture I for claim (a).
enum class Variant : std::uint8_t {
  none,
  medoid,  ///< the centre is the member in the middle of the others
  slow,  ///< a hop takes the 16 cycles of Tb, not 6: 10 more in the barrier unit, where a message keeps a place of its queue
  far,  ///< the same, but 10 more on the link, on which messages follow one another
  medoid_far,
};
inline constexpr Variant variants[] = {Variant::medoid, Variant::slow, Variant::far, Variant::medoid_far};
inline constexpr Variant all_variants[] = {Variant::none, Variant::medoid, Variant::slow, Variant::far,
                                           Variant::medoid_far};
/// "hops of 16 cycles, of which 12 on the link", in the words of pages.
const char* what(Variant variant);
const char* to_string(Variant variant);  ///< "far"
std::string experiment_of_variant(const Network& network, Variant variant, unsigned overhead, unsigned members);
/// I with a group of two: its tree has no branches.
std::string experiment_of_pair(const Network& network, unsigned overhead);
/// Saturation, claim (d): buffers that hold a single message, and the largest, over the size of the group.
inline constexpr unsigned buffers_of_saturation[] = {1, most_buffered};
/// I; those read as the scheme in [4]; and the first of these without its order of members.
inline constexpr Scheme schemes_of_saturation[] = {Scheme::I, Scheme::switch_ordering, Scheme::ordering,
                                                   Scheme::number_ordering};
/// The size of the group beyond which the paper's scheme saturates, 720 of 1,200, and that of all hosts.
std::vector<unsigned> sizes_of_saturation(const Network& network);
std::string experiment_of_buffer(const Network& network, Scheme scheme, unsigned messages, unsigned members);
/// The draws of a point of figures 12 and 14.
unsigned draws_of_sizes(Effort effort);

/// Figures 13 and 15: the members of a group, and those whose switches are congested.
struct Congestion {
  Network network;
  unsigned members, congested;
};
std::vector<Congestion> congestions(Effort effort);
/// Their networks, each once.
std::vector<Network> congested_networks(Effort effort);
/// A group of two, both congested. On the way up and down two channels between switches are held, at any distance: from one
/// member's switch, and from the other's on the way back.
inline Congestion congested_pair(const Network& network) { return {network, 2, 2}; }
constexpr unsigned held_channels_of_pair = 2;
/// Congestions of the same members, of which more are congested in the second. Those that are not among the others are run
/// at the longest duration alone.
std::vector<std::pair<Congestion, Congestion>> few_and_many(Effort effort);
/// The schemes that congestion is simulated with.
std::vector<Scheme> congested_schemes(const Network& network);
unsigned draws_of_congestion(Effort effort);
/// Cycles, ascending; fewer of them with a longer Ts. The schemes are also simulated without a congestion: 0.
std::vector<std::uint64_t> durations(Effort effort, unsigned overhead);
/// Virtual channels with which congestion is simulated: those of the preset, and as many as a switch may have.
inline constexpr unsigned channels_of_congestion[] = {4, 15};
inline constexpr double moving_of_paper = 0.8;  ///< 1 - pf
std::string experiment_of_congestion(const Congestion& congestion, Scheme scheme, unsigned overhead,
                                     std::uint64_t duration, unsigned channels = channels_of_congestion[0],
                                     double moving = moving_of_paper);
/// Shares of worms that move, of architecture III in the first congestion at the longest duration.
std::vector<double> moving_shares(Effort effort);

/// The schemes that are run next to data worms.
inline constexpr Scheme schemes_with_data[] = {Scheme::I, Scheme::II, Scheme::III, Scheme::ordering};
/// Beyond the paper: data worms on an irregular network, and a group of a fifth of the hosts.
struct Loaded {
  Network network;
  unsigned overhead;          ///< Ts
  std::vector<double> loads;  ///< flits per cycle and host, ascending, up to at most 0.8 of what is accepted
  unsigned rounds;
  std::string name() const;  ///< "irregular-300, Ts = 100"
};
/// Variations are of the first one.
std::vector<Loaded> loaded(Effort effort);
std::string experiment_of_load(const Loaded& loaded, Scheme scheme, double load);
/// Data in the same window with the barriers of a scheme, or none.
std::string experiment_of_data(const Loaded& loaded, Scheme scheme, double load);

/// Data at half as much again as the network accepts with the channels of the preset, over the number of these.
inline constexpr unsigned channels_of_saturated[] = {1, 2, 4};
inline constexpr std::uint64_t window_of_data = 10'000;  ///< cycles
double saturating_load(Effort effort);
std::string experiment_of_saturated(const Loaded& loaded, Scheme scheme, unsigned channels);

/// Sensitivity of architecture I, at the highest load.
struct Variation {
  std::string experiment;  ///< "hold-8"
  std::string what;        ///< "T = 8 cycles"
  unsigned hold = 32, virtual_channels = 4, packet_flits = 40;
};
std::vector<Variation> variations();

std::vector<Run> runs(Effort effort);

}  // namespace slackline::sun2001
