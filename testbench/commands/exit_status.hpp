// What the command says to the shell.
#pragma once

#include "testbench/monitors/comparison.hpp"
#include "testbench/statistics/run_totals.hpp"

namespace slackline::commands {

enum ExitStatus {
  done = 0,
  broken = 1,  ///< the machine failed us: no memory, no space left, or a fault of our own
  wrong_input = 2,
  network_fault = 3,  ///< a check of the simulated network failed, or the engines differ
  interrupted = 130,
};

/// Of a run: an interruption goes before a fault, because then the results are partial.
inline ExitStatus status_of(const statistics::RunTotals& totals, bool finished) {
  if (!finished) return interrupted;
  return totals.faulty() ? network_fault : done;
}

inline ExitStatus status_of(const monitors::Comparison& comparison) {
  return comparison.equal() ? done : network_fault;
}

}  // namespace slackline::commands
