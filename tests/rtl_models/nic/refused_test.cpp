// Refused packets, reserved buffers, and control packets of the receive engine.
#include <catch2/catch.hpp>

#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using test::class_2;
using test::NicBench;
using test::take;

namespace {

bool is_pending(NicBench& bench, nic_event event) { return (bench.read(NIC_EVENT_PENDING) >> event & 1) != 0; }

}  // namespace

TEST_CASE("a packet without a buffer is refused in the cycle in which its word 3 is sampled", "[quick]") {
  NicBench bench;
  bench.idle(2);
  bench.write(NIC_RX_REFUSED_CLASSES, 1u << 2);
  const std::vector<Flit> flits = NicBench::packet(6, class_2 + 5);
  for (unsigned i = 0; i < 4; ++i) bench.step(flits[i]);
  CHECK_FALSE(is_pending(bench, NIC_EVENT_RX_REFUSED));
  bench.step(flits[4]);
  CHECK(is_pending(bench, NIC_EVENT_RX_REFUSED));
  for (std::uint32_t i = 0; i < 4; ++i) CHECK(bench.read(NIC_RX_REFUSED_FIRST + 4 * i) == class_2 + 5 + i);
  bench.write(NIC_RX_REFUSED_POP, 1);
  bench.step(flits[5]);
  bench.step(flits[6]);
  bench.idle(2);
  CHECK(bench.read(NIC_EVENT_PENDING) == 0);
  CHECK(bench.read(NIC_RX_DROPPED) == 1);
}

TEST_CASE("a refused packet of fewer words has 0 for the others; a cut one is not reported") {
  NicBench bench;
  bench.idle(2);
  bench.write(NIC_RX_REFUSED_CLASSES, 1);
  take(bench, NicBench::packet(2, 9));
  CHECK(bench.read(NIC_RX_REFUSED_FIRST + 4) == 10);
  CHECK(bench.read(NIC_RX_REFUSED_FIRST + 8) == 0);
  bench.write(NIC_RX_REFUSED_POP, 1);
  const std::vector<Flit> flits = NicBench::packet(6, 20);
  for (unsigned i = 0; i < 3; ++i) bench.step(flits[i]);
  bench.step(Flit(FlitKind::abort, VcId(0), 0, 0));
  bench.idle(2);
  CHECK_FALSE(is_pending(bench, NIC_EVENT_RX_REFUSED));
  CHECK(bench.read(NIC_RX_DROPPED) == 2);
}

TEST_CASE("packets of other classes are dropped without a report, and those that find the queue full are counted") {
  NicBench bench;
  bench.idle(2);
  bench.write(NIC_RX_REFUSED_CLASSES, 1);
  take(bench, NicBench::packet(5, class_2));
  CHECK_FALSE(is_pending(bench, NIC_EVENT_RX_REFUSED));
  for (unsigned i = 0; i < 130; ++i) take(bench, NicBench::packet(4, i));
  CHECK(bench.read(NIC_RX_REFUSED_LOST) == 2);
  CHECK(bench.state().receive.refused.count == 128);
}

TEST_CASE("reserved buffers are for packets that claim them", "[quick]") {
  NicBench bench;
  bench.idle(2);
  bench.give_buffer(0, 8, 0x400);
  bench.write(NIC_RX_FREE, 0x420);
  bench.write(NIC_RX_RESERVED, 1);
  CHECK(bench.read(NIC_RX_RESERVED) == 1);
  take(bench, NicBench::packet(2, 1));
  take(bench, NicBench::packet(2, 1));
  bench.step();
  CHECK(bench.read(NIC_RX_DROPPED) == 1);
  CHECK(bench.state().receive.received.count == 1);
  take(bench, NicBench::packet(2, NIC_PACKET_CLAIMS + 1));
  bench.step();
  CHECK(bench.state().receive.received.count == 2);
  CHECK(bench.write(NIC_RX_RESERVED, 65) == nic::FirmwareErrorKind::bad_value);
}

TEST_CASE("packets of a control class come to their own queue, and to none for headers", "[quick]") {
  NicBench bench;
  bench.idle(2);
  bench.write(NIC_RX_HEADER_WORDS, 1);
  bench.write(NIC_RX_CONTROL_CLASSES, 1u << 2);
  bench.give_buffer(0, 8, 0x400);
  bench.give_buffer(2, 8, 0x500);
  take(bench, NicBench::packet(2, class_2 + 1));
  CHECK(bench.read(NIC_EVENT_PENDING) == 0);
  bench.step();
  CHECK(bench.read(NIC_EVENT_PENDING) == 1u << NIC_EVENT_RX_CONTROL);
  CHECK(bench.read(NIC_RX_CONTROL_BUFFER) == 0x500);
  CHECK(bench.read(NIC_RX_CONTROL_WORDS) == 2);
  CHECK(bench.read(NIC_RX_CONTROL_STATUS) == 2u << 8);
  take(bench, NicBench::packet(2, 1));
  bench.step();
  bench.write(NIC_RX_CONTROL_POP, 1);
  CHECK(bench.read(NIC_EVENT_PENDING) == (1u << NIC_EVENT_RX_HEADER | 1u << NIC_EVENT_RX_DONE));
  CHECK(bench.write(NIC_RX_CONTROL_CLASSES, 16) == nic::FirmwareErrorKind::bad_value);
}
