// The receive engine in the formats myrinet and servernet, a byte a flit: cycle by cycle at the pins of one interface.
#include <catch2/catch.hpp>

#include "rtl_models/common/crc8.hpp"
#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using test::NicBench;

namespace {

nic::Params of_bytes(nic::WhenFull when_full = nic::WhenFull::drop) {
  nic::Params params = test::nic_params();
  params.format = port::PacketFormat::myrinet;
  params.most_packet_words = 16;
  params.when_full = when_full;
  params.fifo.flits = 12;
  return params;
}

/// A packet with these words: five bytes of header, the words, the CRC.
std::vector<Flit> packet(const std::vector<std::uint32_t>& words) {
  std::vector<std::uint8_t> bytes{0x81, 0, static_cast<std::uint8_t>(6 + 4 * words.size()), 0, 1};
  for (const std::uint32_t word : words)
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::uint8_t>(word >> shift));
  std::uint8_t crc = 0;
  for (const std::uint8_t byte : bytes) crc = crc8_step(crc, byte);
  bytes.push_back(crc);
  std::vector<Flit> flits;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    flits.emplace_back(i == 0                  ? FlitKind::head
                       : i + 1 == bytes.size() ? FlitKind::tail
                                               : FlitKind::body,
                       VcId(0), bytes[i], 0);
  return flits;
}

nic::Params of_servernet(nic::WhenFull when_full = nic::WhenFull::drop) {
  nic::Params params = of_bytes(when_full);
  params.format = port::PacketFormat::servernet;
  return params;
}

/// A servernet packet with these words: the head, three bytes of header, the words, the CRC.
std::vector<Flit> servernet_packet(const std::vector<std::uint32_t>& words) {
  PacketRecord record;
  record.destination = NodeId(0);
  record.flits = port::packet_flits(port::PacketFormat::servernet, static_cast<std::uint32_t>(words.size()));
  port::Framer framer;
  start(port::PacketFormat::servernet, framer);
  std::vector<Flit> flits;
  for (std::uint32_t n = 0; n < record.flits; ++n) {
    const bool is_word = port::carries_word(port::PacketFormat::servernet, n, record.flits);
    const std::uint32_t data = is_word ? port::frame_word(port::PacketFormat::servernet, framer, words[(n - 4) / 4], n)
                                       : port::frame(port::PacketFormat::servernet, framer, record, n);
    flits.emplace_back(n == 0                  ? FlitKind::head
                       : n + 1 == record.flits ? FlitKind::tail
                                               : FlitKind::body,
                       VcId(0), data, 0);
  }
  return flits;
}

}  // namespace

TEST_CASE("a word is in NIC memory the cycle after the edge that samples its fourth byte, and the packet with the CRC",
          "[quick]") {
  NicBench bench(of_bytes());
  bench.idle(5);
  bench.give_buffer(0, 8, 0x400);
  const std::vector<Flit> flits = packet({0x01020304, 0xa1b2c3d4});
  for (unsigned i = 0; i < 5 + 4; ++i) bench.step(flits[i]);
  REQUIRE(bench.memory(0x400) == 0);
  bench.step(flits[9]);
  REQUIRE(bench.memory(0x400) == 0x01020304);
  for (unsigned i = 10; i < 13; ++i) bench.step(flits[i]);
  REQUIRE(bench.memory(0x404) == 0);
  bench.step(flits[13]);  // the CRC
  REQUIRE(bench.memory(0x404) == 0xa1b2c3d4);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
  bench.step();
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 1u << NIC_EVENT_RX_DONE);
  REQUIRE(bench.read(NIC_RX_DONE_WORDS) == 2);
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == 0);
}

TEST_CASE("a byte changed on the way is reported in the status, CORRUPT, at any position") {
  const unsigned changed = GENERATE(0u, 3u, 6u, 12u, 13u);
  NicBench bench(of_bytes());
  bench.idle(5);
  bench.give_buffer(0, 8, 0x400);
  std::vector<Flit> flits = packet({7, 8});
  flits[changed] = flits[changed].with_data(flits[changed].data() ^ 1);
  for (const Flit flit : flits) bench.step(flit);
  bench.step();
  REQUIRE(bench.read(NIC_RX_DONE_WORDS) == 2);
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == NIC_RX_CORRUPT);
}

TEST_CASE("the mark of a congested switch is in the status of its packet, and of no other") {
  for (const nic::WhenFull when_full : {nic::WhenFull::drop, nic::WhenFull::stop})
    for (const bool first : {false, true}) {
      NicBench bench(of_bytes(when_full));
      bench.idle(5);
      bench.give_buffer(0, 8, 0x400);
      bench.give_buffer(0, 8, 0x440);
      for (const bool marked : {first, !first}) {
        std::vector<Flit> flits = packet({0x01020304, 8});
        if (marked) flits[0] = flits[0].marked();
        for (const Flit flit : flits) bench.step(flit);
        bench.idle(8);
      }
      const nic::Queue<nic::ReceivedPacket>& received = bench.state().receive.received;
      REQUIRE(received.count == 2);
      const auto mark = std::uint32_t{NIC_RX_MARKED};
      CHECK(received.at(0).status == (first ? mark : 0));
      CHECK(received.at(1).status == (first ? 0 : mark));
      CHECK(bench.memory(0x440) == 0x01020304);
    }
}

