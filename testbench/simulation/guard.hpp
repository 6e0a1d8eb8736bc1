// The watchdog of a run, and when it looks: for worms that will never move again, in the network or in its interfaces,
// firmware that failed, and messages that will never complete.
#pragma once

#include <optional>
#include <vector>

#include "testbench/monitors/interface_waits.hpp"
#include "testbench/monitors/stuck_worms.hpp"
#include "testbench/simulation/completion_watch.hpp"
#include "testbench/statistics/nic_totals.hpp"

namespace slackline::simulation {

class Guard {
 public:
  /// Looks every `interval` cycles; 0: never.
  Guard(const network::ElaboratedNetlist& netlist, std::uint64_t interval)
      : netlist_(netlist),
        watchdog_(netlist),
        completions_(netlist, interval),
        interface_waits_(netlist),
        interval_(interval),
        next_look_(interval == 0 ? never : Cycle(interval)) {}

  Cycle next_look() const { return next_look_; }
  /// Nothing moves before `quiet`: no look until then.
  void rest(Cycle quiet) {
    if (next_look_ == never || quiet <= next_look_) return;
    next_look_ = quiet == never ? never : Cycle((quiet.value + interval_ - 1) / interval_ * interval_);
  }
  /// Worms that stop moving from now on, after the end of the run, are not looked for: more looks follow, an interval
  /// from one another, until they are enough().
  template <class Engine>
  void end_run(const Engine& engine) {
    if (next_look_ == never) return;
    watchdog_.look(engine);
    watchdog_.remember_who_stands();
    end_ = engine.now();
    next_look_ = end_ + interval_;
  }
  /// After the end: the first look shows what has been still since then, the second worms that still drew together in
  /// the first interval. More are needed while heads that have waited for one another since before the end still do.
  bool enough() const { return looks_behind_ >= 2 && (!draws_together_ || looks_behind_ >= most_looks_behind); }
  /// Worms that were found; nothing: all may still move.
  const std::optional<monitors::Standstill>& standstill() const { return standstill_; }
  bool halted() const { return halted_; }
  /// The cycle of the last completion, where there will be no other though messages are open.
  const std::optional<Cycle>& nothing_since() const { return nothing_since_; }
  /// The run is to end here.
  bool has_found() const { return standstill_ || halted_ || nothing_since_; }

  /// `computes`: a host does, as far as messages depend on that.
  template <class Engine>
  void look(const Engine& engine, bool computes) {
    if (engine.now() != next_look_) return;
    next_look_ = next_look_ + interval_;
    halted_ = statistics::is_any_halted(engine);
    if (halted_) return;
    std::vector<monitors::Stuck> stuck = watchdog_.look(engine);
    const std::optional<Cycle> since = completions_.look(engine, computes);
    interface_waits_.look(engine);
    if (stuck.empty() && end_ == never) {  // otherwise stuck worms explain why nothing completes
      standstill_ = interface_waits_.standstill(since.has_value());
      if (!standstill_) nothing_since_ = since;
    }
    if (end_ != never) {
      // The first look after the end leaves out worms that still draw together: what it found would be a part.
      if (++looks_behind_ == 1) return;
      keep_who_stood_at_the_end(stuck);
    }
    if (stuck.empty() && end_ == never) return;
    monitors::Worms worms(netlist_);
    worms.look(engine);
    if (!stuck.empty()) standstill_ = monitors::standstill_of(worms, stuck, end_);
    draws_together_ = !standstill_ && end_ != never && monitors::heads_wait_for_one_another(worms, end_);
  }

 private:
  /// Worms record since when they have waited; hosts and interfaces do not.
  void keep_who_stood_at_the_end(std::vector<monitors::Stuck>& stuck) const;

  static constexpr unsigned most_looks_behind = 64;
  const network::ElaboratedNetlist& netlist_;
  monitors::Watchdog watchdog_;
  CompletionWatch completions_;
  monitors::InterfaceWaits interface_waits_;
  std::uint64_t interval_;
  Cycle next_look_;
  Cycle end_ = never;          // of the run
  unsigned looks_behind_ = 0;  // it
  bool draws_together_ = false;
  std::optional<monitors::Standstill> standstill_;
  bool halted_ = false;
  std::optional<Cycle> nothing_since_;
};

}  // namespace slackline::simulation
