#include <catch2/catch.hpp>

#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using test::NicBench;

TEST_CASE("a descriptor pushed at edge N has its head on flit_out in cycle N + 1 and word i in cycle N + 2 + i") {
  NicBench bench;
  bench.idle(3);
  bench.memory(0x100) = 11;
  bench.memory(0x104) = 12;
  bench.memory(0x200) = 13;
  REQUIRE(bench.push_packet(2, 1) == nic::FirmwareErrorKind::none);
  bench.push_packet(1, 0);
  const Flit head = bench.step();
  REQUIRE(head.kind() == FlitKind::head);
  REQUIRE(head.data() == 1);  // its destination
  REQUIRE(bench.step().data() == 11);
  REQUIRE(bench.step().data() == 12);
  const Flit tail = bench.step();
  REQUIRE(tail.kind() == FlitKind::tail);
  REQUIRE(tail.data() == 13);
  REQUIRE(bench.step().kind() == FlitKind::head);  // of the next packet, right behind the tail
  const Flit second = bench.step();
  REQUIRE(second.kind() == FlitKind::tail);
  REQUIRE(second.data() == 11);
  REQUIRE(!bench.step().valid());
  REQUIRE(bench.port().packets_sent == 2);
  REQUIRE(bench.port().flits_sent == 6);
}

TEST_CASE("with two virtual channels a packet takes one that is not stopped, and stays on it to its tail") {
  NicBench bench(test::nic_params(), 0, 1000, 2);
  bench.idle(3);
  bench.step(Flit(), 1);  // STOP on channel 0
  bench.push_packet(1, 2);
  bench.push_packet(1, 0);
  const auto require_on = [](Flit flit, FlitKind kind, unsigned vc) {
    REQUIRE(flit.kind() == kind);
    REQUIRE(flit.vc().value == vc);
  };
  require_on(bench.step(Flit(), 1), FlitKind::head, 1);
  require_on(bench.step(Flit(), 1), FlitKind::body, 1);
  require_on(bench.step(Flit(), 2), FlitKind::body, 1);  // samples STOP on channel 1, and GO on channel 0
  for (unsigned i = 0; i < 3; ++i) REQUIRE(!bench.step(Flit(), 2).valid());
  REQUIRE(!bench.step().valid());
  require_on(bench.step(), FlitKind::tail, 1);
  require_on(bench.step(), FlitKind::head, 0);
  require_on(bench.step(), FlitKind::tail, 0);
}

TEST_CASE("TX_DONE comes in the cycle of the tail, for packets that ask for it", "[quick]") {
  NicBench bench;
  bench.idle(3);
  bench.write(NIC_TX_COOKIE, 77);
  bench.push_packet(1, 0);
  bench.push_packet(1, 0, NIC_TX_NOTIFY);
  bench.idle(3);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
  REQUIRE(bench.step().kind() == FlitKind::tail);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 1u << NIC_EVENT_TX_DONE);
  REQUIRE(bench.read(NIC_TX_DONE_COOKIE) == 77);
  REQUIRE(bench.state().send.sent.count == 1);
}

TEST_CASE("cycles in which a flit is held back by STOP are counted, in TX_DONE_STOPPED too") {
  NicBench bench;
  bench.idle(3);
  bench.push_packet(4, 0, NIC_TX_NOTIFY);
  REQUIRE(bench.step(Flit(), 0).valid());
  REQUIRE(bench.step(Flit(), 1).valid());  // STOP sampled here gates the next edge
  for (unsigned i = 0; i < 6; ++i) REQUIRE(!bench.step(Flit(), 1).valid());
  REQUIRE(!bench.step(Flit(), 0).valid());  // GO sampled here opens the next
  REQUIRE(bench.step().valid());
  bench.idle(2);
  REQUIRE(bench.read(NIC_TX_DONE_STOPPED) == 7);
  REQUIRE(bench.port().packets_sent == 1);
}

