// measurement: a simulation of the study as an experiment, and what is measured on it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/run/experiment.hpp"
#include "testbench/studies/reproduction/study.hpp"

namespace slackline::sun2001 {

enum class Scheme : std::uint8_t {
  I,  ///< trees that messages build, in the three architectures
  II,
  III,
  ordering,  ///< the strongest reading of Sivaram, Stunkel and Panda: planned on one tree over all switches, waiting,
             ///< reliable, acknowledged
  x_y,       ///< Yang and King: planned on the X-Y ways of a mesh, waiting
  path,      ///< Panda: worms with several destinations, planned on the ways to the centre, waiting
  switch_ordering,  ///< Sivaram, Stunkel and Panda with the ordering of the paper's reference [11]: a binomial tree of messages
                    ///< between members, which are ordered switch by switch, and combine in hardware; waiting
  software_ordering,  ///< the same, but members combine in software, at Ts a message
  number_ordering,    ///< that of switch_ordering, but its members are in the order of their numbers
  star,               ///< each member to the centre, and the centre to each member
  dissemination,      ///< packets between the firmware of members, in steps; handlers take Ts
  none,               ///< no barriers: data alone
};
const char* to_string(Scheme scheme);

/// Barriers of one group. The seed is that of network, group and data.
struct Run : reproduction::Run {
  Scheme scheme = Scheme::I;
  unsigned nodes = 300;  ///< switches of a random network, with three links and a host each ...
  unsigned mesh = 0;     ///< ... or the side of a mesh, where not 0
  unsigned members = 60;
  unsigned overhead = 100;  ///< Ts, cycles
  unsigned rounds = 5;      ///< the first builds the tree
  unsigned period = 0;      ///< cycles from the entry into one barrier to that into the next; 0: one after the other
  double load = 0;          ///< of data, flits per cycle and host
  unsigned packet_flits = 40;
  unsigned virtual_channels = 4;
  unsigned hold = 32;      ///< T, cycles
  unsigned congested = 0;  ///< members whose switches forward nothing from the messages of the second barrier on ...
  std::uint64_t duration = 0;  ///< ... for so many cycles: worms hold all channels of their outputs, ...
  double moving = 0.8;         ///< ... each of which moves with this probability, 1 - pf of the paper
  bool medoid = false;         ///< the centre is the member with the smallest sum of distances, not the lowest one
  unsigned slower = 0;         ///< cycles more in each barrier unit, which serves one message after another
  unsigned farther = 0;        ///< cycles more on each link
  unsigned buffer = 0;         ///< of barrier units, at inputs and outputs, messages; 0: that of the preset
  std::uint64_t window = 0;  ///< not 0: data are measured for so many cycles after a warm-up, with or without barriers
};

/// The largest buffer of a barrier unit, messages.
constexpr unsigned most_buffered = 64;

/// The period with a congestion, so that all members enter the second barrier together: longer than the first takes anywhere.
constexpr unsigned period_with_congestion = 30'000;

/// The time of a message over a hop with a free channel, cycles: link 2, crossbars 2, barrier unit 2. The paper's Tb is 16.
constexpr double hop_cycles = 6;

/// Cycles of a run in a window. Barriers begin when the load has filled the network, and the window after barriers have begun.
constexpr std::uint64_t barriers_with_load = 2000, window_begins = 5000;

/// The experiment that `slackline run` would run, except for its congestion: congested() adds that.
features::Experiment experiment_of(const Run& run);
/// The switches of some members forward nothing from cycle `from` to `to` (section 4.2): worms that faults place hold all
/// channels of their outputs.
features::Experiment congested(features::Experiment experiment, const Run& run, std::uint64_t from, std::uint64_t to);

/// Cycles, from the last member's entry to the last one's leave.
struct Measurement {
  std::uint64_t first = 0;           ///< of the first barrier
  std::vector<std::uint64_t> later;  ///< of the others
  double bound = 0;                  ///< of one of those, theorem 2 with what it leaves out; 0: there is none
  std::uint64_t hops = 0;  ///< between switches, up and down, on the longest way of the tree; see hops_with_hosts()
  double reached = 0;      ///< members that the tree in the switches' tables reaches once, %
  std::uint64_t cuts = 0, padding_flits = 0, barrier_flits = 0;
  double accepted = 0;        ///< data, flits per cycle and host
  double latency = 0;         ///< of packets, mean; 0: none arrived
  std::uint64_t packets = 0;  ///< that arrived; each is checked to be whole and in order

  double mean_later() const;
};

template <class Visitor>
void visit(Measurement& m, Visitor& v) {
  v("first", m.first);
  v("later", m.later);
  v("bound", m.bound);
  v("hops", m.hops);
  v("reached", m.reached);
  v("cuts", m.cuts);
  v("padding_flits", m.padding_flits);
  v("barrier_flits", m.barrier_flits);
  v("accepted", m.accepted);
  v("latency", m.latency);
  v("packets", m.packets);
}

inline double first_of(const Measurement& m) { return static_cast<double>(m.first); }
inline double later_of(const Measurement& m) { return m.mean_later(); }
inline double hops_of(const Measurement& m) { return static_cast<double>(m.hops); }
inline double reached_of(const Measurement& m) { return m.reached; }
inline double cuts_of(const Measurement& m) { return static_cast<double>(m.cuts); }
inline double padding_of(const Measurement& m) { return static_cast<double>(m.padding_flits); }
inline double accepted_of(const Measurement& m) { return m.accepted; }
inline double packet_latency_of(const Measurement& m) { return m.latency; }

/// 2 max D of theorem 2: with the link between host and switch at either end of the way.
inline double hops_with_hosts(const Measurement& m) { return hops_of(m) + 2; }

using Measurements = reproduction::Measurements<Measurement>;

/// Throws std::runtime_error with the reason when the run cannot be simulated, when a barrier does not complete, or when
/// a check fails: a member left early, or a packet is not as it was sent.
Measurement measure(const Run& run, const reproduction::Simulate& simulate);

}  // namespace slackline::sun2001
