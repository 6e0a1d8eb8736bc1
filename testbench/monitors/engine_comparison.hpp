// engine_comparison: both engines in one elaboration, every channel and every visited register compared after every edge.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"

namespace slackline::monitors {

/// One register or wire that differs.
struct Difference {
  Cycle cycle;
  std::string what;  ///< "switch3.input[2].count", "link_switch0_p3_to_host7.flit"
  std::uint64_t signal = 0, fabric = 0;
};

/// What has been compared, over all networks of a run.
struct Comparison {
  std::uint64_t cycles = 0;     ///< cycles compared
  std::uint64_t channels = 0;   ///< channels compared in each (flit on every stage, STOP)
  std::uint64_t registers = 0;  ///< registers compared in each
  std::uint64_t flits_delivered = 0;
  std::vector<Difference> differences;  ///< of the first cycle that has any

  bool equal() const { return differences.empty(); }
};

/// Compares two engines of one netlist as they stand after `cycle`; adds to the counts and differences of `found`.
void compare_now(const network::SignalNetwork& signals, const network::Fabric& fabric, Cycle cycle, Comparison& found);

/// Builds both engines from each netlist and runs them all edge by edge to `end`, or to the first cycle with a difference.
/// Uses the SystemC kernel: once a process, inside sc_main. Throws std::invalid_argument when a netlist does not pass
/// `check`.
Comparison compare_engines(const std::vector<network::Netlist>& netlists, Cycle end,
                           network::Check check = network::Check::all);
Comparison compare_engines(const network::Netlist& netlist, Cycle end, network::Check check = network::Check::all);

}  // namespace slackline::monitors
