// A user's firmware for RV32 processors, from the ELF file that nic.firmware names.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "rtl_models/firmware/image.hpp"
#include "testbench/features/nic/firmware_keys.hpp"
#include "testbench/features/nic/settings.hpp"

namespace slackline::features {

inline constexpr std::string_view firmware_ending = ".elf";

struct OwnFirmware {
  std::shared_ptr<const firmware::FirmwareImage> image;  ///< called what nic.firmware says
  firmware::Entry entry{};                               ///< of it
  std::vector<OwnParameter> parameters;                  ///< their values are in FirmwareSettings
};

/// Whether nic.firmware names a file.
bool is_from_file(const NicSettings& settings);
/// The chosen firmware. Where its file could not be read, which is an error, that of the default: all else is judged even so.
const firmware::Entry& entry_of(const NicSettings& settings);

/// Reads the file, if nic.firmware names one, and its parameters; adds the errors that this finds. Its processor is rv32.
void read_firmware_file(Reading& reading);
/// The same of nic.handler_times.
void read_handler_times(Reading& reading);

}  // namespace slackline::features
