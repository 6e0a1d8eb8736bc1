// curve: the loads that a load-latency curve needs. They depend only on the known verdicts, not on the order of the
// results or the number of processes.
//
//   loads:    0.1  0.2  0.3  0.4  0.5  0.6         in increasing order, up to the first that saturates
//   verdict:   .    .    .    .    S   (not run)
//                              `----' bracket: halved until it is as narrow as the resolution
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "testbench/studies/decimal.hpp"

namespace slackline::studies {

enum class LoadVerdict : unsigned char {
  below,      ///< the network accepts the offered load
  saturated,  ///< it does not
  failed,     ///< an error of the network, or a crash: no verdict
};

struct CurvePlan {
  std::vector<Decimal> loads;  ///< increasing, each once
  Decimal resolution;          ///< above 0
};

/// Between the highest load that did not saturate and the lowest that did. With `low` 0, none did not.
struct Bracket {
  Decimal low, high;
};

struct CurveState {
  std::vector<Decimal> path;  ///< the loads of the curve so far, in the order in which they were needed
  std::vector<Decimal>
      wanted;  ///< the load that is needed next, then those that may follow; none: the curve is complete
  std::optional<Bracket> bracket;  ///< as soon as a load saturates
  bool failed = false;             ///< ended at a load that failed
};

CurveState follow(const CurvePlan& plan, const std::map<Decimal, LoadVerdict>& known);

/// The largest number of loads that may still be needed: for the time left.
std::size_t most_to_come(const CurvePlan& plan, const CurveState& state);

}  // namespace slackline::studies
