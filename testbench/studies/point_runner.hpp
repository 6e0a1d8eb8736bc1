// point_runner: runs the points of a study, each in its own process, several at a time, and keeps their results.
//
//   study.wanted() -> stored already? -> study.take()
//                  `- no: fork -> simulate(point) -> result.json -> store -> study.take()
//
// Results decide which points are wanted next. Points that may be wanted begin where processes would be idle, and end as
// soon as they are no longer wanted, or a needed point has no process. The study is notified of a point that crashes;
// no other point is affected.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "testbench/studies/point.hpp"
#include "testbench/studies/point_result.hpp"
#include "testbench/studies/point_store.hpp"

namespace slackline::studies {

struct PointOutcome {
  bool crashed = false;
  bool stored = false;  ///< by an earlier study
  PointResult result;
  std::string why;  ///< crashed: the reason
};

struct Wanted {
  std::vector<std::size_t> points;  ///< most urgent first; none: the study is complete
  std::size_t needed = 0;           ///< the number of them that are certainly needed
};

/// A study as the runner sees it. The study numbers its points.
struct Study {
  std::function<Wanted()> wanted;
  std::function<const Point&(std::size_t point)> point;
  std::function<void(std::size_t point, const PointOutcome&)> take;
};

/// Simulates an experiment, in the process it is called in; returns result.json.
using Simulate = std::function<std::string(const features::Experiment&)>;

struct Runner {
  unsigned at_once = 1;  ///< processes
  Simulate simulate;
  const PointStore* store = nullptr;  ///< nullptr: nothing is kept
  std::function<void()> progress;     ///< called several times a second; optional
  std::function<bool()> go_on;        ///< the same; false interrupts
};

/// Forks: no threads and no SystemC objects before it. False: interrupted, go_on has said no.
bool run_points(const Study& study, const Runner& runner);

}  // namespace slackline::studies
