// The tables and filters of waves/, as they were when the program was built.
#pragma once

#include <vector>

#include "testbench/text/embedded_file.hpp"

namespace slackline::tracing {

/// Tables are in the folder "waves", filters in "filters".
const std::vector<text::EmbeddedFile>& embedded_waves();

}  // namespace slackline::tracing
