// comparison: the result of comparing two descriptions of one network.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/common/ids.hpp"

namespace slackline::monitors {

/// One register or wire that differs.
struct Difference {
  Cycle cycle;
  std::string what;  ///< "switch3.input[2].count", "link_switch0_p3_to_host7.flit"
  std::uint64_t signal = 0, fabric = 0;
};

/// The comparison of one network.
struct Comparison {
  std::uint64_t cycles = 0;       ///< cycles run
  std::uint64_t comparisons = 0;  ///< cycles after which the two were compared
  std::uint64_t channels = 0;     ///< channels compared in each (flit on every stage, STOP)
  std::uint64_t registers = 0;    ///< registers compared in each
  std::uint64_t flits_delivered = 0;
  std::vector<Difference> differences;  ///< of the first cycle that has any
  /// Values of either engine that do not follow from its registers, as they must; of the same cycle. Both engines share
  /// the cores, so they may agree in them. "fabric: switch3.vc[0].level is stale in cycle 7, stored 5, recomputed 4"
  std::vector<std::string> stale;

  bool equal() const { return differences.empty() && stale.empty(); }
};

}  // namespace slackline::monitors
