// Whether the values of an experiment fit one another and the model.
#pragma once

#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Adds to a reading the faults of values that are legal alone and not together, or beyond the model.
/// Values that depend on a doubtful key are not judged.
void check_meaning(Reading& reading);

}  // namespace slackline::config
