// Reads one value of one key.
#pragma once

#include "testbench/config/fault.hpp"
#include "testbench/config/key.hpp"
#include "testbench/config/node.hpp"

namespace slackline::config {

/// Stores a value in the experiment. False, and a fault, when it is not what the key allows: nothing is stored then.
bool read_value(const Key& key, const SourcePtr& source, const Node& node, Experiment& experiment, Faults& faults);

}  // namespace slackline::config
