// The parameters that firmware itself declares (nic_own_parameter), as keys: `firmware.NAME.KEY`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/firmware/firmware.h"
#include "testbench/features/feature.hpp"

namespace slackline::features {

/// Of all firmwares together.
inline constexpr std::size_t most_own_parameters = 256;

/// The values of all of them; those of one firmware count. Each has a place in both arrays, and uses one of them.
struct FirmwareSettings {
  FirmwareSettings();                                        ///< as the firmwares declare them
  std::array<std::uint64_t, most_own_parameters> numbers{};  ///< numbers, and the places of words
  std::array<Time, most_own_parameters> times{};
};

/// A parameter that a firmware declares.
struct OwnParameter {
  const nic_firmware* firmware = nullptr;
  std::uint32_t index = 0;  ///< in its list: of register OWN_PARAMETER
  std::size_t place = 0;    ///< of its value in FirmwareSettings
  std::string path;         ///< of its key
  const nic_own_parameter& declared() const { return firmware->own[index]; }
};
/// Those of all firmwares that the program has. Throws std::invalid_argument for a declaration that is no key.
const std::vector<OwnParameter>& own_parameters();

/// The one with that place in the firmware's list, which has it.
const OwnParameter& own_parameter(const nic_firmware& firmware, std::uint32_t index);

std::vector<Key> firmware_keys();

/// A number, the place of a word, or a time in ticks.
std::uint64_t register_value(const OwnParameter& parameter, const Values& experiment);
/// Times of firmware are compared with differences of ticks, which wrap.
inline constexpr std::uint64_t most_ticks = 0x7fffffff;

/// What the registers OWN_PARAMETER hold with these values.
std::array<std::uint32_t, NIC_OWN_PARAMETERS> own_parameter_registers(const Values& experiment);

}  // namespace slackline::features
