// Firmware errors: each halts the processor, and the error gives the handler, the cycle and the kind.
#include <catch2/catch.hpp>

#include "rtl_models/firmware/run.hpp"
#include "rtl_models/nic/error_text.hpp"
#include "tests/rtl_models/nic/nic_bench.hpp"

// NOLINTNEXTLINE(bugprone-reserved-identifier,clang-diagnostic-reserved-identifier): the compiler's name
extern "C" void __cyg_profile_func_enter(void*, void*);

using namespace slackline;
using nic::FirmwareErrorKind;
using test::NicBench;

namespace {

void nothing(nic_device*, std::uint32_t) {}

/// The error of a start function, which runs after reset.
nic::FirmwareError error_of(void (*start)(nic_device*)) {
  const nic_firmware firmware = {"errory", start, nothing};
  NicBench bench(test::nic_params(firmware));
  bench.idle(100);
  REQUIRE(bench.state().processor.halted == (bench.state().processor.error.kind != FirmwareErrorKind::none));
  return bench.state().processor.error;
}

void require_error(void (*start)(nic_device*), FirmwareErrorKind kind, std::uint32_t value) {
  const nic::FirmwareError error = error_of(start);
  REQUIRE(error.kind == kind);
  REQUIRE(error.value == value);
  REQUIRE(error.event == nic::start_event);
  REQUIRE(error.cycle == Cycle(0));
}

}  // namespace

TEST_CASE("registers that do not exist, or cannot be written, are errors", "[quick]") {
  require_error([](nic_device* n) { nic_read(n, 0x018); }, FirmwareErrorKind::unknown_register, 0x018);
  require_error([](nic_device* n) { nic_read(n, 2); }, FirmwareErrorKind::unknown_register, 2);
  require_error([](nic_device* n) { nic_write(n, 0x7fffffff, 0); }, FirmwareErrorKind::unknown_register, 0x7fffffff);
  require_error([](nic_device* n) { nic_write(n, NIC_NODE, 0); }, FirmwareErrorKind::read_only, NIC_NODE);
  require_error([](nic_device* n) { nic_write(n, NIC_RX_HEADER_WORDS, 65); }, FirmwareErrorKind::bad_value,
                NIC_RX_HEADER_WORDS);
  require_error([](nic_device* n) { nic_write(n, NIC_ERROR, 42); }, FirmwareErrorKind::raised, 42);
  const auto goes_on = [](nic_device* n) {
    nic_write(n, NIC_ERROR, 42);
    nic_load(n, 0xfffffffc);  // would be an error of its own
  };
  require_error(goes_on, FirmwareErrorKind::raised, 42);
}

TEST_CASE("words outside of NIC memory are errors: the last word is inside, the one after it is not", "[quick]") {
  REQUIRE(error_of([](nic_device* n) { nic_store(n, 4092, 1); }).kind == FirmwareErrorKind::none);
  require_error([](nic_device* n) { nic_store(n, 4096, 1); }, FirmwareErrorKind::bad_address, 4096);
  require_error([](nic_device* n) { nic_load(n, 4093); }, FirmwareErrorKind::bad_address, 4093);
  require_error([](nic_device* n) { nic_load(n, 0xfffffffc); }, FirmwareErrorKind::bad_address, 0xfffffffc);
}

TEST_CASE("a buffer, a descriptor and a transfer must lie in NIC memory", "[quick]") {
  require_error(
      [](nic_device* n) {
        nic_write(n, NIC_RX_BUFFER_WORDS, 8);
        nic_write(n, NIC_RX_FREE, 4096 - 28);
      },
      FirmwareErrorKind::bad_address, 4096 - 28);
  require_error([](nic_device* n) { nic_write(n, NIC_RX_FREE, 0); }, FirmwareErrorKind::bad_address,
                0);  // of no size yet
  require_error(
      [](nic_device* n) {
        nic_write(n, NIC_RX_BUFFER_WORDS, 8);
        nic_write(n, NIC_RX_FREE, 0);
        nic_write(n, NIC_RX_BUFFER_WORDS, 16);
      },
      FirmwareErrorKind::bad_value, NIC_RX_BUFFER_WORDS);
  require_error(
      [](nic_device* n) {
        nic_write(n, NIC_TX_HEADER_WORDS, 2);
        nic_write(n, NIC_TX_HEADER, 4092);
        nic_write(n, NIC_TX_PUSH, 1);
      },
      FirmwareErrorKind::bad_descriptor, NIC_TX_PUSH);
  require_error(
      [](nic_device* n) {
        nic_write(n, NIC_TX_DESTINATION, 2);  // of 2 hosts
        nic_write(n, NIC_TX_HEADER_WORDS, 2);
        nic_write(n, NIC_TX_PUSH, 1);
      },
      FirmwareErrorKind::bad_descriptor, NIC_TX_PUSH);
  require_error(
      [](nic_device* n) {
        nic_write(n, NIC_DMA_ADDRESS, 4092);
        nic_write(n, NIC_DMA_WORDS, 2);
        nic_write(n, NIC_DMA_PUSH, 1);
      },
      FirmwareErrorKind::bad_descriptor, NIC_DMA_PUSH);
}

