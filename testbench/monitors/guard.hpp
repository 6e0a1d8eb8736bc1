// guard: the watchdog of a run, and when it looks.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/monitors/watchdog.hpp"
#include "testbench/statistics/instance_fault.hpp"

namespace slackline::monitors {

struct Guard {
  Watchdog watchdog;
  std::uint64_t interval;  ///< cycles; 0: never
  Cycle next_look;
  std::vector<Stall> stalls;

  Guard(const network::Netlist& netlist, std::uint64_t cycles)
      : watchdog(netlist), interval(cycles), next_look(cycles == 0 ? never : Cycle(cycles)) {}

  template <class Engine>
  void look(const Engine& engine) {
    if (engine.now() != next_look) return;
    stalls = watchdog.look(engine);
    next_look = next_look + interval;
  }

  /// What is stuck, as reports name it.
  std::vector<statistics::InstanceFault> faults() const {
    std::vector<statistics::InstanceFault> faults;
    for (const Stall& stall : stalls) faults.push_back({stall.where, stall.what + "; cycles stuck", interval});
    return faults;
  }
};

}  // namespace slackline::monitors
