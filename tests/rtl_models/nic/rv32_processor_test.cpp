// The RV32 processor of an interface: small programs, edge by edge.
#include "rtl_models/nic/rv32_processor.hpp"

#include <catch2/catch.hpp>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/nic/error_text.hpp"
#include "tests/rtl_models/nic/nic_bench.hpp"
#include "tests/rtl_models/rv32/assembler.hpp"

using namespace slackline;
using namespace slackline::test::assembler;
using nic::FirmwareErrorKind;
using test::NicBench;
using Code = std::vector<Word>;

namespace {

/// The place of a register, relative to x0.
constexpr std::int32_t reg(std::uint32_t offset) { return static_cast<std::int32_t>(offset) - NIC_REGISTER_BYTES; }

/// Offset of an instruction, in words.
constexpr std::int32_t words(std::int32_t count) { return 4 * count; }

constexpr unsigned exported_words = 2;

std::shared_ptr<const firmware::FirmwareImage> image_of(const Code& code, const std::string& text = "") {
  auto declared = std::make_shared<firmware::Declaration>();
  declared->firmware.name = "test";
  declared->exports.resize(exported_words);
  declared->firmware.exports = declared->exports.data();
  declared->firmware.export_count = exported_words;
  auto image = std::make_shared<firmware::FirmwareImage>();
  for (const Word word : code)
    for (unsigned i = 0; i < 4; ++i) image->rom.push_back(static_cast<std::uint8_t>(word >> 8 * i));
  image->rom.insert(image->rom.end(), text.begin(), text.end());
  if (!text.empty()) image->rom.push_back(0);
  while (image->rom.size() % 4 != 0) image->rom.push_back(0);
  image->entry = rv32::rom_base;
  image->functions = {{"handle", rv32::rom_base, 0}};
  image->declaration = declared;
  return image;
}

struct Way {
  rv32::Timing timing = {};
  nic::CoreClock clock = {};
  bool steps = false;
};

nic::Params params_of(const std::shared_ptr<const firmware::FirmwareImage>& image, const Way& way = {}) {
  nic::Rv32 rv32(image);
  rv32.timing = way.timing;
  rv32.clock = way.clock;
  rv32.steps = way.steps;
  nic::Params params = test::nic_params(image->firmware());
  params.rv32 = std::make_shared<const nic::Rv32>(std::move(rv32));
  return params;
}
nic::Params params_of(const Code& code, const Way& way = {}) { return params_of(image_of(code), way); }

const rv32::State& core(NicBench& bench) { return *bench.state().processor.core; }

/// The edge at which a word of NIC memory gets a value.
std::uint64_t edge_of_store(NicBench& bench, std::uint32_t address) {
  for (unsigned i = 0; i < 1000; ++i) {
    bench.step();
    if (bench.memory(address) != 0) return bench.now.value - 1;
  }
  FAIL("nothing is stored");
  return 0;
}

/// Enables HOST, and pops the command of each event.
const Code popping = {
    addi(1, 0, 1 << NIC_EVENT_HOST),
    sw(1, reg(NIC_EVENT_ENABLE), 0),
    lw(5, reg(NIC_EVENT_CLAIM), 0),
    bne(5, 0, words(3)),
    wfi,
    jal(0, words(-3)),
    sw(0, reg(NIC_HOST_POP), 0),
    sw(0, reg(NIC_EVENT_END), 0),
    jal(0, words(-6)),
};

/// The error of a program, in both ways to run; they are the same, at the same edge and instruction.
nic::FirmwareError error_of(const std::shared_ptr<const firmware::FirmwareImage>& image, unsigned edges = 200) {
  nic::FirmwareError errors[2];
  for (const bool steps : {false, true}) {
    nic::Params params = params_of(image, {{}, {}, steps});
    params.watchdog_cycles = 100;
    NicBench bench(params);
    bench.idle(edges);
    REQUIRE(bench.state().processor.halted);
    errors[steps] = bench.state().processor.error;
  }
  CHECK(errors[0].kind == errors[1].kind);
  CHECK(errors[0].cycle == errors[1].cycle);
  CHECK(errors[0].pc == errors[1].pc);
  CHECK(errors[0].value == errors[1].value);
  return errors[0];
}
nic::FirmwareError error_of(const Code& code) { return error_of(image_of(code)); }

}  // namespace

TEST_CASE("an RV32 processor stores at the last edge of its instruction, and loads what was there before it") {
  NicBench bench(params_of({addi(1, 0, 7), sw(1, 16, 0), lw(2, 16, 0), lw(3, reg(NIC_CYCLE_LOW), 0), wfi}));
  bench.idle(1);
  CHECK(bench.memory(16) == 0);
  bench.idle(1);
  CHECK(bench.memory(16) == 7);
  bench.idle(2);
  CHECK(core(bench).x[2] == 7);
  CHECK(core(bench).x[3] == 3);
  bench.idle(1);
  CHECK(core(bench).waiting);
}

