// Reads a list of maps whose fields a small table describes.
#pragma once

#include "testbench/config/fault.hpp"
#include "testbench/config/key.hpp"
#include "testbench/config/node.hpp"
#include "testbench/config/value_reader.hpp"

namespace slackline::config {

/// Stores the records of a list in the experiment, in place of those that it had. False, and the faults, when any is
/// not what its fields allow: such fields keep their defaults, and are named in `doubtful`, if that is given. An item
/// that is no map is left out.
bool read_records(const RecordList& list, const SourcePtr& source, const Node& node, Experiment& experiment,
                  Faults& faults, DoubtfulFields* doubtful);

}  // namespace slackline::config
