// The files that a compiler needs for firmware, as they were when the program was built: the headers of rtl_models/firmware and of the
// folder rv32 in it, its start-up code, options and linker script, and an archive of all sources there.
#pragma once

#include <vector>

#include "testbench/text/embedded_file.hpp"

namespace slackline::firmware_file {

/// By folders and names; names have their endings.
const std::vector<text::EmbeddedFile>& embedded_kit();

}  // namespace slackline::firmware_file
