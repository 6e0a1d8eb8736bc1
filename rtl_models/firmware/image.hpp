// image: a firmware for an RV32 processor, as its ELF file holds it: the contents of the private ROM, what the firmware
// declares, and its functions for reports. The addresses: rv32/map.h.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/firmware/firmware.h"

namespace slackline::firmware {

/// The declaration of a firmware, with the texts and lists that `firmware` points to. `start` and `handle` are null there:
/// they are code in the ROM.
struct Declaration {
  Declaration() = default;
  Declaration(const Declaration&) = delete;
  Declaration& operator=(const Declaration&) = delete;

  nic_firmware firmware{};
  std::vector<nic_own_parameter> parameters;
  std::vector<nic_own_condition> conditions;
  std::vector<nic_own_measure> measures;
  std::vector<nic_own_export> exports;
  std::deque<std::string> texts;  ///< a deque: their addresses stay
};

struct Function {
  std::string name;
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;  ///< 0: not known
};

struct FirmwareImage {
  std::vector<std::uint8_t> rom;     ///< from NIC_ROM_ADDRESS on, whole words; what follows is 0
  std::uint32_t entry = 0;           ///< the first instruction after reset
  std::uint32_t variable_bytes = 0;  ///< of the RAM
  std::vector<Function> functions;   ///< by address; none in a file without symbols
  std::shared_ptr<const Declaration> declaration;
  std::string sha256;  ///< of the file, in hexadecimal digits

  const nic_firmware& firmware() const { return declaration->firmware; }
  /// "handle+0x1c", or the bare address where no function is known.
  std::string place_of(std::uint32_t address) const;
};

}  // namespace slackline::firmware
