// inputs: the files that an experiment names, and whether everything in it fits: what every command does with an experiment
// that has been read.
#pragma once

#include "testbench/run/experiment.hpp"

namespace slackline::features {

/// Reads the files and judges the whole; where it has a list of workloads, each of them as well.
void complete_reading(ExperimentReading& reading);

}  // namespace slackline::features
