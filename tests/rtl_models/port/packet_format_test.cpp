#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/port/packet_format.hpp"

using namespace slackline;
using namespace slackline::port;

namespace {

constexpr PacketFormat compact = PacketFormat::compact, myrinet = PacketFormat::myrinet,
                       servernet = PacketFormat::servernet;

PacketRecord packet_of(std::uint32_t flits, PacketRole role = PacketRole::one_way) {
  PacketRecord packet;
  packet.source = NodeId(0x1234);
  packet.destination = NodeId(7);
  packet.flits = flits;
  packet.payload = 0xdeadbeef;
  packet.role = role;
  return packet;
}

/// The flits that leave the sender: route flits, then the packet.
std::vector<std::uint32_t> sent(const PacketRecord& packet, const std::vector<std::uint8_t>& route = {},
                                PacketFormat format = myrinet) {
  Framer framer;
  framer.crc = 0x55;  // of the packet before
  start(format, framer);
  std::vector<std::uint32_t> flits;
  for (const std::uint8_t port : route) flits.push_back(frame_route(framer, port));
  for (std::uint32_t n = 0; n < packet.flits; ++n) flits.push_back(frame(format, framer, packet, n));
  return flits;
}

/// A switch that removes the route flit, as in crc8.hpp.
std::vector<std::uint32_t> through_switch(std::vector<std::uint32_t> flits) {
  std::uint8_t delta = crc8_step(0, static_cast<std::uint8_t>(flits.front()));
  flits.erase(flits.begin());
  for (std::size_t i = 0; i + 1 < flits.size(); ++i) delta = crc8_step(delta, 0);
  flits.back() ^= delta;
  return flits;
}

Checker taken(const std::vector<std::uint32_t>& flits, PacketFormat format = myrinet) {
  Checker checker;
  checker.taken = 9;
  checker.wide = true;  // of the packet before
  start(format, checker);
  for (const std::uint32_t flit : flits) take(format, checker, flit);
  return checker;
}

bool all_ok(const Checker& checker, const PacketRecord& packet) {
  return crc_ok(myrinet, checker) && length_ok(checker) && source_ok(checker, packet.source) &&
         type_ok(checker, packet.role);
}

}  // namespace

TEST_CASE("a compact packet is its destination and payload words") {
  const PacketRecord packet = packet_of(4);
  REQUIRE(flit_data(compact, packet, 0) == 7);
  Framer framer;
  for (std::uint32_t n = 0; n < 4; ++n) {
    REQUIRE(flit_data(compact, packet, n) == payload_word(packet, n));
    REQUIRE(frame(compact, framer, packet, n) == payload_word(packet, n));
  }
  REQUIRE(smallest_packet(compact) == 1);
}

TEST_CASE("a myrinet packet is type, length, source, payload and CRC, high bytes first") {
  const PacketRecord packet = packet_of(0x0107, PacketRole::response);
  const std::uint32_t word1 = payload_word(packet, 1), word2 = payload_word(packet, 2);
  const std::uint32_t expected[] = {
      0x83, 0x01, 0x07, 0x12, 0x34, word1 >> 24, word1 >> 16 & 0xff, word1 >> 8 & 0xff, word1 & 0xff, word2 >> 24};
  for (std::uint32_t n = 0; n < std::size(expected); ++n) REQUIRE(flit_data(myrinet, packet, n) == expected[n]);
  REQUIRE(flit_data(myrinet, packet, 5 + 256) == payload_word(packet, 65) >> 24);  // the last before the CRC
}

TEST_CASE("the smallest myrinet packet has 6 flits and no payload", "[quick]") {
  REQUIRE(smallest_packet(myrinet) == 6);
  REQUIRE(header_flits(myrinet) + trailer_flits(myrinet) == 6);
  const PacketRecord packet = packet_of(6);
  const std::vector<std::uint32_t> flits = sent(packet);
  REQUIRE(std::vector<std::uint32_t>(flits.begin(), flits.end() - 1) ==
          std::vector<std::uint32_t>{0x81, 0, 6, 0x12, 0x34});
  REQUIRE(all_ok(taken(flits), packet));
}

TEST_CASE("a sender that frames flit by flit sends the format's flits") {
  for (const std::uint32_t length : {6u, 7u, 8u, 9u, 10u, 255u, 256u, 65535u}) {
    const PacketRecord packet = packet_of(length);
    const std::vector<std::uint32_t> flits = sent(packet);
    std::uint32_t different = 0;
    for (std::uint32_t n = 0; n < length; ++n) different += flits[n] != flit_data(myrinet, packet, n);
    REQUIRE(different == 0);
    REQUIRE(all_ok(taken(flits), packet));
  }
}

TEST_CASE("switches that remove the route bytes deliver the packet as if it had none") {
  for (const PacketRole role : {PacketRole::one_way, PacketRole::request, PacketRole::response})
    for (const std::uint32_t length : {6u, 7u, 40u}) {
      const PacketRecord packet = packet_of(length, role);
      std::vector<std::uint32_t> flits = sent(packet, {0, 63, 17, 0});
      REQUIRE(flits.size() == length + 4);
      for (unsigned hop = 0; hop < 4; ++hop) {
        REQUIRE_FALSE(type_ok(taken(flits), role));  // delivered with route bytes left
        flits = through_switch(flits);
      }
      REQUIRE(flits == sent(packet));
      REQUIRE(all_ok(taken(flits), packet));
    }
}

