// What holds of every image that the reader returns, whatever the file was.
#pragma once

#include <algorithm>
#include <cstring>

#include "rtl_models/firmware/declaration.hpp"
#include "rtl_models/firmware/image.hpp"
#include "rtl_models/firmware/rv32/map.h"

namespace slackline::test {

/// Empty: all of it holds.
inline std::string fault_of(const firmware::FirmwareImage& image) {
  if (image.rom.empty() || image.rom.size() > NIC_ROM_BYTES || image.rom.size() % 4 != 0) return "the size of the ROM";
  if (image.entry % 4 != 0 || image.entry < NIC_ROM_ADDRESS || image.entry - NIC_ROM_ADDRESS >= image.rom.size())
    return "the entry point";
  if (image.variable_bytes > NIC_RAM_BYTES - NIC_STACK_BYTES) return "the size of the variables";
  const bool is_sorted =
      std::is_sorted(image.functions.begin(), image.functions.end(),
                     [](const firmware::Function& a, const firmware::Function& b) { return a.address < b.address; });
  if (!is_sorted) return "the order of functions";
  for (const firmware::Function& function : image.functions)
    if (function.address < NIC_ROM_ADDRESS || function.name.size() > 200) return "a function";
  if (image.sha256.size() != 64) return "the hash";
  if (!firmware::declaration_faults(image.firmware()).empty()) return "the declaration";
  return "";
}

}  // namespace slackline::test
