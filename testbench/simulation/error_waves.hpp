// error_waves: the waveforms of how an error happened. Runs are the same each time, so it is run again, and written
// when it is known what is worth looking at: runs without an error pay nothing.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/simulation/simulation.hpp"

namespace slackline::simulation {

/// Asked now and then: false ends the second run.
using GoOn = std::function<bool()>;

/// Waveforms written of an error.
struct ErrorWaves {
  std::vector<std::string> files;       ///< their names in the folder, the dump first; none: nothing has been written
  std::vector<std::string> unfinished;  ///< what there is in the folder instead: they could not be written completely
  std::string of;                       ///< "the deadlock of cycle 746"
};

/// Writes 1000 cycles of a run with errors into `folder`:
///
///   deadlock.vcd   of a deadlock: 500 cycles before and after the one in which it was complete, of the switches it is
///                  in, 64 of them at most, and of its channels
///   error.vcd      of anything else: 500 cycles before and after the one in which the first error was counted; when
///                  none was, because it shows at the end only, the last 1000. Of everything in a network of up to 64
///                  switches; in a larger one, of what reports an error
///
/// and the files that belong to it. Nothing when `go_on` ended it, or when they cannot be written, which is reported.
ErrorWaves write_error_waves(const features::Experiment& experiment, const network::Netlist& netlist,
                             const Outcome& outcome, const std::string& folder, const GoOn& go_on, std::ostream& says);

/// Writes the waves of the experiment, as for a trigger that fired in the cycle in which the deadlock was
/// complete. False when that failed, which is reported.
bool write_waves_of_deadlock(const features::Experiment& experiment, const network::Netlist& netlist,
                             const monitors::Standstill& deadlock, const GoOn& go_on, std::ostream& says);

}  // namespace slackline::simulation