TEST_CASE("a packet longer than most_packet_words is an error, one of that length is not") {
  const unsigned payload = GENERATE(7u, 8u);
  nic::Params params = test::nic_params();
  params.most_packet_words = 9;
  NicBench bench(params);
  bench.idle(2);
  REQUIRE(bench.push_packet(2, payload) ==
          (payload == 7 ? FirmwareErrorKind::none : FirmwareErrorKind::bad_descriptor));
}

TEST_CASE("a push to a full queue is an error, earlier ones are not") {
  require_error(
      [](nic_device* n) {
        nic_write(n, NIC_TX_HEADER_WORDS, 1);
        for (unsigned i = 0; i < nic::send_depth + 1; ++i) nic_write(n, NIC_TX_PUSH, 1);
      },
      FirmwareErrorKind::full_queue, NIC_TX_PUSH);
  REQUIRE(error_of([](nic_device* n) {
            nic_write(n, NIC_TX_HEADER_WORDS, 1);
            for (unsigned i = 0; i < nic::send_depth; ++i) nic_write(n, NIC_TX_PUSH, 1);
          }).kind == FirmwareErrorKind::none);
}

TEST_CASE("a handler that reads a register that it has changed is an error, and names the register", "[quick]") {
  struct Pair {
    std::uint32_t written, read;
  };
  static Pair pair;
  pair = GENERATE(values<Pair>({{NIC_RX_HEADER_POP, NIC_RX_HEADER_BUFFER},
                                {NIC_RX_DONE_POP, NIC_RX_DONE_BUFFER},
                                {NIC_RX_DONE_POP, NIC_RX_DONE_STATUS},
                                {NIC_TX_DONE_POP, NIC_TX_DONE_COOKIE},
                                {NIC_TX_DONE_POP, NIC_TX_DONE_STOPPED},
                                {NIC_HOST_POP, NIC_HOST_COMMANDS},
                                {NIC_HOST_POP, NIC_HOST_WORDS},
                                {NIC_DMA_DONE_POP, NIC_DMA_DONE_COOKIE},
                                {NIC_BARRIER_RX_POP, NIC_BARRIER_RX_SECOND},
                                {NIC_TX_PUSH, NIC_TX_SPACE},
                                {NIC_DONE_PUSH, NIC_DONE_SPACE},
                                {NIC_DMA_PUSH, NIC_DMA_SPACE},
                                {NIC_BARRIER_TX_PUSH, NIC_BARRIER_TX_SPACE},
                                {NIC_RX_FREE + 8, NIC_RX_FREE_COUNT + 8},
                                {NIC_TIMER + 4, NIC_TIMER + 4},
                                {NIC_EVENT_ENABLE, NIC_EVENT_ENABLE}}));
  CAPTURE(pair.written, pair.read);
  require_error(
      [](nic_device* n) {
        nic_write(n, pair.written, 1);
        nic_read(n, pair.read);
      },
      FirmwareErrorKind::stale, pair.read);
}

TEST_CASE("a handler may read a register before it changes it, and others after that") {
  REQUIRE(error_of([](nic_device* n) {
            nic_read(n, NIC_RX_DONE_STATUS);
            nic_write(n, NIC_RX_DONE_POP, 1);
            nic_read(n, NIC_TX_DONE_COOKIE);
            nic_write(n, NIC_RX_BUFFER_WORDS + 4, 8);
            nic_read(n, NIC_RX_BUFFER_WORDS + 8);
            nic_write(n, NIC_TIMER, 5);
            nic_read(n, NIC_TIMER + 4);
          }).kind == FirmwareErrorKind::none);
}

TEST_CASE("a handler may write 512 registers and words, not one more") {
  REQUIRE(error_of([](nic_device* n) {
            for (std::uint32_t i = 0; i < nic::most_writes; ++i) nic_store(n, 0, i);
          }).kind == FirmwareErrorKind::none);
  require_error(
      [](nic_device* n) {
        for (std::uint32_t i = 0; i < nic::most_writes + 1; ++i) nic_store(n, 0, i);
      },
      FirmwareErrorKind::too_many_writes, nic::most_writes);
}

