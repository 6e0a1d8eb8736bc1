// What a firmware must not do: each halts the processor, and says whose handler it was, when, and what.
#include <catch2/catch.hpp>

#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using nic::FaultKind;
using test::NicBench;

namespace {

void nothing(nic_device*, std::uint32_t) {}

/// The fault of what runs behind reset.
nic::Fault fault_of(void (*start)(nic_device*)) {
  const nic_firmware firmware = {"faulty", start, nothing};
  NicBench bench(test::nic_params(firmware));
  bench.idle(100);
  REQUIRE(bench.state().processor.halted == (bench.state().processor.fault.kind != FaultKind::none));
  return bench.state().processor.fault;
}

void require_fault(void (*start)(nic_device*), FaultKind kind, std::uint32_t value) {
  const nic::Fault fault = fault_of(start);
  REQUIRE(fault.kind == kind);
  REQUIRE(fault.value == value);
  REQUIRE(fault.event == nic::start_event);
  REQUIRE(fault.cycle == Cycle(0));
}

}  // namespace

TEST_CASE("registers that do not exist, or cannot be written, are faults", "[quick]") {
  require_fault([](nic_device* n) { nic_read(n, 0x014); }, FaultKind::unknown_register, 0x014);
  require_fault([](nic_device* n) { nic_read(n, 2); }, FaultKind::unknown_register, 2);
  require_fault([](nic_device* n) { nic_write(n, 0x7fffffff, 0); }, FaultKind::unknown_register, 0x7fffffff);
  require_fault([](nic_device* n) { nic_write(n, NIC_NODE, 0); }, FaultKind::read_only, NIC_NODE);
  require_fault([](nic_device* n) { nic_write(n, NIC_RX_HEADER_WORDS, 65); }, FaultKind::bad_value,
                NIC_RX_HEADER_WORDS);
  require_fault([](nic_device* n) { nic_write(n, NIC_FAULT, 42); }, FaultKind::raised, 42);
}

TEST_CASE("words outside of NIC memory are faults: the last word is within, what lies behind it is not", "[quick]") {
  REQUIRE(fault_of([](nic_device* n) { nic_store(n, 4092, 1); }).kind == FaultKind::none);
  require_fault([](nic_device* n) { nic_store(n, 4096, 1); }, FaultKind::bad_address, 4096);
  require_fault([](nic_device* n) { nic_load(n, 4093); }, FaultKind::bad_address, 4093);
  require_fault([](nic_device* n) { nic_load(n, 0xfffffffc); }, FaultKind::bad_address, 0xfffffffc);
}

TEST_CASE("a buffer, a descriptor and a transfer must lie in NIC memory", "[quick]") {
  require_fault(
      [](nic_device* n) {
        nic_write(n, NIC_RX_BUFFER_WORDS, 8);
        nic_write(n, NIC_RX_FREE, 4096 - 28);
      },
      FaultKind::bad_address, 4096 - 28);
  require_fault([](nic_device* n) { nic_write(n, NIC_RX_FREE, 0); }, FaultKind::bad_address, 0);  // of no size yet
  require_fault(
      [](nic_device* n) {
        nic_write(n, NIC_RX_BUFFER_WORDS, 8);
        nic_write(n, NIC_RX_FREE, 0);
        nic_write(n, NIC_RX_BUFFER_WORDS, 16);
      },
      FaultKind::bad_value, NIC_RX_BUFFER_WORDS);
  require_fault(
      [](nic_device* n) {
        nic_write(n, NIC_TX_HEADER_WORDS, 2);
        nic_write(n, NIC_TX_HEADER, 4092);
        nic_write(n, NIC_TX_PUSH, 1);
      },
      FaultKind::bad_descriptor, NIC_TX_PUSH);
  require_fault(
      [](nic_device* n) {
        nic_write(n, NIC_TX_DESTINATION, 2);  // of 2 hosts
        nic_write(n, NIC_TX_HEADER_WORDS, 2);
        nic_write(n, NIC_TX_PUSH, 1);
      },
      FaultKind::bad_descriptor, NIC_TX_PUSH);
  require_fault(
      [](nic_device* n) {
        nic_write(n, NIC_DMA_ADDRESS, 4092);
        nic_write(n, NIC_DMA_WORDS, 2);
        nic_write(n, NIC_DMA_PUSH, 1);
      },
      FaultKind::bad_descriptor, NIC_DMA_PUSH);
}

TEST_CASE("a push to a full queue is a fault, up to then none", "[quick]") {
  require_fault(
      [](nic_device* n) {
        nic_write(n, NIC_TX_HEADER_WORDS, 1);
        for (unsigned i = 0; i < nic::send_depth + 1; ++i) nic_write(n, NIC_TX_PUSH, 1);
      },
      FaultKind::full_queue, NIC_TX_PUSH);
  REQUIRE(fault_of([](nic_device* n) {
            nic_write(n, NIC_TX_HEADER_WORDS, 1);
            for (unsigned i = 0; i < nic::send_depth; ++i) nic_write(n, NIC_TX_PUSH, 1);
          }).kind == FaultKind::none);
}

TEST_CASE("a handler may write 512 registers and words, not one more", "[quick]") {
  REQUIRE(fault_of([](nic_device* n) {
            for (std::uint32_t i = 0; i < nic::most_writes; ++i) nic_store(n, 0, i);
          }).kind == FaultKind::none);
  require_fault(
      [](nic_device* n) {
        for (std::uint32_t i = 0; i < nic::most_writes + 1; ++i) nic_store(n, 0, i);
      },
      FaultKind::too_many_writes, nic::most_writes);
}

TEST_CASE("a handler that never ends is found, with its event and its cycle", "[quick]") {
  static const nic_firmware stuck = {"stuck", [](nic_device* n) { nic_write(n, NIC_EVENT_ENABLE, ~0u); },
                                     [](nic_device* n, std::uint32_t) {
                                       for (;;) nic_read(n, NIC_CYCLE_LOW);
                                     }};
  const bool costs = GENERATE(true, false);
  nic::Params params = test::nic_params(stuck);
  params.costs.register_read = costs ? 2 : 0;
  params.watchdog_cycles = 1001;
  NicBench bench(params);
  bench.idle(10);
  bench.post({NIC_COMMAND_SEND, 1, 0, 1});
  bench.idle(3);
  const nic::Fault& fault = bench.state().processor.fault;
  REQUIRE(fault.kind == (costs ? FaultKind::too_long : FaultKind::endless));
  REQUIRE(fault.value == (costs ? 1002u : 10'000'001u));
  REQUIRE(std::string(nic::event_name(fault.event)) == "HOST");
  REQUIRE(fault.cycle == Cycle(11));
}

TEST_CASE("parameters that are wrong are named all at once", "[quick]") {
  nic::Params params;
  params.memory_bytes = 1026;
  params.memory_ports = 0;
  params.dma_cycles_per_word = 0;
  REQUIRE(params.violations().size() == 4);  // with the firmware, which is not there
  REQUIRE(test::nic_params().violations().empty());
}

TEST_CASE("tables of costs have names", "[quick]") {
  REQUIRE(nic::costs_names() == std::vector<std::string>{"free", "lanai4"});
  REQUIRE(nic::find_costs("free")->event[NIC_EVENT_HOST] == 0);
  REQUIRE(nic::find_costs("lanai5") == nullptr);
}