TEST_CASE("a store of a byte leaves the other bytes of its word") {
  NicBench bench(params_of({addi(1, 0, -1), addi(2, 0, 0x12), sw(1, 16, 0), sb(2, 17, 0), wfi}));
  bench.idle(5);
  CHECK(bench.memory(16) == 0xffff'12ff);
}

TEST_CASE("an access to NIC memory without a free port is tried again at the next edge") {
  const auto run = [](std::uint8_t ports) {
    Code code(20, addi(0, 0, 0));
    code.insert(code.end(), {addi(1, 0, 7), sw(1, 16, 0), wfi});
    nic::Params params = params_of(code);
    params.memory_ports = ports;
    auto bench = std::make_unique<NicBench>(params);
    bench->give_buffer(0, 64, 0x400);
    test::take(*bench, NicBench::packet(40, 1));  // a word each edge, from the second one on
    return bench;
  };
  const auto free = run(4), one = run(1);
  CHECK(free->memory(16) == 7);
  CHECK(core(*free).waits == 0);
  CHECK(one->memory(16) == 0);
  const std::uint64_t stored = edge_of_store(*one, 16);
  CHECK(core(*one).waits == stored - 21);
  CHECK(one->state().memory.waits == stored - 21);
}

TEST_CASE("a waiting core is woken by an event, and claims and ends it") {
  NicBench bench(params_of(popping));
  bench.idle(20);
  const nic::Processor& processor = bench.state().processor;
  CHECK(processor.runs[nic::start_event] == 1);
  CHECK(processor.cycles[nic::start_event] == 2);  // from edge 0 to the claim at edge 2
  CHECK(core(bench).waiting);
  CHECK(bench.wake == never);
  CHECK(nic::is_idle(params_of(popping), bench.state()));
  bench.post({NIC_COMMAND_SEND, 1, 8, 100});
  bench.step();  // edge 20: it is pending; jal at 21, the claim at 22, the branch at 23, POP at 24, END at 25
  CHECK(bench.wake == Cycle(21));
  bench.idle(2);
  CHECK(processor.busy);
  CHECK(processor.event == NIC_EVENT_HOST);
  CHECK(processor.waited[NIC_EVENT_HOST] == 2);
  CHECK(bench.read(NIC_HOST_COMMANDS) == 1);
  bench.idle(2);
  CHECK(bench.read(NIC_HOST_COMMANDS) == 0);
  CHECK(processor.busy);
  bench.idle(1);
  CHECK_FALSE(processor.busy);
  CHECK(processor.cycles[NIC_EVENT_HOST] == 3);
  CHECK(processor.runs[NIC_EVENT_HOST] == 1);
  bench.idle(10);
  CHECK(core(bench).waiting);
}

TEST_CASE("an event that stays pending is claimed again, but not before the last one has ended") {
  NicBench bench(
      params_of({addi(1, 0, 1 << NIC_EVENT_HOST), sw(1, reg(NIC_EVENT_ENABLE), 0), lw(5, reg(NIC_EVENT_CLAIM), 0),
                 lw(6, reg(NIC_EVENT_CLAIM), 0), addi(8, 0, 99), lw(8, reg(NIC_EVENT_CLAIM), 0),
                 sw(0, reg(NIC_EVENT_END), 0), lw(7, reg(NIC_EVENT_CLAIM), 0), jal(0, 0)}));
  bench.post({NIC_COMMAND_SEND, 1, 8, 100});
  bench.idle(12);
  CHECK(core(bench).x[5] == 0);  // start() ends here
  CHECK(core(bench).x[6] == NIC_EVENT_HOST + 1);
  CHECK(core(bench).x[8] == 0);
  CHECK(core(bench).x[7] == NIC_EVENT_HOST + 1);
  CHECK(bench.state().processor.runs[NIC_EVENT_HOST] == 2);
}

TEST_CASE("a core that has begun gets no event before the slowest interface of the network has begun") {
  PacketTable packets{2, 1};
  port::Latencies latencies;
  nic::Place place;
  place.start_cycles = 50;
  nic::Instance late(params_of(popping), place, port::Params(), packets, latencies);
  const firmware::Command command{NIC_COMMAND_SEND, 1, 8, 100};
  const auto step = [&](std::uint64_t edge) { late.step(Cycle(edge), {{}, edge == 0 ? &command : nullptr}); };
  std::uint64_t edge = 0;
  while (late.state.processor.runs[NIC_EVENT_HOST] == 0 && edge < 100) step(edge++);
  CHECK(edge - 1 == 52);  // woken at edge 51: the jump, and the claim after it
  CHECK(late.state.processor.cycles[nic::start_event] == 2);
}

TEST_CASE("event SLOT is no longer pending once it has been claimed") {
  NicBench bench(params_of({addi(1, 0, 1 << NIC_EVENT_SLOT), sw(1, reg(NIC_EVENT_ENABLE), 0), addi(1, 0, 1),
                            sw(1, reg(NIC_SLOT_ALARM_ON), 0), lw(5, reg(NIC_EVENT_CLAIM), 0),
                            lw(6, reg(NIC_EVENT_CLAIM), 0), sw(0, reg(NIC_EVENT_END), 0), wfi}));
  bench.idle(20);
  CHECK(core(bench).x[6] == NIC_EVENT_SLOT + 1);
  CHECK(core(bench).waiting);
  CHECK(bench.read(NIC_EVENT_PENDING) == 0);
  CHECK(bench.state().processor.runs[NIC_EVENT_SLOT] == 1);
}

TEST_CASE("the classes of instructions take their cycles on the way to registers and NIC memory") {
  rv32::Timing timing;
  timing.alu = 3;
  timing.nic_store = 4;
  timing.register_access = 7;
  NicBench bench(params_of({addi(1, 0, 7), sw(1, reg(NIC_TX_COOKIE), 0), sw(1, 16, 0), wfi}, {timing, {}, false}));
  CHECK(edge_of_store(bench, 16) == 3 + 7 + 4 - 1);
}

TEST_CASE("a core clock may be slower or faster than the base clock, with one shared access an edge") {
  const Code code = {addi(1, 0, 7), addi(2, 0, 7), sw(1, 16, 0), sw(2, 20, 0), wfi};
  for (const bool steps : {false, true}) {
    INFO("steps " << steps);
    NicBench slow(params_of(code, {{}, {1, 3}, steps}));  // core edges 0, 1, 2, 3 at edges 0, 3, 6, 9
    CHECK(edge_of_store(slow, 16) == 6);
    CHECK(edge_of_store(slow, 20) == 9);
    NicBench fast(params_of(code, {{}, {2, 1}, steps}));  // core edges 0 and 1 at edge 0, 2 at edge 1
    CHECK(edge_of_store(fast, 16) == 1);
    CHECK(edge_of_store(fast, 20) == 2);
  }
}

TEST_CASE("instruments of an RV32 processor report, take no time, and see what they have stored") {
  class Measured : public nic::Instruments {
   public:
    void measured(NodeId, Cycle now, std::uint32_t measure, std::uint32_t value) override {
      seen = {static_cast<std::uint32_t>(now.value), measure, value};
    }
    void stepped(NodeId, Cycle, nic_step, std::uint32_t, std::uint32_t, std::uint32_t) override {}
    std::vector<std::uint32_t> seen;
  } measured;
  const Code code = {
      addi(10, 0, 1),
      instrument_switch,
      addi(2, 0, 5),
      sw(2, 16, 0),
      lw(11, 16, 0),
      instrument(NIC_INSTRUMENT_MEASURE),  // of measure 1, with the 5 that has been stored
      instrument(NIC_INSTRUMENT_EXPORT),   // word 1
      addi(10, 0, 0),
      instrument_switch,
      lui(10, rv32::rom_base),
      addi(10, 10, 4 * 14),  // the text
      addi(12, 0, 9),
      instrument(NIC_INSTRUMENT_LOG),
      wfi,
  };
  nic::Params params = params_of(image_of(code, "%u and %u"));
  params.instruments = &measured;
  std::string text;
  params.log = [&](NodeId, Cycle now, const char* said, std::uint32_t a, std::uint32_t b) {
    text = std::to_string(now.value) + " " + said + " " + std::to_string(a) + " " + std::to_string(b);
  };
  NicBench bench(params);
  bench.idle(1);  // addi; the instrument begins and ends at edge 1
  CHECK(measured.seen.empty());
  bench.idle(1);
  CHECK(measured.seen == std::vector<std::uint32_t>{1, 1, 5});
  CHECK(bench.state().processor.shown[1] == 5);
  CHECK(bench.memory(16) == 5);
  bench.idle(5);
  CHECK(text == "4 %u and %u 5 9");
}

TEST_CASE("an instrument's access to NIC memory waits for no port, and takes no time on a faster core either") {
  // The instrument is switched on while words of the packet take the only port.
  Code stores(20, addi(0, 0, 0));
  stores.insert(stores.end(), {addi(10, 0, 1), instrument_switch, addi(2, 0, 5), sw(2, 16, 0), addi(10, 0, 0),
                               instrument_switch, wfi});
  nic::Params params = params_of(stores);
  params.memory_ports = 1;
  NicBench bench(params);
  bench.give_buffer(0, 64, 0x400);
  test::take(bench, NicBench::packet(40, 1));
  CHECK(bench.memory(16) == 5);
  CHECK(core(bench).waits == 0);
  CHECK(bench.state().memory.waits == 0);

  // With a call and without one, between instructions that take time.
  for (const nic::CoreClock clock : {nic::CoreClock{1, 1}, nic::CoreClock{3, 1}, nic::CoreClock{7, 2}}) {
    Code with(10, addi(1, 1, 1)), without = with;
    with.push_back(instrument(NIC_INSTRUMENT_EXPORT));
    for (Code* code : {&with, &without}) {
      code->insert(code->end(), 10, addi(1, 1, 1));
      code->insert(code->end(), {sw(1, 16, 0), wfi});
    }
    NicBench called(params_of(with, {{}, clock, false})), plain(params_of(without, {{}, clock, false}));
    CHECK(edge_of_store(called, 16) == edge_of_store(plain, 16));
  }
}

TEST_CASE(
    "an error of firmware on an RV32 processor names its instruction, and halts it at the same edge in both ways") {
  const nic::FirmwareError unknown = error_of({sw(0, reg(0x3fc), 0)});
  CHECK(unknown.kind == FirmwareErrorKind::unknown_register);
  CHECK(nic::error_text(unknown) == "there is no such register: 0x3fc, in handle (pc 0x80000000)");
  CHECK(error_of({addi(0, 0, 0), sw(0, reg(NIC_NODE), 0)}).kind == FirmwareErrorKind::read_only);
  CHECK(error_of({lw(1, reg(NIC_TX_PUSH), 0), sw(0, reg(NIC_TX_PUSH), 0)}).kind == FirmwareErrorKind::bad_descriptor);

  const nic::FirmwareError raised = error_of({addi(1, 0, 77), sw(1, reg(NIC_ERROR), 0)});
  CHECK(nic::error_text(raised) == "the firmware cannot go on: ERROR = 77, in handle+0x4 (pc 0x80000004)");
  CHECK(raised.cycle == Cycle(1));

  const nic::FirmwareError outside = error_of({lui(1, 0x1000), lw(2, 0, 1)});
  CHECK(outside.kind == FirmwareErrorKind::core_fault);
  CHECK_THAT(nic::error_text(outside), Catch::Contains("its code cannot be executed: access to 0x00001000"));
  CHECK_THAT(nic::error_text(error_of({lw(2, 2, 0)})), Catch::Contains("misaligned access to 0x00000002"));
  CHECK_THAT(nic::error_text(error_of({no_instruction})), Catch::Contains("illegal instruction 0x00000000"));
  CHECK_THAT(nic::error_text(error_of({ebreak})), Catch::Contains("ebreak"));
  CHECK_THAT(nic::error_text(error_of({lui(1, rv32::rom_base), sw(0, 0, 1)})), Catch::Contains("write to the code"));
  CHECK(nic::error_text(error_of({addi(10, 0, 16), instrument(NIC_INSTRUMENT_LOG)})) ==
        "the text to be logged is not in the code: 0x10, in handle+0x4 (pc 0x80000004)");
}

TEST_CASE("a handler on an RV32 processor that takes too long is found at the edge after its last one") {
  // Turns of seven instructions, so that pc tells how far the core has come.
  const nic::FirmwareError endless = error_of(
      {addi(1, 1, 1), addi(2, 2, 1), addi(3, 3, 1), addi(4, 4, 1), addi(5, 5, 1), addi(6, 6, 1), jal(0, words(-6))});
  CHECK(endless.kind == FirmwareErrorKind::too_long);
  CHECK(endless.cycle == Cycle(101));
  CHECK(endless.pc == rv32::rom_base + 4 * (101 % 7));
  CHECK(error_of({wfi}).kind == FirmwareErrorKind::too_long);  // start() does not end

  // The handler of HOST does nothing: the event stays pending.
  const Code idle = {addi(1, 0, 1 << NIC_EVENT_HOST), sw(1, reg(NIC_EVENT_ENABLE), 0), lw(5, reg(NIC_EVENT_CLAIM), 0),
                     sw(0, reg(NIC_EVENT_END), 0), jal(0, words(-2))};
  nic::Params params = params_of(idle);
  params.watchdog_cycles = 100;
  NicBench bench(params);
  bench.post({NIC_COMMAND_SEND, 1, 8, 100});
  bench.idle(300);
  CHECK(bench.state().processor.error.kind == FirmwareErrorKind::unhandled);
  CHECK(bench.state().processor.error.event == NIC_EVENT_HOST);
}

TEST_CASE("the start of a program takes until it asks for an event") {
  nic::Place place;
  CHECK(nic::start_of(params_of(popping), place).cycles == 2);
  CHECK(nic::start_of(params_of({ebreak}), place).error.kind == FirmwareErrorKind::core_fault);
}
