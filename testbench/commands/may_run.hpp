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

/// The network of an experiment, with what its firmware needs. Nothing: it cannot be built; the error stream has the
/// reason, after `name`.
std::optional<network::Netlist> network_to_run(const features::Experiment& experiment, bool show_progress,
                                               const std::string& name = "");

/// Printed after all that may not run: what to do. Returns the exit status.
int refuse_unproved();

}  // namespace slackline::commands
