// The barrier port of an interface, through its registers and at its pins, edge by edge.
#include <catch2/catch.hpp>

#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using barrier_unit::Address;
using barrier_unit::Message;
using barrier_unit::Type;
using nic::FirmwareErrorKind;
using test::NicBench;

namespace {

NicBench with_barriers(std::uint8_t virtual_channels = 1) {
  return NicBench(test::nic_params(), 0, 1000, virtual_channels, true);
}

Message message(std::uint8_t group) {
  Message m;
  m.type = Type::reduce;
  m.group = group;
  m.to = Address::of_switch(3);
  m.from = Address::of_host(0);
  return m;
}

FirmwareErrorKind push_message(NicBench& bench, const Message& m) {
  bench.write(NIC_BARRIER_TX_FIRST, m.flits()[0]);
  bench.write(NIC_BARRIER_TX_SECOND, m.flits()[1]);
  return bench.write(NIC_BARRIER_TX_PUSH, 1);
}

Flit flit_of(const Message& m, unsigned n) {
  return Flit(n == 0 ? FlitKind::barrier_first : FlitKind::barrier_second, VcId(0), m.flits()[n], 0);
}

}  // namespace

TEST_CASE("a message pushed at edge N is on flit_out in cycles N + 1 and N + 2", "[barrier]") {
  NicBench bench = with_barriers();
  bench.idle(5);
  REQUIRE(bench.read(NIC_BARRIER_TX_SPACE) == 8);
  REQUIRE(push_message(bench, message(7)) == FirmwareErrorKind::none);
  REQUIRE(bench.read(NIC_BARRIER_TX_SPACE) == 7);
  REQUIRE(bench.step() == flit_of(message(7), 0));
  REQUIRE(bench.wake == bench.now);
  REQUIRE(bench.step() == flit_of(message(7), 1));
  REQUIRE(!bench.step().valid());
  REQUIRE(bench.wake == never);
}

TEST_CASE("a message goes between the flits of a packet, which then continues", "[barrier]") {
  NicBench bench = with_barriers();
  bench.idle(5);
  REQUIRE(bench.push_packet(2, 3) == FirmwareErrorKind::none);
  REQUIRE(bench.step().kind() == FlitKind::head);
  REQUIRE(bench.step().kind() == FlitKind::body);
  REQUIRE(push_message(bench, message(1)) == FirmwareErrorKind::none);
  REQUIRE(bench.step() == flit_of(message(1), 0));
  REQUIRE(bench.step() == flit_of(message(1), 1));
  for (unsigned i = 0; i < 3; ++i) REQUIRE(bench.step().kind() == FlitKind::body);
  REQUIRE(bench.step().kind() == FlitKind::tail);
}

TEST_CASE("STOP of the barrier channel holds back messages and no packet, STOP of the packets no message",
          "[barrier]") {
  NicBench bench = with_barriers(2);
  bench.step(Flit(), 0b100);
  bench.step(Flit(), 0b100);
  REQUIRE(push_message(bench, message(1)) == FirmwareErrorKind::none);
  REQUIRE(bench.push_packet(1, 1) == FirmwareErrorKind::none);
  REQUIRE(bench.step(Flit(), 0b100).kind() == FlitKind::head);
  for (unsigned i = 0; i < 8; ++i) REQUIRE_FALSE(bench.step(Flit(), 0b100).is_barrier());
  REQUIRE(bench.push_packet(1, 1) == FirmwareErrorKind::none);
  REQUIRE(bench.step(Flit(), 0b011).kind() == FlitKind::head);
  REQUIRE(bench.step(Flit(), 0b011) == flit_of(message(1), 0));
  REQUIRE(bench.step(Flit(), 0b011) == flit_of(message(1), 1));
  REQUIRE(!bench.step(Flit(), 0b011).valid());
}

