#include "testbench/statistics/nic_totals.hpp"

#include <catch2/catch.hpp>

using namespace slackline;
using statistics::NicTotals;

namespace {

/// The report about an interface whose handler of RX_DONE failed in cycle 12.
std::string told(nic::FirmwareErrorKind kind, std::uint32_t value, nic::Said said = {}) {
  network::HostInterface state;
  state.nic.processor.error = {kind, NIC_EVENT_RX_DONE, Cycle(12), value, said};
  std::vector<statistics::InstanceError> errors;
  statistics::add_interface_errors(errors, "host3", state);
  REQUIRE(errors.size() == 1);
  CHECK(statistics::interface_error_count(state) == 1);
  return text_of(errors.front());
}

}  // namespace

TEST_CASE("counters of interfaces are added, the busiest processor is named") {
  network::HostInterface a, b;
  a.nic.processor.runs[NIC_EVENT_HOST] = 2;
  a.nic.processor.cycles[NIC_EVENT_HOST] = 30;
  a.nic.processor.waited[NIC_EVENT_HOST] = 5;
  a.nic.processor.cycles[nic::start_event] = 7;
  b.nic.processor.runs[NIC_EVENT_HOST] = 1;
  b.nic.processor.cycles[NIC_EVENT_HOST] = 40;
  a.nic.receive.dropped = 3;
  b.nic.memory.waits = 4;
  b.nic.send.stopped_total = 6;
  a.host.packets_sent = 9;
  b.host.packets_received = 8;
  NicTotals totals;
  statistics::add_interface(totals, "a", a, Cycle(100));
  statistics::add_interface(totals, "b", b, Cycle(100));
  CHECK(totals.handlers[NIC_EVENT_HOST].runs == 3);
  CHECK(totals.handlers[NIC_EVENT_HOST].cycles == 70);
  CHECK(totals.handlers[NIC_EVENT_HOST].waited == 5);
  CHECK(totals.handlers[nic::start_event].cycles == 7);
  CHECK(totals.busy_cycles == 77);
  CHECK(totals.busiest == "b");
  CHECK(totals.busiest_cycles == 40);
  CHECK(totals.packets_dropped == 3);
  CHECK(totals.memory_waits == 4);
  CHECK(totals.stopped_cycles == 6);
  CHECK(totals.posted == 9);
  CHECK(totals.done == 8);
}

TEST_CASE("a handler that still runs keeps its processor busy for the cycles that have passed, not for those to come") {
  const auto busy_before = [](std::uint64_t now) {
    network::HostInterface interface;
    interface.nic.processor.busy = true;
    interface.nic.processor.ends = Cycle(50);  // it has begun at edge 10
    interface.nic.processor.cycles[NIC_EVENT_HOST] = 40;
    NicTotals totals;
    statistics::add_interface(totals, "a", interface, Cycle(now));
    CHECK(totals.busiest_cycles == totals.busy_cycles);
    CHECK(totals.handlers[NIC_EVENT_HOST].cycles == 40);
    return totals.busy_cycles;
  };
  CHECK(busy_before(11) == 1);
  CHECK(busy_before(49) == 39);
  CHECK(busy_before(50) == 40);
  CHECK(busy_before(51) == 40);
}

TEST_CASE("messages without an end are open, and one that is both given up and done ends once", "[quick]") {
  network::HostInterface a, b;
  a.host.packets_sent = 20;
  a.host.failed = 3;
  b.host.packets_received = 9;
  b.host.failed_done = 2;
  NicTotals totals;
  statistics::add_interface(totals, "a", a, Cycle(100));
  statistics::add_interface(totals, "b", b, Cycle(100));
  CHECK(totals.open() == 20 - (9 + 3 - 2));
}

TEST_CASE("queues are reported at their fullest, free lists at their shortest, over all interfaces") {
  network::HostInterface a, b;
  a.nic.commands.fullest = 3;
  b.nic.commands.fullest = 2;
  b.nic.dma.done.fullest = 5;
  a.nic.receive.free[0].fullest = 8;  // none of them is in use
  a.nic.receive.fewest_free[0] = nic::free_depth;
  b.nic.receive.free[0].fullest = 8;
  b.nic.receive.fewest_free[0] = 6;
  a.nic.receive.free[2].fullest = 4;
  a.nic.receive.fewest_free[2] = nic::free_depth;
  NicTotals totals;
  statistics::add_interface(totals, "a", a, Cycle(100));
  statistics::add_interface(totals, "b", b, Cycle(100));
  CHECK(totals.fullest == std::array<std::uint32_t, 8>{3, 0, 0, 0, 0, 0, 0, 5});
  CHECK(totals.fewest_free[0] == 6u);
  CHECK_FALSE(totals.fewest_free[1]);
  CHECK(totals.fewest_free[2] == 4u);
}

TEST_CASE("an error of firmware names host, handler, cycle and subject, and quotes the firmware's message") {
  const std::string begin = "host3: firmware, handler of RX_DONE in cycle 12: ";
  CHECK(told(nic::FirmwareErrorKind::full_queue, NIC_TX_PUSH) == begin + "the queue is full: TX_PUSH");
  CHECK(told(nic::FirmwareErrorKind::bad_address, 4096) == begin + "no word of NIC memory is there: 0x1000");
  CHECK(told(nic::FirmwareErrorKind::unknown_register, 0x14) == begin + "there is no such register: 0x14");
  CHECK(told(nic::FirmwareErrorKind::endless, 10000001) == begin + "the handler does not end: 10000001 turns");
  CHECK(told(nic::FirmwareErrorKind::endless, 201) == begin + "the handler does not end: 201 calls in calls");
  CHECK(told(nic::FirmwareErrorKind::too_long, 70) == begin + "the handler takes longer than the watchdog allows: 70");
  CHECK(told(nic::FirmwareErrorKind::raised, 1, {"%u bytes more, %x left, %u", 16, 255}) ==
        begin + "the firmware cannot go on: ERROR = 1; it said: 16 bytes more, 0xff left, 255");
}

TEST_CASE("forbidden events at a host are reported by name and number") {
  network::HostInterface state;
  state.host.errors.unknown = 1;
  state.host.errors.repeated = 2;
  state.host.errors.wrong = 3;
  state.nic.dma.host_corrupt = 4;
  std::vector<statistics::InstanceError> errors;
  statistics::add_interface_errors(errors, "h", state);
  REQUIRE(errors.size() == 4);
  CHECK(errors[0].error == "completions of no message");
  CHECK(errors[3].error == "words that came wrong into host memory");
  for (unsigned i = 0; i < 4; ++i) CHECK(errors[i].count == i + 1);
  CHECK(statistics::interface_error_count(state) == 10);
}
