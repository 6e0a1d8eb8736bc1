// The watchdog of a run, and when it looks: for worms that will never move again, and firmware that has gone wrong.
#pragma once

#include <optional>
#include <vector>

#include "testbench/monitors/stuck_worms.hpp"
#include "testbench/statistics/nic_totals.hpp"

namespace slackline::simulation {

class Guard {
 public:
  /// Looks every `interval` cycles; 0: never.
  Guard(const network::Netlist& netlist, std::uint64_t interval)
      : netlist_(netlist),
        watchdog_(netlist),
        interval_(interval),
        next_look_(interval == 0 ? never : Cycle(interval)) {}

  Cycle next_look() const { return next_look_; }
  /// Nothing moves before `quiet`: no look until then.
  void rest(Cycle quiet) {
    if (next_look_ == never || quiet <= next_look_) return;
    next_look_ = quiet == never ? never : Cycle((quiet.value + interval_ - 1) / interval_ * interval_);
  }
  /// What it has found; nothing: all may still move.
  const std::optional<monitors::Standstill>& standstill() const { return standstill_; }
  bool halted() const { return halted_; }

  template <class Engine>
  void look(const Engine& engine) {
    if (engine.now() != next_look_) return;
    next_look_ = next_look_ + interval_;
    halted_ = statistics::is_any_halted(engine);
    if (halted_) return;
    const std::vector<monitors::Stuck> stuck = watchdog_.look(engine);
    if (stuck.empty()) return;
    monitors::Worms worms(netlist_);
    worms.look(engine);
    standstill_ = monitors::standstill_of(worms, stuck);
  }

 private:
  const network::Netlist& netlist_;
  monitors::Watchdog watchdog_;
  std::uint64_t interval_;
  Cycle next_look_;
  std::optional<monitors::Standstill> standstill_;
  bool halted_ = false;
};

}  // namespace slackline::simulation
