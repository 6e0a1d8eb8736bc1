// estimates: how far apart the clocks of an experiment may be after a synchronization, by the equations of bounds.hpp.
#pragma once

#include <optional>

#include "rtl_models/network/netlist.hpp"
#include "testbench/schedule/schedule.hpp"
#include "testbench/schedule/spanning_tree.hpp"
#include "testbench/settings/values.hpp"
#include "testbench/workloads/synchronization/bounds.hpp"

namespace slackline::slot_tables {

/// Delays in cycles, as they are simulated.
synchronization::Delays delays_in_cycles(const settings::Values& experiment, const network::Netlist& netlist);
/// In nanoseconds, as they were asked for.
synchronization::Delays delays_in_ns(const settings::Values& experiment, const network::Netlist& netlist);

/// Those of a schedule on a network: equations (6) and (7), along its chains. Nothing: packets have more than one way,
/// or a pair is not ordered.
std::optional<synchronization::Estimates> estimates_along_chains(const settings::Values& experiment,
                                                                 const network::Netlist& netlist,
                                                                 const schedule::Schedule& schedule);

/// Equation (8) or (10); of a schedule from a file, or of sss and shift on several switches, along its chains, which may
/// be nothing. `tree`: of a hierarchical one.
std::optional<synchronization::Estimates> estimates_of(const settings::Values& experiment,
                                                       const network::Netlist& netlist,
                                                       const std::optional<schedule::SpanningTree>& tree);

/// The largest difference of the clocks of two interfaces, as a share.
double drift_of(const network::HostInterfaces& interfaces);

}  // namespace slackline::slot_tables
