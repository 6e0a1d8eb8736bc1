// The control queue of the send engine, and TX_ABORT.
#include <catch2/catch.hpp>

#include <string>

#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using test::NicBench;

namespace {

nic::FirmwareErrorKind push_control(NicBench& bench, std::uint32_t header_words, std::uint32_t flags = 0) {
  return bench.push_packet(header_words, 0, flags, 0, true);
}

void push_cookie(NicBench& bench, std::uint32_t cookie, std::uint32_t words = 1) {
  bench.write(NIC_TX_COOKIE, cookie);
  REQUIRE(bench.push_packet(words, 0, NIC_TX_NOTIFY) == nic::FirmwareErrorKind::none);
}

/// Kinds of the flits of `edges` edges: h, b, t, a; "." for none.
std::string flits_of(NicBench& bench, unsigned edges) {
  std::string text;
  for (unsigned i = 0; i < edges; ++i) {
    const Flit flit = bench.step();
    text += !flit.valid()                    ? '.'
            : flit.kind() == FlitKind::head  ? 'h'
            : flit.kind() == FlitKind::body  ? 'b'
            : flit.kind() == FlitKind::tail  ? 't'
            : flit.kind() == FlitKind::abort ? 'a'
                                             : '?';
  }
  return text;
}

}  // namespace

TEST_CASE("a control packet leaves before packets that have not begun, and does not interrupt one", "[quick]") {
  NicBench bench;
  bench.idle(3);
  bench.memory(0x100) = 5;
  push_cookie(bench, 1, 3);
  push_cookie(bench, 2, 3);
  REQUIRE(bench.step().kind() == FlitKind::head);
  bench.write(NIC_TX_HEADER, 0x300);
  bench.memory(0x300) = 99;
  bench.write(NIC_TX_HEADER_WORDS, 1);
  bench.write(NIC_TX_PUSH_CONTROL, 1);
  CHECK(bench.read(NIC_TX_CONTROL_SPACE) == 63);
  CHECK(flits_of(bench, 3) == "bbt");  // the packet that had begun
  CHECK(bench.step().kind() == FlitKind::head);
  CHECK(bench.step().data() == 99);
  CHECK(bench.read(NIC_TX_CONTROL_SPACE) == 64);
  CHECK(flits_of(bench, 5) == "hbbt.");
  CHECK(bench.port().packets_sent == 3);
}

TEST_CASE("a control packet goes before one whose head is still held back by STOP, or waits for its slot") {
  const bool waits_for_slot = GENERATE(false, true);
  NicBench bench;
  bench.idle(3);
  bench.step(Flit(), 1);
  REQUIRE(bench.push_packet(3, 0, waits_for_slot ? NIC_TX_AT_SLOT : 0, 5) == nic::FirmwareErrorKind::none);
  CHECK_FALSE(bench.step(Flit(), 1).valid());
  push_control(bench, 1);
  CHECK_FALSE(bench.step(Flit(), 0).valid());
  CHECK(flits_of(bench, 7) == (waits_for_slot ? "ht....." : "hthbbt."));
}

TEST_CASE("control packets leave in the order in which they were pushed, and have TX_DONE") {
  NicBench bench;
  bench.idle(3);
  for (const std::uint32_t cookie : {7u, 8u}) {
    bench.write(NIC_TX_COOKIE, cookie);
    push_control(bench, 1, NIC_TX_NOTIFY);
  }
  CHECK(flits_of(bench, 5) == "htht.");
  CHECK(bench.read(NIC_TX_DONE_COOKIE) == 7);
  bench.write(NIC_TX_DONE_POP, 1);
  CHECK(bench.read(NIC_TX_DONE_COOKIE) == 8);
}

TEST_CASE("the control queue takes 64 packets while the other is full") {
  NicBench bench;
  bench.step();
  for (unsigned i = 0; i < 16; ++i) REQUIRE(bench.push_packet(1, 0) == nic::FirmwareErrorKind::none);
  CHECK(bench.push_packet(1, 0) == nic::FirmwareErrorKind::full_queue);
  for (unsigned i = 0; i < 64; ++i) REQUIRE(push_control(bench, 1) == nic::FirmwareErrorKind::none);
  CHECK(push_control(bench, 1) == nic::FirmwareErrorKind::full_queue);
}

