// engine_comparison: both engines in one elaboration, every channel and every visited register compared after every
// edge. In each of them the values that are derived from registers are recomputed.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"
#include "testbench/monitors/comparison.hpp"

namespace slackline::monitors {

/// The registers and counters of one core in both engines. Kept from core to core and from cycle to cycle for the memory
/// they hold.
struct Snapshots {
  RegisterSnapshot signal, fabric;
};

/// Compares two engines of one netlist in their states after `cycle`; adds to the counts, differences and stale values of
/// `found`.
void compare_now(const network::SignalNetwork& signals, const network::Fabric& fabric, Cycle cycle,
                 Snapshots& snapshots, Comparison& found);

/// The last look at a fabric when all has been compared: its netlist and its state.
using Inspect = std::function<void(std::size_t, const network::Fabric&)>;

/// Whether a fabric has done what it is run for.
using IsOver = std::function<bool(const network::Fabric&)>;

/// Builds both engines from each netlist and runs them all to `end`; each network is compared after every edge, or after
/// every `cycles_between` of them, up to its first difference, or until it is over, where that is asked: from time to
/// time. Where frames move whole, a second fabric is compared at random distances besides. One comparison a netlist. Uses the SystemC kernel: once a process, inside sc_main.
/// Throws std::invalid_argument when a netlist does not pass `check`.
std::vector<Comparison> compare_engines(const std::vector<network::Netlist>& netlists, Cycle end,
                                        network::Check check = network::Check::all, const Inspect& inspect = {},
                                        const IsOver& is_over = {}, std::uint64_t cycles_between = 1);
Comparison compare_engines(const network::Netlist& netlist, Cycle end, network::Check check = network::Check::all);

}  // namespace slackline::monitors
