// curve: which loads a load-latency curve needs. A function of what is known of the loads alone: in which order results
// come, and how many processes bring them, cannot matter.
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
  below,      ///< the network takes what hosts offer
  saturated,  ///< it does not
  failed,     ///< a fault of the network, or a crash: nothing can be said
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
  std::vector<Decimal> path;    ///< the loads that belong to the curve so far, in the order in which they were needed
  std::vector<Decimal> wanted;  ///< the load that is needed next, then those that may be; none: the curve is complete
  std::optional<Bracket> bracket;  ///< as soon as a load saturates
  bool failed = false;             ///< ended at a load that failed
};

CurveState follow(const CurvePlan& plan, const std::map<Decimal, LoadVerdict>& known);

/// Loads that may still be needed, at most: for the time left.
std::size_t most_to_come(const CurvePlan& plan, const CurveState& state);

}  // namespace slackline::studies
