// Barriers in networks without other traffic, whose latencies can be told to the cycle.
#pragma once

#include <memory>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "testbench/topology/shape.hpp"

namespace slackline::test {

/// On which ways a group's tree lies, and whether messages build it.
enum class TreeKind {
  built,            ///< by the first barrier, on ways up and down from switch 0
  built_on_grid,    ///< likewise, on those of dimension-order routing
  planned_on_grid,  ///< on the same, without messages
  paths_on_grid     ///< likewise, not combined: paths to the centre
};

struct QuietSettings {
  topology::Shape shape;
  TreeKind tree = TreeKind::built;
  bool acknowledged = false;  ///< of planned trees
  preemption_unit::Architecture architecture = preemption_unit::Architecture::any_channel;
  std::uint8_t reliability = 0;
  unsigned rounds = 2;
  unsigned think = 0;
  unsigned overhead = 0;  ///< of software, on the way in and on the way out
  bool adaptive = false;  ///< TreeKind::built: messages choose among all legal ports
};

/// One group; all its members enter at edge 0.
network::Netlist quiet_barriers(const QuietSettings& settings, const std::vector<std::uint32_t>& members,
                                std::uint32_t centre);

/// Per round the cycles from the last member's entry to the last one's leaving; it must be there.
std::vector<std::uint64_t> latencies(const network::Fabric& fabric);

}  // namespace slackline::test
