// image_reader: the ELF file of a firmware, as `slackline firmware build` makes it, read into the contents of an RV32 processor's
// memories after reset. No file is trusted: all of an image lies within the memories of rv32/map.h, and its declaration is
// sound.
#pragma once

#include <optional>
#include <string_view>

#include "rtl_models/firmware/image.hpp"
#include "testbench/firmware_file/elf.hpp"

namespace slackline::firmware_file {

constexpr std::size_t most_text = 400;              ///< characters of a text that a firmware declares
constexpr std::uint32_t most_conditions = 32 * 32;  ///< a pair of own parameters each

struct ImageReading {
  std::optional<firmware::FirmwareImage> image;
  Errors errors;  ///< empty if there is an image; otherwise sentences about "it", the file: the message names it first
};

/// Of the bytes of a file.
ImageReading read_image(std::string_view bytes);

}  // namespace slackline::firmware_file