TEST_CASE("the class is known from the first byte of the first word, and a packet without words is dropped") {
  NicBench bench(of_bytes());
  bench.idle(5);
  bench.give_buffer(2, 8, 0x400);
  for (const Flit flit : packet({})) bench.step(flit);
  bench.step();
  REQUIRE(bench.read(NIC_RX_DROPPED) == 1);
  const std::vector<Flit> flits = packet({2u << 30 | 5});
  for (unsigned i = 0; i < 6; ++i) bench.step(flits[i]);
  REQUIRE(bench.state().receive.lanes[0].filling);
  for (unsigned i = 6; i < 10; ++i) bench.step(flits[i]);
  bench.step();
  REQUIRE(bench.memory(0x400) == (2u << 30 | 5));
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == 2u << 8);
}

TEST_CASE("a packet of bytes that is cut short is delivered with its complete words") {
  NicBench bench(of_bytes());
  bench.idle(5);
  bench.give_buffer(0, 8, 0x400);
  const std::vector<Flit> flits = packet({7, 8});
  for (unsigned i = 0; i < 5 + 6; ++i) bench.step(flits[i]);
  bench.step(Flit(FlitKind::abort, VcId(0), 0, 0));
  bench.step();
  REQUIRE(bench.read(NIC_RX_DONE_WORDS) == 1);
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == NIC_RX_TRUNCATED);
}

TEST_CASE("a packet that ends within its first word is delivered without a word; it is dropped only without a buffer") {
  const bool has_buffer = GENERATE(true, false);
  NicBench bench(of_bytes());
  bench.idle(5);
  if (has_buffer) bench.give_buffer(0, 8, 0x400);
  std::vector<Flit> flits = packet({7});
  flits.erase(flits.begin() + 6, flits.end() - 1);  // the header, the first byte of the word, and the CRC are left
  for (const Flit flit : flits) bench.step(flit);
  REQUIRE(bench.state().receive.received.count == 0);
  bench.step();
  REQUIRE(bench.state().receive.received.count == (has_buffer ? 1 : 0));
  REQUIRE(bench.read(NIC_RX_DONE_BUFFER) == (has_buffer ? 0x400 : 0));
  REQUIRE(bench.read(NIC_RX_DONE_WORDS) == 0);
  REQUIRE(bench.read(NIC_RX_DROPPED) == (has_buffer ? 0 : 1));
}

TEST_CASE("if the link is held back a packet of bytes waits before its first word", "[quick]") {
  NicBench bench(of_bytes(nic::WhenFull::stop));
  bench.idle(5);
  const std::vector<Flit> flits = packet({9});
  for (const Flit flit : flits) bench.step(flit);
  bench.idle(5);
  REQUIRE(bench.state().receive.fifos[0].count == 5);  // the word, and the CRC
  REQUIRE(bench.stop_out() == 1);
  bench.give_buffer(0, 8, 0x400);
  bench.idle(6);
  REQUIRE(bench.memory(0x400) == 9);
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == 0);
  REQUIRE(bench.read(NIC_RX_DONE_WORDS) == 1);
}

TEST_CASE("servernet: the CRC comes like a word, is none, and ends the packet", "[quick]") {
  NicBench bench(of_servernet());
  bench.idle(5);
  bench.give_buffer(0, 8, 0x400);
  const std::vector<Flit> flits = servernet_packet({0x01020304, 0xa1b2c3d4});
  REQUIRE(flits.size() == 16);
  for (unsigned i = 0; i < 12; ++i) bench.step(flits[i]);
  bench.step(flits[12]);  // the first byte of the CRC
  REQUIRE(bench.memory(0x400) == 0x01020304);
  REQUIRE(bench.memory(0x404) == 0xa1b2c3d4);
  for (unsigned i = 13; i < 16; ++i) bench.step(flits[i]);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
  bench.step();
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 1u << NIC_EVENT_RX_DONE);
  REQUIRE(bench.read(NIC_RX_DONE_WORDS) == 2);
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == 0);
  REQUIRE(bench.memory(0x408) == 0);
}

TEST_CASE("servernet: a byte changed or lost behind the head is reported in the status, CORRUPT, at any position") {
  const bool lost = GENERATE(false, true);
  const unsigned at = GENERATE(1u, 3u, 4u, 7u, 11u, 12u, 14u);
  NicBench bench(of_servernet());
  bench.idle(5);
  bench.give_buffer(0, 8, 0x400);
  std::vector<Flit> flits = servernet_packet({7, 8});
  if (lost)
    flits.erase(flits.begin() + at);
  else
    flits[at] = flits[at].with_data(flits[at].data() ^ 1);
  for (const Flit flit : flits) bench.step(flit);
  bench.step();
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == NIC_RX_CORRUPT);
}

TEST_CASE("servernet: if the link is held back a packet waits before its first word") {
  NicBench bench(of_servernet(nic::WhenFull::stop));
  bench.idle(5);
  const std::vector<Flit> flits = servernet_packet({9});
  for (const Flit flit : flits) bench.step(flit);
  bench.idle(5);
  REQUIRE(bench.state().receive.fifos[0].count == 8);  // the word, and the CRC
  bench.give_buffer(0, 8, 0x400);
  bench.idle(9);
  REQUIRE(bench.memory(0x400) == 9);
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == 0);
  REQUIRE(bench.read(NIC_RX_DONE_WORDS) == 1);
}
