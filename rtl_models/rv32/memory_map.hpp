// memory_map: the addresses of an rv32 core. All of them are bytes.
//
//   0000'0000 .. 7fff'ffff   NIC memory: shared; the bus knows its size. Its first 2 KiB need no base register: offset(x0)
//   8000'0000 .. 8003'ffff   code ROM: private; code and constants, as long as the program
//   9000'0000 .. 9000'0fff   RAM: private; variables and stack
//   ffff'f800 .. ffff'ffff   registers of the interface: shared; whole words only. No base register: -offset(x0)
//
// Any other address is a fault.
#pragma once

#include <cstdint>

namespace slackline::rv32 {

inline constexpr std::uint32_t rom_base = 0x8000'0000;
inline constexpr std::uint32_t most_rom_bytes = 256 * 1024;
inline constexpr std::uint32_t ram_base = 0x9000'0000;
inline constexpr std::uint32_t ram_bytes = 4096;
inline constexpr std::uint32_t register_base = 0xffff'f800;

/// NIC memory is below the ROM.
constexpr bool is_nic_memory(std::uint32_t address) { return address < rom_base; }
constexpr bool is_register(std::uint32_t address) { return address >= register_base; }
constexpr bool is_ram(std::uint32_t address) { return address - ram_base < ram_bytes; }

}  // namespace slackline::rv32
