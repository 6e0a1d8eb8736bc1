// topology_shape: the shape that the keys of `topology` describe.
#pragma once

#include "testbench/config/experiment.hpp"
#include "testbench/topology/shape.hpp"

namespace slackline::config {

/// For any settings; a ring of several sizes is that of the first.
topology::Shape shape_of(const TopologySettings& settings);

/// The smallest of its kind that has every kind of link that the whole one has.
TopologySettings smallest(TopologySettings settings);

}  // namespace slackline::config
