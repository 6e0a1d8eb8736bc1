// image_reader: the ELF file of a firmware, as `slackline firmware build` makes it, read into what an RV32 processor starts
// with. The file is believed in nothing: all that an image holds lies within the memories of rv32/map.h, and what it
// declares is sound.
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
  Errors
      errors;  ///< empty if there is an image; otherwise what is wrong, for a message that begins with the file's name
};

/// Of the bytes of a file.
ImageReading read_image(std::string_view bytes);

}  // namespace slackline::firmware_file
