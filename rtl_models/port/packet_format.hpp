// packet_format: what the flits of a packet carry, and how its two ends make and check them.
//
//             n =  0             1 ..
//   compact       [destination] [payload word] ...                          32 bits of data a flit
//
//             n =  0      1 2      3 4      5 ..        flits - 1
//   myrinet       [type] [length] [source] [payload] ... [CRC-8]             8 bits of data a flit
//
// Flit n is the n-th that is delivered: with source routes the route flits come before it, one for each switch, each
// taken off there. Numbers of two bytes have the high one first. The length counts all delivered flits, from the type
// to the CRC; the smallest packet, of 6, has no payload. The CRC is over everything before it on the wire: route bytes
// too, at the sender, and without those that switches have taken off, further on (crc8.hpp). The type has its top bit
// set, which no route byte has (port and class take 7 bits together): a packet that arrives with route bytes left is
// known by its first byte.
//
//   Framer  (sender)     route bytes, n -> [byte] -> data,  [crc8_step] -> crc#
//   Checker (receiver)   data -> [crc8_step] -> crc#,  header bytes -> type#, length#, source#,  count -> taken#
//
// Both are registers of the port, and take one flit at an edge whatever the packet's length.
//
// Timing contract
//   framed at edge N -> its data on the output register in cycle N
//   last flit taken at edge N -> crc_ok, length_ok, source_ok, type_ok in cycle N
#pragma once

#include <cstdint>

#include "rtl_models/common/crc8.hpp"
#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/common/registers.hpp"

namespace slackline::port {

enum class PacketFormat : std::uint8_t { compact, myrinet };

/// Flits before and after the payload; route flits do not count.
constexpr unsigned header_flits(PacketFormat format) { return format == PacketFormat::myrinet ? 5 : 1; }
constexpr unsigned trailer_flits(PacketFormat format) { return format == PacketFormat::myrinet ? 1 : 0; }
/// The minimum and maximum of flits in a packet, without its route flits.
constexpr unsigned smallest_packet(PacketFormat format) { return header_flits(format) + trailer_flits(format); }
inline constexpr unsigned largest_packet = 65535;
/// The most hosts that the format can tell apart.
constexpr std::uint32_t most_nodes(PacketFormat format) {
  return format == PacketFormat::myrinet ? 1u << 16 : 1u << 24;
}
/// Bits of a flit's data that the format uses.
constexpr unsigned data_bits(PacketFormat format) { return format == PacketFormat::myrinet ? 8 : 32; }

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

/// The first byte of a myrinet packet.
constexpr std::uint8_t type_of(PacketRole role) {
  return static_cast<std::uint8_t>(0x81 + static_cast<unsigned>(role));
}

/// Data of the n-th delivered flit, n below flits. The CRC of a myrinet packet costs a walk over the packet here, and
/// nothing with a Framer.
std::uint32_t flit_data(PacketFormat format, const PacketRecord& packet, std::uint32_t n);

/// The sender's side of one packet.
struct Framer {
  std::uint8_t crc = 0;  ///< of all that has been sent of it
};

/// The receiver's side of one myrinet packet.
struct Checker {
  std::uint8_t crc = 0;      ///< of all that has come; 0 after a packet without an error
  std::uint8_t type = 0;     ///< byte 0
  bool wide = false;         ///< a flit had more than 8 bits of data
  std::uint16_t length = 0;  ///< bytes 1 and 2
  std::uint16_t source = 0;  ///< bytes 3 and 4
  std::uint32_t taken = 0;   ///< flits that have come
};

namespace detail {

/// The n-th delivered flit of a myrinet packet, the last one excepted.
inline std::uint8_t myrinet_byte(const PacketRecord& packet, std::uint32_t n) {
  const auto byte = [](std::uint32_t word, std::uint32_t i) { return static_cast<std::uint8_t>(word >> (24 - 8 * i)); };
  if (n == 0) return type_of(packet.role);
  if (n < 3) return byte(packet.flits, n + 1);
  if (n < 5) return byte(packet.source.value, n - 1);
  const std::uint32_t payload = n - 5;
  return byte(payload_word(packet, 1 + payload / 4), payload % 4);
}

}  // namespace detail

/// A packet begins.
inline void start(Framer& framer) { framer = Framer(); }

/// A route flit of this data, for one switch. To be called in the order of sending, before the first frame().
inline std::uint32_t frame_route(Framer& framer, std::uint32_t data) {
  framer.crc = crc8_step(framer.crc, static_cast<std::uint8_t>(data));
  return data;
}

/// Data of the n-th delivered flit, as flit_data. To be called for every n, in order.
inline std::uint32_t frame(PacketFormat format, Framer& framer, const PacketRecord& packet, std::uint32_t n) {
  if (format == PacketFormat::compact) return payload_word(packet, n);
  if (n + 1 == packet.flits) return framer.crc;
  const std::uint8_t byte = detail::myrinet_byte(packet, n);
  framer.crc = crc8_step(framer.crc, byte);
  return byte;
}

/// The same for a flit that carries `word`, or a part of it.
inline std::uint32_t frame_word(PacketFormat format, Framer& framer, std::uint32_t word, std::uint32_t n) {
  if (format == PacketFormat::compact) return word;
  const auto byte = static_cast<std::uint8_t>(word >> (24 - 8 * ((n - header_flits(format)) % 4)));
  framer.crc = crc8_step(framer.crc, byte);
  return byte;
}

/// A packet begins to arrive.
inline void start(Checker& checker) { checker = Checker(); }

/// One flit of a myrinet packet has arrived.
inline void take(Checker& checker, std::uint32_t data) {
  const auto byte = static_cast<std::uint8_t>(data);
  checker.wide |= data > 0xff;
  checker.crc = crc8_step(checker.crc, byte);
  switch (checker.taken++) {
    case 0: checker.type = byte; break;
    case 1: checker.length = static_cast<std::uint16_t>(byte << 8); break;
    case 2: checker.length |= byte; break;
    case 3: checker.source = static_cast<std::uint16_t>(byte << 8); break;
    case 4: checker.source |= byte; break;
    default: break;
  }
}

/// After the last flit: no flit was changed on the way (as far as a CRC of 8 bits can tell).
inline bool crc_ok(const Checker& checker) {
  return checker.crc == 0 && !checker.wide && checker.taken >= smallest_packet(PacketFormat::myrinet);
}
/// After the last flit: as many have come as the header says.
inline bool length_ok(const Checker& checker) { return checker.length == checker.taken; }
/// The source is the expected host.
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