TEST_CASE("a handler of an event that writes too much has no effect; registers and words are counted together") {
  static const nic_firmware writer = {"writer", [](nic_device* n) { nic_write(n, NIC_EVENT_ENABLE, ~0u); },
                                      [](nic_device* n, std::uint32_t) {
                                        const std::uint32_t more = nic_read(n, NIC_HOST_WORDS) - 1;
                                        nic_write(n, NIC_HOST_POP, 1);
                                        for (std::uint32_t i = 1; i < nic::most_writes + more; ++i)
                                          if (i % 2 == 0)
                                            nic_write(n, NIC_TX_COOKIE, i);
                                          else
                                            nic_store(n, 0, i);
                                      }};
  const std::uint32_t more = GENERATE(0u, 1u);
  NicBench bench(test::nic_params(writer));
  bench.idle(10);
  bench.post({NIC_COMMAND_SEND, 1, 0, 1 + more});
  bench.idle(5);
  const nic::FirmwareError& error = bench.state().processor.error;
  REQUIRE(error.kind == (more == 0 ? FirmwareErrorKind::none : FirmwareErrorKind::too_many_writes));
  REQUIRE(bench.memory(0) == (more == 0 ? nic::most_writes - 1 : 0));
  REQUIRE(bench.state().commands.count == more);
  if (more == 0) return;
  REQUIRE(std::string(nic::event_name(error.event)) == "HOST");
  REQUIRE(error.cycle == Cycle(11));
}

TEST_CASE("a handler that never ends is found, with its event and its cycle") {
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
  const nic::FirmwareError& error = bench.state().processor.error;
  REQUIRE(error.kind == (costs ? FirmwareErrorKind::too_long : FirmwareErrorKind::endless));
  // A read costs 2 cycles: the 501st passes 1001. Where reads cost nothing: one more than the maximum number of turns
  // of a handler (processor.cpp).
  REQUIRE(error.value == (costs ? 2 * 501u : 10'000'000u + 1));
  REQUIRE(std::string(nic::event_name(error.event)) == "HOST");
  REQUIRE(error.cycle == Cycle(11));
}

TEST_CASE("firmware without code for start or for handle does not start, and does not crash") {
  const bool without_start = GENERATE(true, false);
  const nic_firmware hollow = {"hollow", without_start ? nullptr : test::idle_firmware.start,
                               without_start ? test::idle_firmware.handle : nullptr};
  NicBench bench(test::nic_params(hollow));
  bench.idle(10);
  const nic::FirmwareError& error = bench.state().processor.error;
  REQUIRE(error.event == nic::start_event);
  REQUIRE(nic::error_text(error) == std::string("the firmware has no code for it: ") +
                                        (without_start ? "start" : "handle") + " is a null pointer");
}

TEST_CASE("an event that no handler ever removes is an error after watchdog_cycles without a change, not before") {
  static const nic_firmware deaf = {"deaf", [](nic_device* n) { nic_write(n, NIC_EVENT_ENABLE, ~0u); },
                                    [](nic_device* n, std::uint32_t event) {
                                      if (event == NIC_EVENT_TIMER) nic_write(n, NIC_TIMER_EXPIRED, 255);
                                    }};
  nic::Params params = test::nic_params(deaf);
  params.watchdog_cycles = 500;
  NicBench bench(params);
  bench.idle(2000);  // without an event the count does not run
  bench.post({NIC_COMMAND_SEND, 1, 0, 1});
  bench.idle(400);
  bench.write(NIC_TIMER, 3);  // another handler changes something: the count restarts
  bench.idle(400);
  const Cycle changed = bench.state().processor.barren_since;
  REQUIRE(changed > Cycle(2400));
  bench.idle(static_cast<unsigned>(changed + 502 - bench.now - 1));
  REQUIRE(!bench.state().processor.halted);
  bench.idle(2);
  const nic::FirmwareError& error = bench.state().processor.error;
  REQUIRE(error.kind == FirmwareErrorKind::unhandled);
  REQUIRE(std::string(nic::event_name(error.event)) == "HOST");
  REQUIRE(nic::error_text(error) ==
          "the event stays pending, and its handler changes nothing, for " + std::to_string(error.value) + " cycles");
  REQUIRE(error.cycle - changed == 501);
  REQUIRE(error.value == 501);
}

