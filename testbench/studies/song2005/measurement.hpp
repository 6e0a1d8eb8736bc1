// measurement: what a simulation of the study is asked, and what it answers. Each is a job of the process pool; how it is
// simulated the caller says.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

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
  Parameters p;
  unsigned cycles_per_character = 1;
  unsigned drift_ppm = 300;       ///< the largest difference between two clocks; they are drawn by the seed
  unsigned synchronizations = 1;  ///< the first one from random offsets below half a slot
  bool with_application = false;  ///< a conflict-free schedule in the slots between
  std::uint64_t seed = 1;
};
std::string name_of(const Run& run);  ///< "sss-8, seed 3"

struct Measurement {
  /// For each synchronization: when each host has ended the schedule's last slot, in nanoseconds of the network's time.
  /// The skew of two hosts is the difference.
  std::vector<std::vector<double>> ended;
  std::uint64_t slots = 0, slots_for_protocol = 0;  ///< of all hosts together; those that no application could use
  std::uint64_t application_packets = 0, blocked_packets = 0;
  std::optional<std::uint64_t> first_blocked_slot;  ///< of an application's packet that another one held up
};

/// The greatest skew of two hosts.
double greatest_skew(const std::vector<double>& ended);

/// How a measurement travels from the process that made it. decode() throws for anything else.
std::string encode(const Measurement& measurement);
Measurement decode(const std::string& bytes);

/// Of all runs; by experiment, in the order of the seeds.
struct Measurements {
  std::map<std::string, std::vector<Measurement>> of;
  std::vector<std::string> failures;  ///< runs that crashed, and why
  bool finished = true;               ///< false: interrupted

  /// nullptr: the experiment was not simulated.
  const std::vector<Measurement>* find(const std::string& experiment) const;
};

using Simulator = std::function<Measurement(const Run&)>;

struct Watch {
  std::function<void(std::size_t done)> progress;
  std::function<bool()> go_on;
};

/// Without a simulator nothing is simulated. Forks: no threads and no SystemC objects before it.
Measurements measure(const std::vector<Run>& runs, const Simulator& simulate, unsigned at_once,
                     const Watch& watch = {});

}  // namespace slackline::song2005
