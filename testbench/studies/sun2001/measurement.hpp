// measurement: what a simulation of the study is asked, and what it answers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/studies/reproduction/measure.hpp"

namespace slackline::sun2001 {

enum class Scheme : std::uint8_t {
  I,  ///< trees that messages build, in the three architectures
  II,
  III,
  ordering,  ///< Sivaram, Stunkel and Panda: planned on one tree over all switches, waiting, reliable, acknowledged
  x_y,       ///< Yang and King: planned on the X-Y ways of a mesh, waiting
  path,      ///< Panda: worms with many destinations, planned on the ways to the centre, waiting
  star,      ///< all members to the centre, the centre to each of them
  none,      ///< no barriers: data alone
};
const char* to_string(Scheme scheme);

/// Barriers of one group.
struct Run {
  std::string experiment;  ///< "fig12-I-300-100-60": what claims ask for; runs of one experiment differ in their seeds
  Scheme scheme = Scheme::I;
  unsigned nodes = 300;  ///< of a random network, three links between switches and a host each ...
  unsigned mesh = 0;     ///< ... or of a mesh of so many by so many, where not 0
  unsigned members = 60;
  unsigned overhead = 100;  ///< Ts, cycles
  unsigned rounds = 5;      ///< the first builds the tree
  double load = 0;          ///< of data, flits per cycle and host
  unsigned packet_flits = 40;
  unsigned virtual_channels = 4;
  unsigned hold = 32;          ///< T, cycles
  unsigned congested = 0;      ///< members whose switches pass no data on when the second barrier begins, ...
  std::uint64_t duration = 0;  ///< ... for so many cycles
  std::uint64_t window = 0;    ///< not 0: data are measured for so many cycles behind a warm-up, barriers or not
  std::uint64_t seed = 1;      ///< of network, group and data
};
std::string name_of(const Run& run);  ///< "fig12-I-300-100-60, seed 3"

/// Cycles, from the last member's entering to the last one's leaving.
struct Measurement {
  std::uint64_t first = 0;           ///< of the first barrier
  std::vector<std::uint64_t> later;  ///< of those behind it
  double bound =
      0;  ///< of one of those, as theorem 2 with what it leaves out has it; 0: there is none, or none was asked for
  std::uint64_t hops = 0;  ///< between switches, up and down, on the longest way of the tree
  std::uint64_t cuts = 0, padding_flits = 0, barrier_flits = 0;
  double accepted = 0;        ///< data, flits per cycle and host
  double latency = 0;         ///< of packets, mean; 0: none has arrived
  std::uint64_t packets = 0;  ///< that have arrived, whole and in order: all of them are checked

  double mean_later() const;
};

std::string encode(const Measurement& measurement);
/// Throws for anything else.
Measurement decode(const std::string& bytes);

using Measurements = reproduction::Measurements<Measurement>;
using Simulator = std::function<Measurement(const Run&)>;

Measurements measure(const std::vector<Run>& runs, const Simulator& simulate, unsigned at_once,
                     const reproduction::Watch& watch = {});

}  // namespace slackline::sun2001
