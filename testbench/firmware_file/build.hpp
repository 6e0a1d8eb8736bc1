// build: C sources of a firmware, made into an ELF file for RV32 processors by a compiler of the user's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/firmware_file/image_reader.hpp"

namespace slackline::firmware_file {

struct BuildRequest {
  std::vector<std::string> sources;  ///< the first, NAME.c, defines firmware_NAME
  std::string compiler;              ///< clang or GCC: a name, or a path; empty: the first of these that there is
  std::string optimization = "2";    ///< as after -O
};

struct BuildResult {
  std::optional<firmware::FirmwareImage> image;
  std::string elf;       ///< the bytes of the file
  Errors errors;         ///< empty if there is an image
  std::string messages;  ///< of the compiler: warnings, too
};

/// Runs the compiler, without a shell, with the headers, start-up code and linker script that are compiled into the
/// program. Leaves no other files. Throws std::runtime_error or std::filesystem::filesystem_error where there is no temporary folder.
BuildResult build_firmware(const BuildRequest& request);

}  // namespace slackline::firmware_file
