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

/// Of all firmwares together, with room for those of a file.
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
  std::string path;         ///< of its key; of a firmware from a file that of the list of all
  const nic_own_parameter& declared() const { return firmware->own[index]; }
};
/// Those of all firmwares that the program has. Throws std::invalid_argument for a declaration that is no key.
const std::vector<OwnParameter>& own_parameters();

/// Those of a firmware from a file, in the places after them: their values become the declared ones. `key`: of their list.
std::vector<OwnParameter> parameters_of_file(const nic_firmware& firmware, const char* key, Values& experiment);
/// Those of the chosen firmware, in its order.
std::vector<OwnParameter> chosen_parameters(const Values& experiment);
/// Sets and checks the value of one.
Key key_of(const OwnParameter& parameter);
/// Whether it has the value that the firmware declares.
bool has_default(const OwnParameter& parameter, const Values& experiment);

std::vector<Key> firmware_keys();

/// A number, the place of a word, or a time in ticks.
std::uint64_t register_value(const OwnParameter& parameter, const Values& experiment);
/// Times of firmware are compared with differences of ticks, which wrap.
inline constexpr std::uint64_t most_ticks = 0x7fffffff;

/// What the registers OWN_PARAMETER hold with these values.
std::array<std::uint32_t, NIC_OWN_PARAMETERS> own_parameter_registers(const Values& experiment);

}  // namespace slackline::features
