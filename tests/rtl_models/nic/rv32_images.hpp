// The ELF files of the firmware of these tests.
#pragma once

#include <vector>

#include "testbench/text/embedded_file.hpp"

namespace slackline::test {

const std::vector<text::EmbeddedFile>& rv32_images();

}  // namespace slackline::test
