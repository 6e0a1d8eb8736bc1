// meter: a workload's part in a run while it goes on, and the result that it makes of it afterwards. Workloads implement
// it. A meter looks at cycles that depend on the model alone, never on the machine's speed.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "rtl_models/common/ids.hpp"
#include "testbench/present/section.hpp"
#include "testbench/statistics/measurement.hpp"
#include "testbench/statistics/run_totals.hpp"

namespace slackline::observe {

/// How the packets of a workload whose load has a mean are averaged.
struct Averages {
  double burst_cycles = 0;  ///< time constant of the hosts' bursts; 0: none
};

class Meter {
 public:
  Meter() = default;
  virtual ~Meter() = default;
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;

  /// The cycle of the next look(), `never` for none.
  virtual Cycle next_look() const { return never; }
  virtual void look() {}

  /// It ends on its own, and the run goes on until it has.
  virtual bool is_bounded() const = 0;
  /// As seen at the last look.
  virtual bool is_over() const { return false; }
  /// It will never be over: the run ends here.
  virtual bool is_given_up() const { return false; }
  /// The cycle of its end, where that is known exactly; otherwise the present one.
  virtual Cycle end() = 0;

  /// Nothing moves on its account before that.
  virtual Cycle quiet_until() const { return Cycle(0); }
  /// Messages may be posted although nothing in the network asks for them; or it detects on its own that none will be.
  virtual bool host_computes() const { return false; }

  /// From here on the network is measured.
  virtual void open_window() {}

  /// Nothing: what it sends is sent once, and has no mean.
  virtual std::optional<Averages> averages() const { return std::nullopt; }
  /// Its load lies above what links and routes let through.
  virtual bool is_above_bound() const { return false; }

  /// After the run, of which `totals` are the network's. `whole`: the run was not interrupted. Adds its errors, and
  /// clears verdict.converged where the run was too short for it. nullptr: the network's totals say all.
  virtual std::shared_ptr<const present::Section> finish(statistics::RunTotals& totals, statistics::Verdict& verdict,
                                                         bool whole) = 0;
};

}  // namespace slackline::observe
