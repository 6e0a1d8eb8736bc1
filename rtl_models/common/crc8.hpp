// crc8: the cyclic redundancy check of 8 bits that closes a packet of the `myrinet` format.
//
//   crc --+
//   byte -+--> [xor, then 8 steps of the shift register x^8 + x^2 + x + 1] --> crc
//
// Polynomial 0x07, most significant bit first, initial value 0, nothing inverted: "123456789" gives 0xF4. Assumption:
// this is Myrinet's own (ANSI/VITA 26-1998), as it is that of the header of ATM (ITU-T I.432). Boden et al. (IEEE Micro
// 15(1), 1995) have a packet end with a CRC that each switch brings up to date as it takes the leading route byte off.
// No time in the model depends on the polynomial.
//
// Such a switch has sent the beginning of a packet before it receives the end. It uses that the CRC is linear: for
// strings of equal length crc(a xor b) = crc(a) xor crc(b), and leading zeros leave it at 0. A packet r m with route
// byte r is the string r 0...0 xor the string 0 m, so crc(m) = crc(r m) xor crc(r 0...0). The switch keeps that last
// term, one byte:
//
//   route byte r taken off            delta = crc8_step(0, r)
//   each byte that follows, but one   delta = crc8_step(delta, 0)
//   the last byte, the CRC            goes on as itself xor delta
//
// The switch never checks what it forwards, so an earlier error stays an error after the switch, even one in the route
// byte: the CRC over the whole packet and its CRC, 0 without an error, is the same before and after the switch.
//
// Detected errors: every error of up to 8 bits in a row, and every odd number of flipped bits (x + 1 divides the
// polynomial); a packet changed at random passes with probability 1/256.
#pragma once

#include <array>
#include <cstdint>

namespace slackline {

inline constexpr std::uint8_t crc8_polynomial = 0x07;  ///< x^8 + x^2 + x + 1, without x^8

namespace detail {

constexpr std::array<std::uint8_t, 256> make_crc8_table() {
  std::array<std::uint8_t, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    unsigned crc = byte;
    for (unsigned i = 0; i < 8; ++i) crc = (crc << 1) ^ ((crc & 0x80) != 0 ? 0x100u | crc8_polynomial : 0u);
    table[byte] = static_cast<std::uint8_t>(crc);
  }
  return table;
}

inline constexpr std::array<std::uint8_t, 256> crc8_table = make_crc8_table();

}  // namespace detail

/// The CRC of a string one byte longer.
constexpr std::uint8_t crc8_step(std::uint8_t crc, std::uint8_t byte) { return detail::crc8_table[crc ^ byte]; }

}  // namespace slackline
