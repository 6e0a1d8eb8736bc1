// crc32: the cyclic redundancy check of 32 bits that closes a packet of the `servernet` format.
//
//   crc --+
//   byte -+--> [xor, then 8 steps of the shift register of the polynomial] --> crc
//
// Polynomial 0x04C11DB7 (IEEE 802.3), most significant bit first, initial value of ones, nothing inverted at the end:
// "123456789" gives 0x0376E6E7. The CRC over a string and its CRC, high byte first, is 0. Assumption: that ServerNet has
// a CRC of 4 bytes follows from its packets (Shurbanov 2000, and the sizes that fit its table 2); the polynomial is not
// known. No time in the model depends on it.
#pragma once

#include <array>
#include <cstdint>

namespace slackline {

inline constexpr std::uint32_t crc32_polynomial = 0x04c11db7;  ///< without x^32
inline constexpr std::uint32_t crc32_start = 0xffffffff;

namespace detail {

constexpr std::array<std::uint32_t, 256> make_crc32_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte << 24;
    for (unsigned i = 0; i < 8; ++i) crc = (crc << 1) ^ ((crc & 0x80000000u) != 0 ? crc32_polynomial : 0u);
    table[byte] = crc;
  }
  return table;
}

inline constexpr std::array<std::uint32_t, 256> crc32_table = make_crc32_table();

}  // namespace detail

/// The CRC of a string one byte longer.
constexpr std::uint32_t crc32_step(std::uint32_t crc, std::uint8_t byte) {
  return (crc << 8) ^ detail::crc32_table[(crc >> 24) ^ byte];
}

}  // namespace slackline
