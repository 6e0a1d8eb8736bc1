// deadlock_waves: the waveforms of how a deadlock came about. Runs are the same each time, so it is run again, and
// written when it is known what is worth looking at: runs without a deadlock pay nothing.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/config/experiment.hpp"
#include "testbench/monitors/standstill.hpp"

namespace slackline::simulation {

/// Writes deadlock.vcd and what belongs to it into `folder`: 500 cycles before and behind the one in which the deadlock
/// was complete, of the switches it is in, 64 of them at most, and of its channels. Returns the names of the files;
/// none when `go_on`, asked now and then, has ended it, or when they cannot be written, which is said.
std::vector<std::string> write_deadlock_waves(const config::Experiment& experiment, const network::Netlist& netlist,
                                              const monitors::Standstill& standstill, const std::string& folder,
                                              const std::function<bool()>& go_on, std::ostream& says);

}  // namespace slackline::simulation
