// The watchdog of a run, and when it looks.
#pragma once

#include <vector>

#include "testbench/monitors/watchdog.hpp"

namespace slackline::simulation {

class Guard {
 public:
  /// Looks every `interval` cycles; 0: never.
  Guard(const network::Netlist& netlist, std::uint64_t interval)
      : watchdog_(netlist), interval_(interval), next_look_(interval == 0 ? never : Cycle(interval)) {}

  Cycle next_look() const { return next_look_; }
  const std::vector<monitors::Stall>& stalls() const { return stalls_; }

  template <class Engine>
  void look(const Engine& engine) {
    if (engine.now() != next_look_) return;
    stalls_ = watchdog_.look(engine);
    next_look_ = next_look_ + interval_;
  }

 private:
  monitors::Watchdog watchdog_;
  std::uint64_t interval_;
  Cycle next_look_;
  std::vector<monitors::Stall> stalls_;
};

}  // namespace slackline::simulation