TEST_CASE("cut-through sends a word two edges after it is written, and waits for words that have not arrived",
          "[quick]") {
  NicBench bench;
  bench.idle(3);
  bench.give_buffer(0, 8, 0x200);
  const std::vector<Flit> flits = NicBench::packet(4, 40);
  bench.step(flits[0]);
  bench.step(flits[1]);
  bench.step(flits[2]);  // word 0 is in memory, word 1 in its register
  bench.push_packet(1, 4, NIC_TX_FOLLOW);
  REQUIRE(bench.step().kind() == FlitKind::head);
  REQUIRE(bench.step().valid());  // the header word
  REQUIRE(bench.step().data() == 40);
  REQUIRE(bench.step().data() == 41);
  REQUIRE(!bench.step().valid());
  REQUIRE(!bench.step(flits[3]).valid());  // sampled at N
  REQUIRE(!bench.step(flits[4]).valid());  // written at N + 1
  REQUIRE(!bench.step().valid());          // read at N + 2
  REQUIRE(bench.step().data() == 42);
  const Flit tail = bench.step();
  REQUIRE(tail.data() == 43);
  REQUIRE(tail.kind() == FlitKind::tail);
}

TEST_CASE("if the packet that is followed is cut short an abort flit ends the worm") {
  NicBench bench;
  bench.idle(3);
  bench.give_buffer(0, 8, 0x200);
  const std::vector<Flit> flits = NicBench::packet(4, 40);
  for (unsigned i = 0; i < 3; ++i) bench.step(flits[i]);
  bench.push_packet(1, 4, NIC_TX_FOLLOW | NIC_TX_NOTIFY);
  bench.push_packet(1, 0);
  bench.idle(5);
  bench.step(Flit(FlitKind::abort, VcId(0), 0, 0));
  REQUIRE(!bench.step().valid());
  REQUIRE(bench.step().kind() == FlitKind::abort);
  REQUIRE(bench.read(NIC_TX_DONE_STATUS) == 1);
  REQUIRE(bench.step().kind() == FlitKind::head);
  REQUIRE(bench.step().kind() == FlitKind::tail);
}

TEST_CASE(
    "a packet that was cut short before its follower was pushed also cuts the follower, at any place in RX_DONE") {
  const unsigned whole_before = GENERATE(0u, 1u, 2u);
  NicBench bench;
  bench.idle(3);
  for (unsigned i = 0; i < whole_before; ++i) {
    bench.give_buffer(0, 8, 0x400);
    for (const Flit flit : NicBench::packet(1, 30)) bench.step(flit);
    bench.step();
  }
  bench.give_buffer(0, 8, 0x200);
  const std::vector<Flit> flits = NicBench::packet(4, 40);
  for (unsigned i = 0; i < 3; ++i) bench.step(flits[i]);
  bench.step(Flit(FlitKind::abort, VcId(0), 0, 0));
  bench.step();
  bench.push_packet(1, 4, NIC_TX_FOLLOW);
  REQUIRE(bench.step().kind() == FlitKind::head);
  REQUIRE(bench.step().kind() == FlitKind::abort);
}

TEST_CASE(
    "a packet cut short cuts a packet sent from the last word of its buffer, not from the word after the buffer") {
  const bool in_buffer = GENERATE(true, false);
  NicBench bench;
  bench.idle(3);
  bench.memory(0x200) = 99;
  bench.give_buffer(0, 8, in_buffer ? 0x1e4 : 0x1e0);  // 8 words: up to 0x200, or up to 0x1fc
  const std::vector<Flit> flits = NicBench::packet(4, 40);
  for (unsigned i = 0; i < 3; ++i) bench.step(flits[i]);
  bench.step(Flit(FlitKind::abort, VcId(0), 0, 0));
  bench.step();
  bench.push_packet(1, 1, NIC_TX_FOLLOW);  // its payload is the word at 0x200
  REQUIRE(bench.step().kind() == FlitKind::head);
  REQUIRE(bench.step().kind() == (in_buffer ? FlitKind::abort : FlitKind::body));
  if (in_buffer) return;
  const Flit tail = bench.step();
  REQUIRE(tail.kind() == FlitKind::tail);
  REQUIRE(tail.data() == 99);
}

