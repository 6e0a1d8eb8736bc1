// What features and workloads are declared with. They speak the words of the engine: Key, Values, Reading, Error.
#pragma once

#include "testbench/settings/reading.hpp"

namespace slackline::features {

using namespace settings;

}  // namespace slackline::features
