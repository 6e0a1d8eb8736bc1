// The bounds of an experiment's skew.
#pragma once

#include <optional>

#include "testbench/config/experiment.hpp"
#include "testbench/schedule/spanning_tree.hpp"
#include "testbench/synchronization/bounds.hpp"

namespace slackline::slot_tables {

/// Delays in cycles, as they are simulated.
synchronization::Delays delays_in_cycles(const config::Experiment& experiment);
/// In nanoseconds, as they were asked for.
synchronization::Delays delays_in_ns(const config::Experiment& experiment);

/// Nothing for a schedule of which no equation speaks: one from a file. `tree`: of a hierarchical one.
std::optional<synchronization::Bounds> bounds_of(const config::Experiment& experiment, const network::Netlist& netlist,
                                                 const std::optional<schedule::SpanningTree>& tree);

/// The largest difference of the clocks of two interfaces, as a share.
double drift_of(const network::HostInterfaces& interfaces);

}  // namespace slackline::slot_tables
