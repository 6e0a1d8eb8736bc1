// packet_format: what the flits of a packet carry, and how its two ends make and check them.
//
//             n =  0             1 ..
//   compact       [destination] [payload word] ...                          32 bits of data a flit
//
//             n =  0      1 2      3 4      5 ..        flits - 1
//   myrinet       [type] [length] [source] [payload] ... [CRC-8]             8 bits of data a flit
//
//             n =  0              1      2 3      4 ..         flits - 4 ..
//   servernet     [destination]  [type] [length] [payload] ... [CRC-32]      8 bits of data a flit, but for the head
//
// Flit n is the n-th that is delivered: with source routes the route flits come before it, one for each switch, each
// taken off there. Numbers of two bytes have the high one first. The length counts all delivered flits, from the type
// to the CRC; the smallest packet, of 6, has no payload. The CRC is over everything before it on the wire: route bytes
// too, at the sender, and without those that switches have taken off, further on (crc8.hpp). The type has its top bit
// set, which no route byte has (port and class take 7 bits together): a packet that arrives with route bytes left is
// known by its first byte.
//
// The head of a servernet packet carries the whole destination, since a switch looks it up in its table as the head
// arrives; with the three bytes after it, it stands for the first four bytes of a ServerNet header of eight. The CRC
// (crc32.hpp) is over everything between the head and itself. The smallest packet, of 8, has no payload. With network
// interfaces the first word of a packet is the rest of the header: a write of 64 bytes with an address of 4 has 80 flits,
// its acknowledgement 12 (Shurbanov 2000 prints neither; both fit its table 2).
//
//   Framer  (sender)     route bytes, n -> [byte] -> data,  [CRC] -> crc#
//   Checker (receiver)   data -> [CRC] -> crc#,  header bytes -> type#, length#, source#,  count -> taken#
//
// Both are registers of the port, and take one flit at an edge whatever the packet's length.
//
// Timing contract
//   framed at edge N -> its data on the output register in cycle N
//   last flit taken at edge N -> crc_ok, length_ok, source_ok, type_ok in cycle N
#pragma once

#include <cstdint>

#include "rtl_models/common/crc32.hpp"
#include "rtl_models/common/crc8.hpp"
#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/common/registers.hpp"

