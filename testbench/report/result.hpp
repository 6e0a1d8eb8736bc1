// What a run leaves behind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/config/experiment.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/monitors/standstill.hpp"
#include "testbench/replay/answers.hpp"
#include "testbench/statistics/measurement.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "testbench/statistics/trunks.hpp"

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
  std::optional<monitors::Standstill> standstill;  ///< worms that will never move again
  // Of a trace that hosts have replayed:
  std::optional<replay::Answers> replay;
  std::vector<statistics::Trunk> trunks;  ///< the most utilised one first
  std::vector<std::string> rank_hosts;    ///< names, by rank
};

}  // namespace slackline::report
