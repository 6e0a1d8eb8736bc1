// Whether the values of an experiment fit one another and the model.
#pragma once

#include "testbench/run/experiment.hpp"

namespace slackline::features {

/// Adds to a reading the errors of values that are legal alone and not together, or beyond the model.
/// Values that depend on a doubtful key are not judged.
void check_meaning(ExperimentReading& reading);

/// The first of these checks: turns what was given as an amount of data into flits, rounded up to whole ones, and a data
/// rate into the nearest number of cycles per flit. Adds the errors of what is out of range then, or is a rate without a
/// clock.
void resolve_units(ExperimentReading& reading);

}  // namespace slackline::features
