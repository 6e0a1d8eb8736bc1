// measurement: what a simulation of the study is asked, and what it answers. Each is a job of the process pool; how it is
// simulated the caller says.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/config/experiment.hpp"
#include "testbench/studies/reproduction/measure.hpp"
#include "testbench/studies/song2005/parameters.hpp"

namespace slackline::song2005 {

/// What keeps the clocks of the network interfaces together.
enum class Protocol : std::uint8_t {
  fbs,      ///< SSS on one switch, HSS on a tree
  shift,    ///< the schedule of FM-QoS on one switch
  isotach,  ///< tokens
  none,
};

struct Run {
  std::string experiment;  ///< "sss-8": what claims ask for; runs of one experiment differ in their seeds
  Protocol protocol = Protocol::fbs;
  int k = 8, m = 2;  ///< full tree of m levels on switches of k ports; m = 2: one switch
  /// Another network instead: HSS along a spanning tree, to which all packets keep; links are all as fast.
  std::optional<config::TopologySettings> topology;
  Parameters p;
  unsigned cycles_per_character = 1;
  unsigned drift_ppm = 300;       ///< the largest difference between two clocks; they are drawn by the seed
  unsigned synchronizations = 1;  ///< the first one from random offsets below half a slot
  bool in_intervals = false;      ///< as often as equation (11) says, from clocks that begin alike
  bool with_application = false;  ///< a conflict-free schedule in the slots between
  std::string costs = "free";     ///< of the firmware, a preset of nic.costs; the paper counts no time for it
  std::vector<config::FaultSettings> faults;  ///< with any: how the run ends is the answer
  std::uint64_t seed = 1;
};
std::string name_of(const Run& run);  ///< "sss-8, seed 3"

/// How a run with faults has ended.
struct Ending {
  std::uint64_t missing = 0;     ///< packets of synchronizations that have not come, ...
  std::uint64_t late = 0;        ///< ... or when they had been missed
  std::uint64_t silent = 0;      ///< hosts that have not come to the end of their last interval
  std::uint64_t rounds = 0;      ///< synchronizations behind which two hosts or more have told of their clocks
  std::uint64_t last_hosts = 0;  ///< that have told of the last of them ...
  double last_skew = 0;          ///< ... and their greatest skew behind it, in nanoseconds
  double ended = 0;              ///< when the run was over, in slots
  std::string stuck;             ///< who waits for ever: "switch0_p3_vc0: ..."; empty: nobody
};

struct Measurement {
  /// For each synchronization: when each host has ended the schedule's last slot, in nanoseconds of the network's time.
  /// The skew of two hosts is the difference.
  std::vector<std::vector<double>> ended;
  /// Share of the time that no application could use: of FBS from the begin of a synchronization to its end, with the
  /// time in which clocks are held; of tokens what no packet of the application has used.
  double overhead = 0;
  double slots_taken = 0;      ///< of that, in slots a synchronization
  std::uint64_t interval = 0;  ///< slots from one synchronization to the next
  double most_before = 0;      ///< the greatest skew that an interval has come to, in slots
  std::uint64_t application_packets = 0, blocked_packets = 0;
  std::optional<std::uint64_t> first_blocked_slot;  ///< of an application's packet that another one held up
  std::optional<Ending> ending;                     ///< of a run with faults
};

/// The greatest skew of two hosts.
double greatest_skew(const std::vector<double>& ended);

/// How a measurement travels from the process that made it. decode() throws for anything else.
std::string encode(const Measurement& measurement);
Measurement decode(const std::string& bytes);

using Measurements = reproduction::Measurements<Measurement>;
using Simulator = std::function<Measurement(const Run&)>;
using reproduction::Watch;

/// Without a simulator nothing is simulated. Forks: no threads and no SystemC objects before it.
Measurements measure(const std::vector<Run>& runs, const Simulator& simulate, unsigned at_once,
                     const Watch& watch = {});

}  // namespace slackline::song2005
