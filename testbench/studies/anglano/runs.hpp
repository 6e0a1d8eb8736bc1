// runs: the simulations of the study.
#pragma once

#include <vector>

#include "testbench/studies/anglano/measurement.hpp"

namespace slackline::anglano {

/// Each setup with its draws, in the order in which they begin.
std::vector<Run> runs(Effort effort, const reproduction::Given& given = {});

}  // namespace slackline::anglano
