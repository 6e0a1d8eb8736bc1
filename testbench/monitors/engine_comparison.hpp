// engine_comparison: both engines in one elaboration, every channel and every visited register compared after every edge.
#pragma once

#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"
#include "testbench/monitors/comparison.hpp"

namespace slackline::monitors {

/// Compares two engines of one netlist as they stand after `cycle`; adds to the counts and differences of `found`.
void compare_now(const network::SignalNetwork& signals, const network::Fabric& fabric, Cycle cycle, Comparison& found);

/// Builds both engines from each netlist and runs them all edge by edge to `end`, or to the first cycle with a difference.
/// Uses the SystemC kernel: once a process, inside sc_main. Throws std::invalid_argument when a netlist does not pass
/// `check`.
Comparison compare_engines(const std::vector<network::Netlist>& netlists, Cycle end,
                           network::Check check = network::Check::all);
Comparison compare_engines(const network::Netlist& netlist, Cycle end, network::Check check = network::Check::all);

}  // namespace slackline::monitors
