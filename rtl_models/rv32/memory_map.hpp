// memory_map: the addresses of an rv32 core, all of them in bytes. Their only list is rtl_models/firmware/rv32/map.h, which
// firmware, the reader of its ELF files and the core have in common.
//
//   NIC memory   from 0 on: shared; the bus knows its size. Its first 2 KiB need no base register: offset(x0)
//   code ROM     private; code and constants, as long as the program
//   RAM          private; variables and stack
//   registers    of the interface, at the end: shared; whole words only. No base register: -offset(x0)
//
// Any other address is a fault.
#pragma once

#include <cstdint>

#include "rtl_models/firmware/rv32/map.h"

namespace slackline::rv32 {

inline constexpr std::uint32_t rom_base = NIC_ROM_ADDRESS;
inline constexpr std::uint32_t most_rom_bytes = NIC_ROM_BYTES;
inline constexpr std::uint32_t ram_base = NIC_RAM_ADDRESS;
inline constexpr std::uint32_t ram_bytes = NIC_RAM_BYTES;
inline constexpr std::uint32_t register_base = NIC_REGISTER_ADDRESS;
static_assert(NIC_REGISTER_ADDRESS + NIC_REGISTER_BYTES == 0, "the registers are at the end of all addresses");

/// NIC memory is below the ROM.
constexpr bool is_nic_memory(std::uint32_t address) { return address < rom_base; }
constexpr bool is_register(std::uint32_t address) { return address >= register_base; }
constexpr bool is_ram(std::uint32_t address) { return address - ram_base < ram_bytes; }

}  // namespace slackline::rv32