TEST_CASE("TX_ABORT at edge N ends the packet being sent with an abort flit in cycle N + 1", "[quick]") {
  NicBench bench;
  bench.idle(3);
  push_cookie(bench, 40, 8);
  push_cookie(bench, 41, 1);
  CHECK(flits_of(bench, 4) == "hbbb");
  CHECK(bench.write(NIC_TX_ABORT, 40) == nic::FirmwareErrorKind::none);
  CHECK(flits_of(bench, 4) == "aht.");
  CHECK(bench.read(NIC_TX_DONE_COOKIE) == 40);
  CHECK(bench.read(NIC_TX_DONE_STATUS) == NIC_TX_ABORTED);
  bench.write(NIC_TX_DONE_POP, 1);
  CHECK(bench.read(NIC_TX_DONE_STATUS) == 0);
}

TEST_CASE("TX_ABORT in the cycle of the head ends the packet before its first word") {
  NicBench bench;
  bench.idle(3);
  push_cookie(bench, 40, 8);
  CHECK(bench.step().kind() == FlitKind::head);
  bench.write(NIC_TX_ABORT, 40);
  CHECK(flits_of(bench, 2) == "a.");
}

TEST_CASE("TX_ABORT removes a packet that has not begun, wherever it is in the queue") {
  const std::uint32_t which = GENERATE(50u, 51u, 52u);
  NicBench bench;
  bench.idle(3);
  bench.step(Flit(), 1);
  for (const std::uint32_t cookie : {50u, 51u, 52u}) push_cookie(bench, cookie);
  bench.step(Flit(), 1);
  bench.write(NIC_TX_ABORT, which);
  CHECK(bench.read(NIC_TX_SPACE) == 14);
  CHECK(bench.read(NIC_TX_DONE_COOKIE) == which);
  CHECK(bench.read(NIC_TX_DONE_STATUS) == NIC_TX_REMOVED);
  bench.step();
  CHECK(flits_of(bench, 6) == "htht..");
  CHECK(bench.port().packets_sent == 2);
  CHECK(bench.state().send.sent.count == 3);
}

TEST_CASE("TX_ABORT of the only packet leaves nothing to be sent, and no demand") {
  NicBench bench;
  bench.idle(3);
  bench.step(Flit(), 1);
  push_cookie(bench, 50);
  bench.step(Flit(), 1);
  bench.step(Flit(), 1);
  bench.write(NIC_TX_ABORT, 50);
  const std::uint64_t demanded = port::demanded_cycles(bench.port(), bench.now);
  CHECK(demanded == 2);
  bench.idle(5);
  CHECK(port::demanded_cycles(bench.port(), bench.now) == demanded);
  CHECK(bench.port().packets_sent == 0);
}

TEST_CASE("TX_ABORT of a cookie that is not there, or of a packet whose last word has left, does nothing") {
  NicBench bench;
  bench.idle(3);
  push_cookie(bench, 60, 2);
  CHECK(bench.write(NIC_TX_ABORT, 61) == nic::FirmwareErrorKind::none);
  CHECK(flits_of(bench, 3) == "hbt");
  CHECK(bench.write(NIC_TX_ABORT, 60) == nic::FirmwareErrorKind::none);
  CHECK(flits_of(bench, 2) == "..");
  CHECK(bench.read(NIC_TX_DONE_STATUS) == 0);
}

TEST_CASE("TX_ABORT within the trailer of a packet, whose words have left, does nothing") {
  nic::Params params = test::nic_params();
  params.format = port::PacketFormat::servernet;  // 4 flits of header, a word of 4, a trailer of 4
  params.most_packet_words = 16;
  NicBench bench(params);
  bench.idle(3);
  push_cookie(bench, 60, 1);
  CHECK(flits_of(bench, 9) == "hbbbbbbbb");
  CHECK(bench.write(NIC_TX_ABORT, 60) == nic::FirmwareErrorKind::none);
  CHECK(flits_of(bench, 4) == "bbt.");
  CHECK(bench.read(NIC_TX_DONE_STATUS) == 0);
}