TEST_CASE("a changed flit, a lost one and one too many are found") {
  const PacketRecord packet = packet_of(12);
  const std::vector<std::uint32_t> flits = sent(packet);
  for (std::size_t n = 0; n < flits.size(); ++n) {
    for (unsigned bit = 0; bit < 32; ++bit) {
      std::vector<std::uint32_t> damaged = flits;
      damaged[n] ^= 1u << bit;
      REQUIRE_FALSE(crc_ok(myrinet, taken(damaged)));
    }
    std::vector<std::uint32_t> shorter = flits;
    shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(n));
    REQUIRE_FALSE((crc_ok(myrinet, taken(shorter)) && length_ok(taken(shorter))));
  }
  std::vector<std::uint32_t> longer = flits;
  longer.push_back(0);  // the CRC stays 0: only the length shows it
  REQUIRE(crc_ok(myrinet, taken(longer)));
  REQUIRE_FALSE(length_ok(taken(longer)));
  REQUIRE_FALSE(crc_ok(myrinet, taken({})));
  REQUIRE_FALSE(crc_ok(myrinet, taken({0, 0, 0, 0, 0})));
}

TEST_CASE("the wrong source and the wrong type are found") {
  const Checker checker = taken(sent(packet_of(6, PacketRole::request)));
  REQUIRE(source_ok(checker, NodeId(0x1234)));
  REQUIRE_FALSE(source_ok(checker, NodeId(0x1235)));
  REQUIRE_FALSE(source_ok(checker, NodeId(0x11234)));
  REQUIRE(type_ok(checker, PacketRole::request));
  REQUIRE_FALSE(type_ok(checker, PacketRole::response));
}

TEST_CASE("the CRC-32 is that of IEEE 802.3, most significant bit first, and 0 over a string and itself", "[quick]") {
  std::uint32_t crc = crc32_start;
  for (const char digit : std::string("123456789")) crc = crc32_step(crc, static_cast<std::uint8_t>(digit));
  CHECK(crc == 0x0376e6e7);
  for (const unsigned shift : {24, 16, 8, 0}) crc = crc32_step(crc, static_cast<std::uint8_t>(0x0376e6e7u >> shift));
  CHECK(crc == 0);
}

TEST_CASE("a servernet packet is its destination, type, length, payload and CRC, high bytes first") {
  const PacketRecord packet = packet_of(0x0107, PacketRole::response);
  const std::uint32_t word1 = payload_word(packet, 1), word2 = payload_word(packet, 2);
  const std::uint32_t expected[] = {
      7, 0x83, 0x01, 0x07, word1 >> 24, word1 >> 16 & 0xff, word1 >> 8 & 0xff, word1 & 0xff, word2 >> 24};
  for (std::uint32_t n = 0; n < std::size(expected); ++n) REQUIRE(flit_data(servernet, packet, n) == expected[n]);
  PacketRecord far = packet;
  far.destination = NodeId(0xabcde);
  CHECK(flit_data(servernet, far, 0) == 0xabcde);  // the head, whatever its width on the wire
}

TEST_CASE("servernet: a sender that frames flit by flit sends the format's flits, and the receiver finds them right") {
  for (const std::uint32_t length : {8u, 9u, 12u, 80u, 255u, 256u, 65535u})
    for (const PacketRole role : {PacketRole::one_way, PacketRole::request, PacketRole::response}) {
      const PacketRecord packet = packet_of(length, role);
      const std::vector<std::uint32_t> flits = sent(packet, {}, servernet);
      std::uint32_t different = 0;
      for (std::uint32_t n = 0; n < length; ++n) different += flits[n] != flit_data(servernet, packet, n);
      REQUIRE(different == 0);
      const Checker checker = taken(flits, servernet);
      REQUIRE(crc_ok(servernet, checker));
      REQUIRE(length_ok(checker));
      REQUIRE(type_ok(checker, role));
    }
  CHECK(smallest_packet(servernet) == 8);
}

TEST_CASE("servernet: a changed flit behind the head, a lost one and one too many are found") {
  const PacketRecord packet = packet_of(16);
  const std::vector<std::uint32_t> flits = sent(packet, {}, servernet);
  for (std::size_t n = 1; n < flits.size(); ++n) {
    for (unsigned bit = 0; bit < 32; ++bit) {
      std::vector<std::uint32_t> damaged = flits;
      damaged[n] ^= 1u << bit;
      REQUIRE_FALSE(crc_ok(servernet, taken(damaged, servernet)));
    }
    std::vector<std::uint32_t> shorter = flits;
    shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(n));
    const Checker checker = taken(shorter, servernet);
    REQUIRE_FALSE((crc_ok(servernet, checker) && length_ok(checker)));
  }
  std::vector<std::uint32_t> longer = flits;
  longer.push_back(0);
  REQUIRE_FALSE(length_ok(taken(longer, servernet)));
  REQUIRE_FALSE(crc_ok(servernet, taken({7}, servernet)));
}

TEST_CASE("words of network interfaces make packets of the lengths of the format", "[quick]") {
  CHECK(packet_flits(servernet, 2 + 16) == 80);  // a write: address, and 64 bytes
  CHECK(packet_flits(servernet, 1) == 12);       // its acknowledgement
  CHECK(packet_flits(servernet, 2) == 16);       // a read
  CHECK(packet_flits(servernet, 1 + 16) == 76);  // its answer
}

TEST_CASE("both ends of a packet show all their registers", "[quick]") {
  Framer framer{1};
  Checker checker{1, 2, true, 3, 4, 5};
  RegisterSnapshot registers;
  visit(framer, registers);
  visit(checker, registers);
  REQUIRE(registers.values == std::vector<std::uint64_t>{1, 1, 2, 1, 3, 4, 5});
}
