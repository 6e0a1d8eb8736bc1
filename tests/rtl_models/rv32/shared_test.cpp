// The core on its bus: byte lanes, waits, wfi, and instruments.
#include <catch2/catch.hpp>

#include "tests/rtl_models/rv32/assembler.hpp"
#include "tests/rtl_models/rv32/core_bench.hpp"

using namespace slackline;
using namespace slackline::test::assembler;
using rv32::a0;
using rv32::Timing;
using test::CoreBench;
using test::Seen;
using List = std::vector<Seen>;

namespace {

const Timing different{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};

}  // namespace

TEST_CASE("an access names its word and the bytes of it") {
  CoreBench core({sb(1, 0x101, 0), sb(1, 0x103, 0), sh(1, 0x106, 0), sw(1, 0x108, 0), lbu(2, 0x102, 0), lh(2, 0x100, 0),
                  lw(2, -8, 0)});
  core.state.x[1] = 0x4433'2211;
  core.run(7);
  CHECK(core.seen() == List{{0, "store", 0x100, 0x0000'1100, 2},
                            {1, "store", 0x100, 0x1100'1100, 8},
                            {2, "store", 0x104, 0x2211'0000, 12},
                            {3, "store", 0x108, 0x4433'2211, 15},
                            {4, "load", 0x100, 0x1100'1100, 4},
                            {5, "load", 0x100, 0x1100'1100, 3},
                            {6, "load", 0xffff'fff8, 0, 15}});
}

TEST_CASE("an access that has to wait is tried again at each edge, and delays what follows by as many", "[quick]") {
  for (const unsigned waits : {0u, 1u, 2u, 7u}) {
    CoreBench core({lw(3, 4, 0), sw(3, 8, 0)}, different);
    *core.bus.word_at(4) = 1;
    const std::uint64_t first = different.nic_load - 1;
    core.bus.is_busy = [&](Cycle edge) { return edge < Cycle(first + waits); };
    core.run(static_cast<unsigned>(first + waits));
    CHECK(core.seen().empty());
    CHECK(core.state.x[3] == 0);
    *core.bus.word_at(4) = 2;  // what the word is when the access is made
    core.run(100);
    REQUIRE(core.seen().size() >= 2);
    CHECK(core.seen()[0] == Seen{first + waits, "load", 4, 2, 15});
    CHECK(core.seen()[1] == Seen{first + waits + different.nic_store, "store", 8, 2, 15});
    CHECK(core.state.waits == waits);
  }
}

TEST_CASE("after wfi a core waits until it is woken, and its next instruction begins at that edge", "[quick]") {
  for (const unsigned edges : {1u, 2u, 50u}) {
    CoreBench core({wfi, sw(0, 0, 0)}, different);
    const std::uint64_t last = different.alu - 1;
    core.wakes = [&](Cycle edge) { return edge >= Cycle(last + edges); };
    core.run(different.alu - 1);
    CHECK_FALSE(core.state.waiting);
    core.run(1);
    CHECK(core.state.waiting);
    CHECK(rv32::run_ahead(core.timing, core.program, core.state, core.now, 100) == never);
    core.run(edges - 1);
    CHECK(core.state.waiting);
    core.run(1);
    CHECK_FALSE(core.state.waiting);
    core.run(100);
    CHECK(core.seen()[0] == Seen{last, "wfi", rv32::rom_base + 4});
    CHECK(core.seen()[1] == Seen{last + edges + different.nic_store - 1, "store", 0, 0, 15});
  }
}

TEST_CASE("a wake has no effect on a core that does not wait") {
  CoreBench core({fence, sw(0, 0, 0)}, different);
  core.run(1);
  rv32::wake(core.state, core.now);
  core.run(100);
  CHECK(core.seen().front().edge == different.alu + different.nic_store - 1u);
}

TEST_CASE("an instrument call takes no cycle, and has its number and a0 to a3", "[quick]") {
  CoreBench core({instrument(2), fence, instrument(4), instrument(0), sw(0, 0, 0)}, different);
  for (unsigned i = 0; i < 4; ++i) core.state.x[10 + i] = i + 1;
  core.run(100);
  const std::uint32_t mixed = ((1 * 31 + 2) * 31 + 3) * 31 + 4;
  CHECK(List(core.seen().begin(), core.seen().begin() + 4) ==
        List{{0, "call", 2, mixed, 0, true},
             {different.alu, "call", 4, mixed, 0, true},
             {different.alu, "call", 0, mixed, 0, true},
             {different.alu + different.nic_store - 1u, "store", 0, 0, 15}});
}

TEST_CASE("while the instrument is on every instruction takes no cycle, and accesses are free", "[quick]") {
  const std::vector<Word> code = {addi(a0, 0, -1), instrument_switch, lw(3, 4, 0),       div(3, 3, 3),
                                  sw(3, 0, 1),     sw(3, -4, 0),      jal(0, 8),         ebreak,
                                  instrument(3),   addi(a0, 0, 0),    instrument_switch, sw(3, 8, 0)};
  for (const bool ahead : {false, true}) {
    CoreBench core(code, different);
    core.state.x[1] = rv32::ram_base;
    *core.bus.word_at(4) = 7;
    core.bus.is_busy = [&](Cycle edge) { return edge < Cycle(different.alu + different.nic_store - 1u); };
    ahead ? core.run_ahead(13, 1000) : core.run(13);
    const std::uint64_t on = different.alu;
    const std::uint32_t mixed = 31u * 31 * 31 * ~0u;
    CHECK(core.seen() == List{{on, "load", 4, 7, 15, true},
                              {on, "store", 0xffff'fffc, 1, 15, true},
                              {on, "call", 3, mixed, 0, true},
                              {on + different.nic_store - 1, "store", 8, 1, 15}});
    CHECK(core.state.ram[0] == 1);
    CHECK(core.state.waits == 0);
  }
}

TEST_CASE("an endless loop in an instrument halts the core, and one of many turns does not") {
  for (const bool ahead : {false, true}) {
    const auto run = [&](CoreBench& core) { ahead ? core.run_ahead(3, 1000) : core.run(3); };
    CoreBench endless({addi(a0, 0, 1), instrument_switch, instrument(0), instrument_switch, jal(0, -12)});
    run(endless);
    CHECK(endless.state.fault.kind == rv32::FaultKind::endless);
    CHECK(endless.state.fault.value == rv32::most_free_instructions);
    CHECK(endless.seen().back().what == "fault");
    CHECK(endless.seen().back().edge == 1);

    CoreBench bounded({lui(3, 400'000), instrument_switch, addi(3, 3, -1), bne(3, 0, -4), addi(a0, 0, 0),
                       instrument_switch, sw(0, 0, 0), jal(0, 0)});
    bounded.state.x[a0] = 1;
    run(bounded);
    CHECK(bounded.state.fault.kind == rv32::FaultKind::none);
    CHECK(bounded.seen().size() == 1);
  }
}

TEST_CASE("an endless loop of private instructions returns after the most cycles of run_ahead") {
  CoreBench core({jal(0, 0)}, different);
  Cycle next = rv32::run_ahead(core.timing, core.program, core.state, Cycle(0), 1000);
  CHECK(next > Cycle(1000));
  CHECK(next <= Cycle(1000 + different.jal));
  CHECK(core.state.instructions == 1001 / different.jal);
}
