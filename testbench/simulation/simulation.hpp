// simulation: an experiment run on the engine that it asks for, from the first cycle to the verdict. Measurements and the
// end of a run depend on the model alone: except for `look`, the hooks only watch.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/monitors/standstill.hpp"
#include "testbench/report/result.hpp"
#include "testbench/run/experiment.hpp"

namespace slackline::monitors {
class PacketLog;
}
namespace slackline::network {
class Fabric;
}
namespace slackline::tracing {
class Waves;
}

namespace slackline::simulation {

/// Callbacks of the caller. Each may be left out.
struct Hooks {
  std::function<void()> built;  ///< the engine is built, the first cycle is next
  /// Asked about ten times a second: false ends the run here.
  std::function<bool()> go_on;
  /// Called as often: the cycle, the most there will be, and what is done besides simulating ("warming up").
  std::function<void(std::uint64_t cycle, std::uint64_t most, const char* state)> progress;
  tracing::Waves* waves = nullptr;
  monitors::PacketLog* packets = nullptr;
  /// The run is over, and the engine still exists. `whole`: go_on did not end it.
  std::function<void(bool whole)> over;
  /// The same, with the engine, if it is the fabric.
  std::function<void(const network::Fabric& fabric)> fabric_over;
  /// Cycles between two looks at whether barriers are over. Data are counted until the last one.
  std::uint64_t look = 256;
};

struct Outcome {
  statistics::RunTotals totals;
  statistics::Verdict verdict;
  bool finished = false;  ///< not ended by go_on, nothing is stuck or in vain, and no firmware failed
  bool halted = false;    ///< firmware failed
  /// Worms found by the watchdog that will never move again.
  std::optional<monitors::Standstill> standstill;
  /// The cycle of the last completion, where there will be no other though messages are open.
  std::optional<Cycle> nothing_since;
  /// A cycle before the first error was counted, less than about a tenth of a second of simulating before; nothing: none
  /// was, but at the end.
  std::optional<Cycle> before_first_error;
  std::vector<std::shared_ptr<const present::Section>> sections;  ///< of workloads
  double seconds = 0;                                             ///< of wall time, without building the engine

  bool interrupted() const { return !finished && !standstill && !halted && !nothing_since; }
};

/// Runs `experiment`, whose network is `netlist`. The signal engine can be run once a process, inside sc_main: the second time
/// throws std::logic_error.
Outcome simulate(const features::Experiment& experiment, network::Netlist netlist, const Hooks& hooks = {});

/// The report of it. `netlist` as given to simulate().
report::Result result_of(const features::Experiment& experiment, const network::Netlist& netlist, Outcome outcome);

/// All of it: builds the network of an experiment, runs it, and reports. Throws std::runtime_error where the network is
/// refused, as where no schedule of slots fits it.
report::Result run(const features::Experiment& experiment, const Hooks& hooks = {});

}  // namespace slackline::simulation
