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
  /// What comes to stand from now on, behind the end of the run, is not looked for any more: two more looks follow, an
  /// interval and two from now.
  template <class Engine>
  void end_run(const Engine& engine) {
    if (next_look_ == never) return;
    watchdog_.look(engine);
    end_ = engine.now();
    next_look_ = end_ + interval_;
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
    std::vector<monitors::Stuck> stuck = watchdog_.look(engine);
    if (end_ != never && !keep_who_stood_at_the_end(stuck)) return;
    if (stuck.empty()) return;
    monitors::Worms worms(netlist_);
    worms.look(engine);
    standstill_ = monitors::standstill_of(worms, stuck, end_);
  }

 private:
  /// The first look behind the end finds who has not moved since: that says of worms which of them still draw together,
  /// but of hosts and interfaces which of them stood. False: it is that look.
  bool keep_who_stood_at_the_end(std::vector<monitors::Stuck>& stuck);

  const network::Netlist& netlist_;
  monitors::Watchdog watchdog_;
  std::uint64_t interval_;
  Cycle next_look_;
  Cycle end_ = never;                                             // of the run
  std::optional<std::vector<monitors::Stuck>> stood_at_the_end_;  // found by the first look behind it
  std::optional<monitors::Standstill> standstill_;
  bool halted_ = false;
};

}  // namespace slackline::simulation