namespace slackline::port {

enum class PacketFormat : std::uint8_t { compact, myrinet, servernet };

/// Flits before and after the payload; route flits do not count.
constexpr unsigned header_flits(PacketFormat format) {
  return format == PacketFormat::compact ? 1 : format == PacketFormat::myrinet ? 5 : 4;
}
constexpr unsigned trailer_flits(PacketFormat format) {
  return format == PacketFormat::compact ? 0 : format == PacketFormat::myrinet ? 1 : 4;
}
/// The minimum and maximum of flits in a packet, without its route flits.
constexpr unsigned smallest_packet(PacketFormat format) { return header_flits(format) + trailer_flits(format); }
inline constexpr unsigned largest_packet = 65535;
/// The most hosts that the format can tell apart.
constexpr std::uint32_t most_nodes(PacketFormat format) {
  return format == PacketFormat::compact ? 1u << 24 : format == PacketFormat::myrinet ? 1u << 16 : 1u << 20;
}
/// Bits of a flit's data that the format uses.
constexpr unsigned data_bits(PacketFormat format) { return format == PacketFormat::compact ? 32 : 8; }
/// The widest data of any of its flits: a head may carry a whole destination.
constexpr unsigned widest_data_bits(PacketFormat format) { return format == PacketFormat::myrinet ? 8 : 32; }
/// Its packets end in a CRC, which the receiver checks, as it does the fields of the header.
constexpr bool has_checks(PacketFormat format) { return trailer_flits(format) != 0; }

// A network interface's packet carries words of 32 bits after the header, the high byte first.
/// Flits that a word takes.
constexpr unsigned flits_per_word(PacketFormat format) { return 32 / data_bits(format); }
/// Flits of a packet of `words` words, without route flits.
constexpr std::uint32_t packet_flits(PacketFormat format, std::uint32_t words) {
  return smallest_packet(format) + words * flits_per_word(format);
}
constexpr std::uint32_t most_words(PacketFormat format) {
  return (largest_packet - smallest_packet(format)) / flits_per_word(format);
}
/// The n-th delivered flit of `flits` carries a word, or a part of one.
constexpr bool carries_word(PacketFormat format, std::uint32_t n, std::uint32_t flits) {
  return n >= header_flits(format) && n + trailer_flits(format) < flits;
}
/// The flit carries the end of a word.
constexpr bool ends_word(PacketFormat format, std::uint32_t n) {
  return (n - header_flits(format)) % flits_per_word(format) == flits_per_word(format) - 1;
}

/// The type of a packet: its first byte with myrinet, its second one with servernet.
constexpr std::uint8_t type_of(PacketRole role) {
  return static_cast<std::uint8_t>(0x81 + static_cast<unsigned>(role));
}

/// Data of the n-th delivered flit, n below flits. The CRC costs a walk over the packet here, and nothing with a Framer.
std::uint32_t flit_data(PacketFormat format, const PacketRecord& packet, std::uint32_t n);

/// A CRC of either width, in a register of 32 bits.
constexpr std::uint32_t crc_at_start(PacketFormat format) {
  return format == PacketFormat::servernet ? crc32_start : 0;
}
constexpr std::uint32_t crc_step(PacketFormat format, std::uint32_t crc, std::uint8_t byte) {
  return format == PacketFormat::servernet ? crc32_step(crc, byte) : crc8_step(static_cast<std::uint8_t>(crc), byte);
}
/// The n-th delivered flit of a packet counts for its CRC.
constexpr bool counts_for_crc(PacketFormat format, std::uint32_t n) {
  return format == PacketFormat::myrinet || (format == PacketFormat::servernet && n != 0);
}

/// The sender's side of one packet.
struct Framer {
  std::uint32_t crc = 0;  ///< of all that has been sent of it
};

/// The receiver's side of one packet of a format with checks.
struct Checker {
  std::uint32_t crc = 0;     ///< of all that has come; 0 after a packet without an error
  std::uint8_t type = 0;     ///< the byte with the type
  bool wide = false;         ///< a flit had more than 8 bits of data
  std::uint16_t length = 0;  ///< the two bytes after it
  std::uint16_t source = 0;  ///< myrinet: bytes 3 and 4
  std::uint32_t taken = 0;   ///< flits that have come
};

namespace detail {

constexpr std::uint8_t byte_of(std::uint32_t word, std::uint32_t i) {
  return static_cast<std::uint8_t>(word >> (24 - 8 * i));
}

/// The n-th delivered flit of a packet of bytes, its CRC excepted, and the head of a servernet packet.
inline std::uint8_t framed_byte(PacketFormat format, const PacketRecord& packet, std::uint32_t n) {
  const std::uint32_t at_type = format == PacketFormat::servernet ? 1 : 0;
  if (n == at_type) return type_of(packet.role);
  if (n < at_type + 3) return byte_of(packet.flits, n - at_type + 1);
  if (n < header_flits(format)) return byte_of(packet.source.value, n - 1);
  const std::uint32_t payload = n - header_flits(format);
  return byte_of(payload_word(packet, 1 + payload / 4), payload % 4);
}

}  // namespace detail

/// A packet begins.
inline void start(PacketFormat format, Framer& framer) { framer.crc = crc_at_start(format); }

/// A route flit of this data, for one switch. To be called in the order of sending, before the first frame().
inline std::uint32_t frame_route(Framer& framer, std::uint32_t data) {
  framer.crc = crc8_step(static_cast<std::uint8_t>(framer.crc), static_cast<std::uint8_t>(data));
  return data;
}

/// Data of the n-th delivered flit, as flit_data. To be called for every n, in order.
inline std::uint32_t frame(PacketFormat format, Framer& framer, const PacketRecord& packet, std::uint32_t n) {
  if (format == PacketFormat::compact) return payload_word(packet, n);
  if (n + trailer_flits(format) >= packet.flits)
    return format == PacketFormat::myrinet ? framer.crc : detail::byte_of(framer.crc, n + 4 - packet.flits);
  if (!counts_for_crc(format, n)) return payload_word(packet, n);
  const std::uint8_t byte = detail::framed_byte(format, packet, n);
  framer.crc = crc_step(format, framer.crc, byte);
  return byte;
}

/// The same for a flit that carries `word`, or a part of it.
inline std::uint32_t frame_word(PacketFormat format, Framer& framer, std::uint32_t word, std::uint32_t n) {
  if (format == PacketFormat::compact) return word;
  const std::uint8_t byte = detail::byte_of(word, (n - header_flits(format)) % 4);
  framer.crc = crc_step(format, framer.crc, byte);
  return byte;
}

/// A packet begins to arrive.
inline void start(PacketFormat format, Checker& checker) {
  checker = Checker();
  checker.crc = crc_at_start(format);
}

/// One flit of a packet with checks has arrived.
inline void take(PacketFormat format, Checker& checker, std::uint32_t data) {
  const auto byte = static_cast<std::uint8_t>(data);
  const std::uint32_t n = checker.taken++;
  if (!counts_for_crc(format, n)) return;
  checker.wide |= data > 0xff;
  checker.crc = crc_step(format, checker.crc, byte);
  switch (format == PacketFormat::servernet ? n - 1 : n) {
    case 0: checker.type = byte; break;
    case 1: checker.length = static_cast<std::uint16_t>(byte << 8); break;
    case 2: checker.length |= byte; break;
    case 3: checker.source = static_cast<std::uint16_t>(byte << 8); break;
    case 4: checker.source |= byte; break;
    default: break;
  }
}

/// After the last flit: no flit was changed on the way (as far as the CRC can tell).
inline bool crc_ok(PacketFormat format, const Checker& checker) {
  return checker.crc == 0 && !checker.wide && checker.taken >= smallest_packet(format);
}
/// After the last flit: as many have come as the header says.
inline bool length_ok(const Checker& checker) { return checker.length == checker.taken; }
/// myrinet: the source is the expected host.
inline bool source_ok(const Checker& checker, NodeId source) { return checker.source == source.value; }
/// The type is that of the packet's role.
inline bool type_ok(const Checker& checker, PacketRole role) { return checker.type == type_of(role); }

template <class S, class Visitor, IfState<S, Framer> = 0>
void visit(S& framer, Visitor& v) {
  v.reg("framer_crc", framer.crc);
}

template <class S, class Visitor, IfState<S, Checker> = 0>
void visit(S& checker, Visitor& v) {
  v.reg("checker_crc", checker.crc);
  v.reg("checker_type", checker.type);
  v.reg("checker_wide", checker.wide);
  v.reg("checker_length", checker.length);
  v.reg("checker_source", checker.source);
  v.reg("checker_taken", checker.taken);
}

}  // namespace slackline::port
