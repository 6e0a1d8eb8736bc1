// Random programs with shared accesses: step() at every edge and run_ahead() give the same, and registers are complete.
#include <catch2/catch.hpp>

#include "rtl_models/common/random_stream.hpp"
#include "tests/rtl_models/rv32/core_bench.hpp"
#include "tests/rtl_models/rv32/random_program.hpp"

using namespace slackline;
using test::CoreBench;

namespace {

constexpr unsigned edges = 4000;

/// A core that runs random program number `number`, with a bus and events of its own.
CoreBench random_core(unsigned number) {
  RandomStream random(29, number, RandomPurpose::test);
  std::vector<std::uint32_t> code;
  test::append_random_program(code, random, test::Accesses::shared);
  const std::vector<rv32::Timing>& timings = test::timings();
  CoreBench core(code, timings[number % timings.size()]);
  const std::uint64_t salt = random.bits();
  const unsigned busy_of_8 = random.below(8);
  core.bus.is_busy = [=](Cycle edge) { return mix64(edge.value ^ salt) % 8 < busy_of_8; };
  core.wakes = [=](Cycle edge) { return mix64(edge.value + salt) % 8 == 0; };
  return core;
}

}  // namespace

TEST_CASE("stepped and run ahead, random programs have the same accesses at the same edges, and the same registers",
          "[quick]") {
  unsigned loads = 0, waits = 0, waiting = 0, free = 0, done = 0;
  for (unsigned number = 0; number < 150; ++number) {
    CoreBench stepped = random_core(number);
    stepped.run(edges);
    for (const std::uint64_t most_cycles : {1, 7, 100'000}) {
      INFO("program " << number << ", most cycles " << most_cycles);
      CoreBench ahead = random_core(number);
      ahead.run_ahead(edges, most_cycles);
      REQUIRE(ahead.seen() == stepped.seen());
      if (stepped.state.fault.kind != rv32::FaultKind::none) REQUIRE(ahead.registers() == stepped.registers());
    }
    for (const test::Seen& seen : stepped.seen()) {
      loads += seen.what == "load";
      waiting += seen.what == "wfi";
      free += seen.is_free;
    }
    waits += stepped.state.waits != 0;
    done += stepped.state.fault.kind == rv32::FaultKind::ecall;
  }
  CHECK(loads > 500);
  CHECK(waiting > 100);
  CHECK(free > 100);
  CHECK(waits > 100);
  CHECK(done > 120);
}

TEST_CASE("a core that is restored from its registers continues unchanged") {
  for (unsigned number = 0; number < 30; ++number) {
    CoreBench core = random_core(number), restored = random_core(number);
    core.run(100 + 37 * number);
    RegisterSnapshot saved;
    visit_all(core.program, core.state, core.now, saved);
    RegisterLoader loader(saved);
    rv32::restore(restored.program, restored.state, core.now, loader);
    restored.now = core.now;
    restored.bus = core.bus;
    CHECK(restored.registers() == core.registers());
    core.run(500);
    restored.run_ahead(500, 1);
    REQUIRE(restored.seen() == core.seen());
  }
}

TEST_CASE("the list of registers has pc, x1 to x31, RAM and all that decides the next edge, each by its name") {
  CoreBench core({0x0000'0013});
  RegisterList list;
  rv32::visit(core.program, core.state, core.now, list);
  CHECK(list.entries.size() == 1 + 31 + 7 + rv32::ram_bytes / 4);
  CHECK(list.entries[0] == std::pair<std::string, std::uint64_t>("pc", rv32::rom_base));
  CHECK(list.entries[1].first == "x[1].value");
  CHECK(list.entries[32].first == "begins_in");
  CHECK(list.entries.back().first == "ram[1023].word");
}
