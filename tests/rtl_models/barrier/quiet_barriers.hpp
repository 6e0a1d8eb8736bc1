// Barriers in networks without other traffic, whose latencies are known to the cycle.
#pragma once

#include <memory>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "testbench/topology/shape.hpp"

namespace slackline::test {

/// The ways of a group's tree, and whether messages build it.
enum class TreeKind {
  built,            ///< by the first barrier, on ways up and down from switch 0
  built_on_grid,    ///< by the first barrier, on ways of dimension-order routing
  planned_on_grid,  ///< on ways of dimension-order routing, without messages
  paths_on_grid,    ///< as planned_on_grid, not combined: paths to the centre
  of_members        ///< members tell one another, in a binomial tree in the order of switches, ways as built_on_grid
};

struct QuietSettings {
  topology::Shape shape;
  TreeKind tree = TreeKind::built;
  bool acknowledged = false;  ///< of planned trees
  preemption_unit::Architecture architecture = preemption_unit::Architecture::any_channel;
  std::uint8_t reliability = 0;
  unsigned rounds = 2;
  unsigned think = 0;
  bool combines_in_hardware = false;  ///< TreeKind::of_members
  unsigned overhead = 0;              ///< of software, on the way in and on the way out
  bool adaptive = false;              ///< TreeKind::built: messages choose among all legal ports
};

/// One group; all its members enter at edge 0.
network::Netlist quiet_barriers(const QuietSettings& settings, const std::vector<std::uint32_t>& members,
                                std::uint32_t centre);

/// The cycles from the last member's entry to the last one's departure, per round; all must be complete.
std::vector<std::uint64_t> latencies(const network::Fabric& fabric);

}  // namespace slackline::test
