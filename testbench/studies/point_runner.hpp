// point_runner: runs the points of a study in processes of their own, some at a time, and keeps what they brought.
//
//   study.wanted() -> stored already? -> study.take()
//                  `- no: fork -> simulate(point) -> result.json -> store -> study.take()
//
// Results decide what is wanted next. Points that may be wanted are begun where processes would be idle, and ended as
// soon as they are not wanted any more, or stand in the way of one that is. A point that crashes is told to the study,
// and takes nothing with it.
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
  bool stored = false;  ///< brought by an earlier study
  PointResult result;
  std::string why;  ///< crashed: how
};

struct Wanted {
  std::vector<std::size_t> points;  ///< most urgent first; none: the study is complete
  std::size_t needed = 0;           ///< so many of them for certain
};

/// A study as the runner sees it. Points have numbers that the study gives them.
struct Study {
  std::function<Wanted()> wanted;
  std::function<const Point&(std::size_t point)> point;
  std::function<void(std::size_t point, const PointOutcome&)> take;
};

/// Simulates an experiment, in the process it is called in; returns result.json.
using Simulate = std::function<std::string(const config::Experiment&)>;

struct Runner {
  unsigned at_once = 1;  ///< processes
  Simulate simulate;
  const PointStore* store = nullptr;  ///< nullptr: nothing is kept
  std::function<void()> progress;     ///< called several times a second; may be left out
  std::function<bool()> go_on;        ///< likewise
};

/// Forks: no threads and no SystemC objects before it. False: interrupted, go_on has said no.
bool run_points(const Study& study, const Runner& runner);

}  // namespace slackline::studies
