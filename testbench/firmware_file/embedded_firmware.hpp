// The ELF files of all firmware of rtl_models/firmware, as they were when the program was built.
#pragma once

#include <vector>

#include "testbench/text/embedded_file.hpp"

namespace slackline::firmware_file {

const std::vector<text::EmbeddedFile>& embedded_firmware();

}  // namespace slackline::firmware_file
