// papers: the studies that the command `study` offers. A new one is listed here.
#pragma once

#include <vector>

#include "testbench/studies/reproduction/study.hpp"

namespace slackline::studies {

/// In the order of their names.
const std::vector<reproduction::Study>& papers();

}  // namespace slackline::studies
