// Reads a list of maps whose fields a small table describes.
#pragma once

#include "testbench/config/fault.hpp"
#include "testbench/config/key.hpp"
#include "testbench/config/node.hpp"

namespace slackline::config {

/// Stores the records of a list in the experiment. False, and the faults, when any is not what its fields allow: the
/// experiment keeps what it had.
bool read_records(const RecordList& list, const SourcePtr& source, const Node& node, Experiment& experiment,
                  Faults& faults);

}  // namespace slackline::config