TEST_CASE("a message whose second flit is sampled at edge N is an event in cycle N, and no packet",
          "[barrier][quick]") {
  NicBench bench = with_barriers();
  bench.give_buffer(0, 8, 0x400);
  bench.idle(5);
  const auto pending = [&] { return (bench.read(NIC_EVENT_PENDING) >> NIC_EVENT_BARRIER & 1) != 0; };
  bench.step(flit_of(message(9), 0));
  REQUIRE(!pending());
  bench.step(flit_of(message(9), 1));
  REQUIRE(pending());
  bench.step(flit_of(message(4), 0));
  bench.step(flit_of(message(4), 1));
  REQUIRE(bench.read(NIC_BARRIER_RX_FIRST) == message(9).flits()[0]);
  REQUIRE(bench.read(NIC_BARRIER_RX_SECOND) == message(9).flits()[1]);
  bench.write(NIC_BARRIER_RX_POP, 1);
  REQUIRE(bench.read(NIC_BARRIER_RX_FIRST) == message(4).flits()[0]);
  bench.write(NIC_BARRIER_RX_POP, 1);
  REQUIRE(!pending());
  bench.write(NIC_BARRIER_RX_POP, 1);
  REQUIRE(!pending());
  REQUIRE(bench.state().receive.packets + bench.state().receive.dropped == 0);
  REQUIRE(!bench.port().errors.any());
}

TEST_CASE("barrier flits and padding between the flits of a packet leave it whole", "[barrier][quick]") {
  NicBench bench = with_barriers();
  bench.give_buffer(0, 8, 0x400);
  for (const Flit flit : NicBench::packet(3, 100)) {
    bench.step(flit);
    bench.step(flit_of(message(1), 0));
    bench.step(flit_of(message(1), 1));
    bench.step(Flit(FlitKind::padding, VcId(0), 0, 0));
  }
  bench.idle(2);
  REQUIRE(bench.read(NIC_RX_DONE_WORDS) == 3);
  for (std::uint32_t i = 0; i < 3; ++i) REQUIRE(bench.memory(0x400 + 4 * i) == 100 + i);
  REQUIRE(bench.port().barrier->padding == 4);
  REQUIRE(bench.port().barrier->in_count == 4);
}

TEST_CASE("a push to a full barrier port is an error, and any push if switches have no barriers", "[barrier]") {
  NicBench bench = with_barriers();
  bench.step(Flit(), 0b10);
  for (unsigned i = 0; i < barrier::HostPort::out_depth; ++i)
    REQUIRE(push_message(bench, message(1)) == FirmwareErrorKind::none);
  REQUIRE(push_message(bench, message(1)) == FirmwareErrorKind::full_queue);
  NicBench without;
  without.idle(2);
  REQUIRE(without.read(NIC_BARRIER_TX_SPACE) == 0);
  REQUIRE(push_message(without, message(1)) == FirmwareErrorKind::full_queue);
}

TEST_CASE("refused builds of one group are one message, however many arrive: only others fill the queue", "[barrier]") {
  NicBench bench = with_barriers();
  const auto come = [&](Message m, std::uint16_t from) {
    m.from = Address::of_host(from);
    bench.step(flit_of(m, 0));
    bench.step(flit_of(m, 1));
  };
  Message refused = message(1);
  refused.type = Type::build;
  refused.refused = true;
  Message other_group = refused, build = refused, later = refused;
  other_group.group = 2;
  build.refused = false;
  later.phase = true;
  for (std::uint16_t from = 0; from < 40; ++from) {
    come(refused, from);
    come(other_group, from);
  }
  REQUIRE(bench.port().barrier->in_count == 2);
  come(build, 7);
  come(later, 7);
  REQUIRE(bench.port().barrier->in_count == 4);
  REQUIRE(bench.read(NIC_BARRIER_RX_SECOND) >> 16 == refused.flits()[1] >> 16);
  bench.write(NIC_BARRIER_RX_POP, 1);
  come(refused, 9);
  REQUIRE(bench.port().barrier->in_count == 4);
  REQUIRE(bench.port().barrier->lost == 0);
  for (unsigned i = 0; i < barrier::HostPort::in_depth; ++i) come(message(3), 1);
  REQUIRE(bench.port().barrier->in_count == barrier::HostPort::in_depth);
  REQUIRE(bench.port().barrier->lost == 4);
}
