// Exit status of the command.
#pragma once

#include "testbench/monitors/comparison.hpp"
#include "testbench/statistics/measurement.hpp"
#include "testbench/statistics/run_totals.hpp"

namespace slackline::commands {

enum ExitStatus {
  done = 0,
  broken = 1,  ///< the machine failed us: no memory, no space left, or an error of our own
  bad_input = 2,
  network_error = 3,  ///< a check of the simulated network failed, or the engines differ
  not_converged = 4,  ///< a run has ended before its workloads, or without the relative error that was asked for
  interrupted = 130,
};

/// Exit status of a run. An interruption comes before an error, because the results are then partial, and an error
/// before all else.
inline ExitStatus status_of(const statistics::RunTotals& totals, const statistics::Verdict& verdict, bool finished) {
  if (!finished) return interrupted;
  if (totals.failed()) return network_error;
  return verdict.converged.value_or(true) ? done : not_converged;
}

inline ExitStatus status_of(const monitors::Comparison& comparison) {
  return comparison.equal() ? done : network_error;
}

}  // namespace slackline::commands
