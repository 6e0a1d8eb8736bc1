// measurement: a simulation of the study as an experiment, and what is measured on it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/run/experiment.hpp"
#include "testbench/studies/reproduction/study.hpp"
#include "testbench/studies/song2005/equations.hpp"

namespace slackline::song2005 {

constexpr std::uint64_t slot_flits = 2000;  ///< of Tables 3 and 4

/// What keeps the clocks of the network interfaces together.
enum class Protocol : std::uint8_t {
  fbs,      ///< SSS on one switch, HSS on a tree
  shift,    ///< the schedule of FM-QoS on one switch
  isotach,  ///< tokens
  none,
};

struct Run : reproduction::Run {
  Protocol protocol = Protocol::fbs;
  int k = 8, m = 2;  ///< full tree of m levels on switches of k ports; m = 2: one switch
  /// Instead of the tree: another network with links of one speed, on which HSS and all packets keep to a spanning tree.
  std::optional<features::TopologySettings> topology;
  Parameters p;
  unsigned cycles_per_character = 1;
  unsigned drift_ppm = 300;       ///< the largest difference between two clocks, which are drawn by the seed
  unsigned synchronizations = 1;  ///< the first one from random offsets below half a slot
  /// On one switch: clocks begin one after another, in an order that the seed draws, each later than the one before by two
  /// flits more than a buffer takes before it sends STOP. A clock that is ahead is stopped.
  bool begin_apart = false;
  /// At the interval of equation (11). Two hosts, drawn by the seed, differ by all of drift_ppm.
  bool in_intervals = false;
  std::uint64_t interval = 0;     ///< in intervals, slots; 0: that of the drain-corrected estimate
  bool from_offsets = false;      ///< in intervals: clocks begin below half a slot apart, and not equal
  bool longest_interval = false;  ///< in intervals, which are made longer until a skew passes half a slot
  features::ClockPause pause = features::ClockPause::hardware;
  bool with_application = false;  ///< a conflict-free schedule in the slots between synchronizations
  std::string costs = "free";     ///< of the firmware, a preset of nic.costs; the paper counts no time for it
  std::vector<features::FaultSettings> faults;  ///< with any, the end of the run is what is measured
  std::uint32_t worm_timeout = 0;               ///< of the switches, cycles
  std::uint64_t slot_flits = song2005::slot_flits;
};

/// The accuracy of Measurement::longest, as a share of it.
constexpr double longest_step = 0.01;

constexpr std::uint64_t tokens = 50;  ///< of an Isotach network

/// The experiment that `slackline run` would run. Throws std::runtime_error where no network fits the run.
features::Experiment experiment_of(const Run& run);

/// The end of a run with faults.
struct Ending {
  std::uint64_t missing = 0;     ///< packets of synchronizations that did not arrive ...
  std::uint64_t late = 0;        ///< ... or arrived after they were reported missing
  std::uint64_t silent = 0;      ///< hosts that did not reach the end of their last interval
  std::uint64_t rounds = 0;      ///< synchronizations after which two hosts or more reported their clocks
  std::uint64_t last_hosts = 0;  ///< that did so after the last of them ...
  double last_skew = 0;          ///< ... and their largest skew after it, in nanoseconds
  double ended = 0;              ///< when the run was over, in slots
  std::string stuck;             ///< who waits for ever: "switch0_p3_vc0: ..."; empty: nobody
};

template <class Visitor>
void visit(Ending& e, Visitor& v) {
  v("missing", e.missing);
  v("late", e.late);
  v("silent", e.silent);
  v("rounds", e.rounds);
  v("last_hosts", e.last_hosts);
  v("last_skew", e.last_skew);
  v("ended", e.ended);
  v("stuck", e.stuck);
}

struct Measurement {
  /// For each synchronization: when each host ended the schedule's last slot, in nanoseconds of the network's time. The
  /// skew of two hosts is the difference.
  std::vector<std::vector<double>> ended;
  /// Share of the time that no application can use. FBS: the synchronizations, including the time in which clocks are
  /// held. Tokens: the time that no packet of the application has used.
  double overhead = 0;
  double slots_taken = 0;      ///< the same in slots a synchronization
  std::uint64_t interval = 0;  ///< slots from one synchronization to the next
  double most_before = 0;      ///< the largest skew at the end of an interval, in slots
  double pause = 0;            ///< of firmware that pauses the clock: the longest time until it does, in nanoseconds
  /// Of Run::longest_interval: the longest one, in slots, at whose end no skew was more than half a slot. With one at most
  /// longest_step longer, some skew was. `ended` is then of its synchronizations.
  std::uint64_t longest = 0;
  std::uint64_t blocked_packets = 0;  ///< of the application, that others held up
  std::optional<Ending> ending;       ///< of a run with faults
};

template <class Visitor>
void visit(Measurement& m, Visitor& v) {
  v("ended", m.ended);
  v("overhead", m.overhead);
  v("slots_taken", m.slots_taken);
  v("interval", m.interval);
  v("most_before", m.most_before);
  v("pause", m.pause);
  v("longest", m.longest);
  v("blocked_packets", m.blocked_packets);
  v("ending", m.ending);
}

/// Checks that a synchronization takes its planned slots, and less than one more, in which clocks are held. At the printed
/// interval the slots alone make the printed overhead. A clock that is slower than the others makes slots and interval longer,
/// by far less than a hundredth.
inline std::vector<reproduction::Check> checks_of_overhead(const Measurement& m, int slots) {
  const double taken = m.overhead * static_cast<double>(m.interval);
  return {{taken, reproduction::at_least(0.99 * slots)}, {taken, reproduction::at_most(slots + 1)}};
}

using Measurements = reproduction::Measurements<Measurement>;

/// The largest skew of two hosts.
double greatest_skew(const std::vector<double>& ended);

/// Throws std::runtime_error with the reason when the run cannot be simulated, or fails without faults of its own.
Measurement measure(const Run& run, const reproduction::Simulate& simulate);

}  // namespace slackline::song2005