TEST_CASE("an error keeps the last log line of its handler, and none of another one") {
  const nic::FirmwareError told = error_of([](nic_device* n) {
    nic_log(n, "first", 0, 0);
    nic_log(n, "%u of %u", 3, 4);
    nic_write(n, NIC_ERROR, 1);
  });
  REQUIRE(told.said.text != nullptr);
  REQUIRE(std::string(told.said.text) == "%u of %u");
  REQUIRE(told.said.a == 3);
  REQUIRE(told.said.b == 4);
  static const nic_firmware quiet = {"quiet",
                                     [](nic_device* n) {
                                       nic_log(n, "ready", 0, 0);
                                       nic_write(n, NIC_EVENT_ENABLE, ~0u);
                                     },
                                     [](nic_device* n, std::uint32_t) { nic_read(n, 2); }};
  NicBench bench(test::nic_params(quiet));
  bench.idle(10);
  bench.post({NIC_COMMAND_SEND, 1, 0, 1});
  bench.idle(10);
  REQUIRE(bench.state().processor.error.kind == FirmwareErrorKind::unknown_register);
  REQUIRE(bench.state().processor.error.said.text == nullptr);
}

TEST_CASE("all wrong parameters are named at once") {
  nic::Params params;
  params.memory_bytes = 1026;
  params.memory_ports = 0;
  params.dma_cycles_per_word = 0;
  REQUIRE(params.violations().size() == 4);  // including the missing firmware
  REQUIRE(test::nic_params().violations().empty());
}

TEST_CASE("each parameter is checked at both ends of its range", "[quick]") {
  using Params = nic::Params;
  struct Case {
    const char* name;
    void (*set)(Params&, std::uint32_t);
    std::uint32_t least, most;
  };
  const std::vector<Case> cases{
      {"watchdog_cycles", [](Params& p, std::uint32_t v) { p.watchdog_cycles = v; }, 1, 1'000'000'000},
      {"nodes", [](Params& p, std::uint32_t v) { p.nodes = v; }, 2, 1u << 24},
      {"memory_bytes", [](Params& p, std::uint32_t v) { p.memory_bytes = 4 * v; }, 256, 16u << 20},
      {"memory_ports", [](Params& p, std::uint32_t v) { p.memory_ports = static_cast<std::uint8_t>(v); }, 1, 4},
      {"dma_latency", [](Params& p, std::uint32_t v) { p.dma_latency = v; }, 0, 1'000'000},
      {"dma_cycles_per_word", [](Params& p, std::uint32_t v) { p.dma_cycles_per_word = v; }, 1, 1000},
      {"host_queue", [](Params& p, std::uint32_t v) { p.host_queue = v; }, 1, 1024},
      {"virtual_channels", [](Params& p, std::uint32_t v) { p.virtual_channels = static_cast<std::uint8_t>(v); }, 1,
       16},
      {"most_packet_words", [](Params& p, std::uint32_t v) { p.most_packet_words = v; }, 1, 65'534},
      {"most_packet_words",
       [](Params& p, std::uint32_t v) {
         p.format = port::PacketFormat::myrinet;
         p.most_packet_words = v;
       },
       1, 16'382},
      {"fifo",
       [](Params& p, std::uint32_t v) {
         p.when_full = nic::WhenFull::stop;
         p.fifo.flits = static_cast<std::uint16_t>(v);
       },
       1, 32'768},
  };
  for (const Case& c : cases) {
    const auto found = [&](std::uint32_t value) {
      Params params = test::nic_params();
      c.set(params, value);
      return params.violations();
    };
    INFO(c.name);
    REQUIRE(found(c.least).empty());
    REQUIRE(found(c.most).empty());
    REQUIRE(found(c.most + 1).size() == 1);
    REQUIRE(found(c.most + 1)[0].parameter == c.name);
    if (c.least != 0) REQUIRE(found(c.least - 1).size() == 1);
  }
}

TEST_CASE("a handler that calls itself forever halts the processor, and the interface goes on") {
  static const nic_firmware recursive{"recursive",
                                      [](nic_device* n) { nic_write(n, NIC_EVENT_ENABLE, 1u << NIC_EVENT_HOST); },
                                      [](nic_device*, std::uint32_t) {
                                        for (;;) __cyg_profile_func_enter(nullptr, nullptr);  // as in C
                                      }};
  NicBench bench(test::nic_params(recursive));
  bench.idle(10);
  bench.post({NIC_COMMAND_SEND, 1, 0, 1});
  bench.idle(3);
  REQUIRE(bench.state().processor.error.kind == FirmwareErrorKind::endless);
  REQUIRE(bench.state().processor.error.value == firmware::most_calls + 1);
  REQUIRE(bench.state().processor.halted);
}
