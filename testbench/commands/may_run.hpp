// may_run: a network that is not proved to be free of deadlock does not run.
#pragma once

#include <optional>
#include <string>

#include "rtl_models/network/netlist.hpp"
#include "testbench/run/experiment.hpp"

namespace slackline::commands {

/// False: a network is not proved to be free of deadlock, and its experiment does not allow cycles. Reports it on the
/// error stream, after `name`: its file, or the point of a sweep.
bool may_run(const features::Experiment& experiment, const network::Netlist& netlist, bool show_progress,
             const std::string& name = "");

/// The network of an experiment that was read, with what its workloads need. Nothing: it is refused, and errors are added.
std::optional<network::Netlist> network_to_run(const features::ExperimentReading& reading, bool show_progress,
                                               settings::InputErrors& errors);

/// Printed after all that may not run: what to do. Returns the exit status.
int refuse_unproved();

}  // namespace slackline::commands
