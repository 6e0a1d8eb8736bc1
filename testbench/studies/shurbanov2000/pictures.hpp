// Pictures of docs/waves that the page shows, as they were when the program was built.
#pragma once

#include <vector>

#include "testbench/text/embedded_file.hpp"

namespace slackline::shurbanov2000 {

const std::vector<text::EmbeddedFile>& pictures();

}  // namespace slackline::shurbanov2000
