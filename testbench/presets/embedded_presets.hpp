// The YAML files of this folder and of those in it, as they were when the program was built.
#pragma once

#include <vector>

#include "testbench/text/embedded_file.hpp"

namespace slackline::presets {

/// In the order of their folders, of which this one is "presets", and names.
const std::vector<text::EmbeddedFile>& embedded();

}  // namespace slackline::presets
