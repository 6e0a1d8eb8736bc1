#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "rtl_models/common/crc8.hpp"
#include "rtl_models/common/random_stream.hpp"

using namespace slackline;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::uint8_t crc(const Bytes& bytes) {
  std::uint8_t c = 0;
  for (const std::uint8_t byte : bytes) c = crc8_step(c, byte);
  return c;
}

/// The textbook method: the string as a polynomial, divided bit by bit.
std::uint8_t crc_by_division(const Bytes& bytes) {
  unsigned rest = 0;
  for (std::size_t i = 0; i < 8 * (bytes.size() + 1); ++i) {
    const unsigned next = i < 8 * bytes.size() ? bytes[i / 8] >> (7 - i % 8) & 1u : 0u;
    rest = rest << 1 | next;
    if (rest & 0x100) rest ^= 0x107;
  }
  return static_cast<std::uint8_t>(rest);
}

/// A switch: removes the route byte and updates the trailing CRC, one byte at a time.
Bytes through_switch(const Bytes& packet) {
  Bytes out;
  std::uint8_t delta = crc8_step(0, packet.front());
  for (std::size_t i = 1; i + 1 < packet.size(); ++i) {
    out.push_back(packet[i]);
    delta = crc8_step(delta, 0);
  }
  out.push_back(packet.back() ^ delta);
  return out;
}

bool passes(const Bytes& packet) { return crc(packet) == 0; }  // the CRC of a string and its CRC is 0

Bytes random_packet(RandomStream& random, std::size_t bytes) {
  Bytes packet;
  for (std::size_t i = 0; i < bytes; ++i) packet.push_back(static_cast<std::uint8_t>(random.bits()));
  packet.push_back(crc(packet));
  return packet;
}

/// Calls `check` with every packet that differs from this one in a burst of up to 8 bits.
template <class Check>
void for_each_burst(const Bytes& packet, Check&& check) {
  for (unsigned pattern = 1; pattern < 256; pattern += 2)  // bit 0: the first bit of the burst
    for (std::size_t first = 0; first < 8 * packet.size(); ++first) {
      Bytes damaged = packet;
      bool fits = true;
      for (std::size_t i = 0; i < 8; ++i) {
        if ((pattern >> i & 1) == 0) continue;
        fits = fits && first + i < 8 * packet.size();
        if (fits) damaged[(first + i) / 8] ^= static_cast<std::uint8_t>(0x80 >> (first + i) % 8);
      }
      if (fits) check(damaged);
    }
}

}  // namespace

// The check value of CRC-8/SMBUS (polynomial 0x07, begins at 0, not reflected) in Williams' catalogue of CRCs.
TEST_CASE("the CRC of 123456789 is 0xF4") {
  const std::string digits = "123456789";
  REQUIRE(crc(Bytes(digits.begin(), digits.end())) == 0xF4);
  static_assert(crc8_step(0, 1) == 0x07);
}

TEST_CASE("the table gives what division by the polynomial gives", "[quick]") {
  RandomStream random(1, 0, RandomPurpose::test);
  for (std::size_t bytes = 0; bytes < 40; ++bytes) {
    Bytes string = random_packet(random, bytes);
    string.pop_back();
    REQUIRE(crc(string) == crc_by_division(string));
  }
}

TEST_CASE("a switch that removes the route byte keeps the CRC right, through any number of switches") {
  RandomStream random(2, 0, RandomPurpose::test);
  for (const std::size_t bytes : {1u, 2u, 3u, 10u, 300u}) {
    for (unsigned n = 0; n < 20; ++n) {
      Bytes packet = random_packet(random, bytes);
      while (packet.size() > 1) {
        const Bytes rest(packet.begin() + 1, packet.end() - 1);
        packet = through_switch(packet);
        REQUIRE(Bytes(packet.begin(), packet.end() - 1) == rest);
        REQUIRE(packet.back() == crc(rest));  // equals a recomputation
      }
    }
  }
}

TEST_CASE("an error of up to 8 bits in a row is found, before a switch, between two, or after the last") {
  RandomStream random(3, 0, RandomPurpose::test);
  const Bytes packet = random_packet(random, 12), between = through_switch(packet);
  REQUIRE(passes(through_switch(between)));
  // Also in the route byte: the switch's update includes the byte that it removes.
  for_each_burst(packet, [](const Bytes& damaged) {
    REQUIRE_FALSE(passes(damaged));
    REQUIRE_FALSE(passes(through_switch(damaged)));
    REQUIRE_FALSE(passes(through_switch(through_switch(damaged))));
  });
  for_each_burst(between, [](const Bytes& damaged) { REQUIRE_FALSE(passes(through_switch(damaged))); });
}

TEST_CASE("an error goes through a switch unchanged: the whole string has the same CRC after it") {
  RandomStream random(4, 0, RandomPurpose::test);
  for (unsigned n = 0; n < 500; ++n) {
    Bytes packet = random_packet(random, 1 + random.below(20));
    for (std::uint8_t& byte : packet) byte = static_cast<std::uint8_t>(random.bits());
    REQUIRE(crc(through_switch(packet)) == crc(packet));
  }
}