TEST_CASE("with one port the receive engine is served before the send engine", "[quick]") {
  nic::Params params = test::nic_params();
  params.memory_ports = 1;
  NicBench bench(params);
  bench.idle(3);
  bench.give_buffer(0, 8, 0x400);
  const std::vector<Flit> flits = NicBench::packet(4, 40);
  bench.step(flits[0]);
  bench.step(flits[1]);  // its word takes the port at the next edge, and so do the next ones
  bench.push_packet(2, 0);
  REQUIRE(bench.step(flits[2]).kind() == FlitKind::head);
  REQUIRE(!bench.step(flits[3]).valid());
  REQUIRE(!bench.step(flits[4]).valid());
  REQUIRE(!bench.step().valid());
  REQUIRE(!bench.step().valid());  // read now
  REQUIRE(bench.step().valid());
  REQUIRE(bench.step().kind() == FlitKind::tail);
  REQUIRE(bench.state().memory.waits == 4);
  for (std::uint32_t i = 0; i < 4; ++i) REQUIRE(bench.memory(0x400 + 4 * i) == 40 + i);
}

TEST_CASE("with STAMP the tick at which the head leaves is in NIC memory an edge later", "[quick]") {
  NicBench bench(test::nic_params(), std::uint64_t{1} << 62);  // one edge in four is no tick
  bench.idle(17);
  bench.write(NIC_TX_STAMP_ADDRESS, 0x300);
  REQUIRE(bench.push_packet(2, 3, NIC_TX_STAMP) == nic::FirmwareErrorKind::none);
  std::uint32_t tick = bench.read(NIC_TICK);
  while (!bench.step().opens_worm()) tick = bench.read(NIC_TICK);
  CHECK(tick < 17);
  CHECK(bench.memory(0x300) == 0);
  bench.step();
  CHECK(bench.memory(0x300) == tick);
  bench.idle(20);
  CHECK(bench.memory(0x300) == tick);
}

TEST_CASE("a stamp in the header of its own packet goes on the wire") {
  NicBench bench;
  bench.idle(7);
  bench.write(NIC_TX_STAMP_ADDRESS, 0x104);
  REQUIRE(bench.push_packet(2, 0, NIC_TX_STAMP) == nic::FirmwareErrorKind::none);
  std::uint32_t tick = bench.read(NIC_TICK);
  while (!bench.step().opens_worm()) tick = bench.read(NIC_TICK);
  std::vector<Flit> flits;
  for (unsigned i = 0; i < 6; ++i)
    if (const Flit flit = bench.step(); flit.valid()) flits.push_back(flit);
  REQUIRE(flits.size() == 2);
  CHECK(flits[1].data() == tick);
}

TEST_CASE("a stamp waits for a port of the memory, and the next word follows it") {
  nic::Params params = test::nic_params();
  params.memory_ports = 1;
  NicBench bench(params);
  bench.give_buffer(0, 32, 0x400);
  bench.write(NIC_TX_STAMP_ADDRESS, 0x300);
  const std::vector<Flit> arriving = NicBench::packet(12, 1);
  for (unsigned i = 0; i < 3; ++i) bench.step(arriving[i]);
  REQUIRE(bench.push_packet(2, 0, NIC_TX_STAMP) == nic::FirmwareErrorKind::none);
  const std::uint32_t tick = bench.read(NIC_TICK);
  REQUIRE(bench.step(arriving[3]).opens_worm());
  for (unsigned i = 4; i < arriving.size(); ++i) REQUIRE_FALSE(bench.step(arriving[i]).valid());
  CHECK(bench.memory(0x300) == 0);
  bench.step();  // the receive engine writes its last word
  CHECK(bench.memory(0x300) == 0);
  bench.step();
  CHECK(bench.memory(0x300) == tick);
  bench.idle(6);
  CHECK(bench.state().send.descriptors.empty());
}

TEST_CASE("without STAMP nothing is written, and an address of no word is refused") {
  NicBench bench;
  bench.write(NIC_TX_STAMP_ADDRESS, 0x300);
  REQUIRE(bench.push_packet(2, 0) == nic::FirmwareErrorKind::none);
  bench.idle(10);
  CHECK(bench.memory(0x300) == 0);
  bench.write(NIC_TX_STAMP_ADDRESS, 0x301);
  CHECK(bench.push_packet(2, 0, NIC_TX_STAMP) == nic::FirmwareErrorKind::bad_descriptor);
  CHECK(bench.push_packet(2, 0) == nic::FirmwareErrorKind::none);
}
