// What a run leaves behind.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/config/experiment.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/statistics/measurement.hpp"
#include "testbench/statistics/run_totals.hpp"

namespace slackline::report {

enum class Status : std::uint8_t {
  complete,
  partial,  ///< interrupted: the totals are those of the cycles that were run
  faulty,   ///< a check of the simulated network failed
};
const char* to_string(Status status);

/// The result: the same for equal experiments, whatever ran them. result.json.
struct Result {
  config::Experiment experiment;
  config::Derived derived;
  std::uint64_t switches = 0, channels = 0;
  statistics::RunTotals totals;
  statistics::Verdict verdict;
  Status status = Status::complete;
};

/// How it came about: different in every run. manifest.json.
struct Manifest {
  std::string version;             ///< of Slackline
  std::string configuration_file;  ///< as it was named
  config::Engine engine = config::Engine::fabric;
  std::uint64_t seed = 0;
  std::uint64_t cycles = 0;
  double wall_seconds = 0;
  std::vector<std::string> files;  ///< of the results folder, this one included

  double cycles_per_second() const { return wall_seconds > 0 ? static_cast<double>(cycles) / wall_seconds : 0; }
};

/// The version of this build.
std::string version();

}  // namespace slackline::report
