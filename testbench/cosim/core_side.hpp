// The core's side of lockstep as most blocks have it: see lockstep.hpp.
#pragma once

#include <vector>

#include "testbench/cosim/comparison.hpp"

namespace slackline::cosim {

/// A block's side inherits what it does not declare itself.
struct CoreSide {
  /// Every register of the core is compared.
  static std::vector<Absent> absent() { return {}; }
  /// No value is derived from the registers.
  static std::vector<StaleValue> stale() { return {}; }
};

}  // namespace slackline::cosim
