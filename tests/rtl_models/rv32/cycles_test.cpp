// The cycles of each class of instructions, at the edges at which a store after them is seen.
#include <catch2/catch.hpp>

#include "tests/rtl_models/rv32/assembler.hpp"
#include "tests/rtl_models/rv32/core_bench.hpp"

using namespace slackline;
using namespace slackline::test::assembler;
using rv32::Timing;
using test::CoreBench;
using Code = std::vector<Word>;

namespace {

constexpr Word marker = sw(0, 0, 0);  ///< a store to NIC memory: all can see its edge

/// Each figure is another one, so that none can stand for another.
Timing all_different() { return {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}; }

std::vector<Timing> timings() {
  std::vector<Timing> all = test::timings();
  all.push_back(all_different());
  return all;
}

/// The edge of the first shared access; x1 holds the address of the RAM, x2 that of the third instruction.
std::uint64_t first_seen(const Code& code, const Timing& timing) {
  CoreBench core(code, timing);
  core.state.x[1] = rv32::ram_base;
  core.state.x[2] = rv32::rom_base + 8;
  core.run(200);
  REQUIRE_FALSE(core.seen().empty());
  REQUIRE(core.seen().front().what != "fault");
  return core.seen().front().edge;
}

/// Checks that `code` takes so many cycles before the marker after it begins, in each timing.
void check_cycles(const char* what, Code code, std::uint32_t Timing::*cycles) {
  INFO(what);
  code.push_back(marker);
  for (const Timing& timing : timings()) CHECK(first_seen(code, timing) == timing.*cycles + timing.nic_store - 1);
}

}  // namespace

TEST_CASE("each class of instructions takes its cycles, in every preset", "[quick]") {
  for (const Word word : {add(3, 1, 2), addi(3, 1, 2), lui(3, 0x1000), auipc(3, 0x1000), fence, r_type(0, 1, 3, 1, 2),
                          r_type(0x20, 5, 3, 1, 2)})
    check_cycles("alu", {word}, &Timing::alu);
  for (const Word word : {lb(3, 0, 1), lh(3, 0, 1), lw(3, 0, 1), lbu(3, 0, 1), lhu(3, 0, 1), lw(3, -8, 2)})
    check_cycles("load", {word}, &Timing::load);
  for (const Word word : {sb(3, 0, 1), sh(3, 0, 1), sw(3, 0, 1)}) check_cycles("store", {word}, &Timing::store);
  for (const Word funct3 : {0u, 1u, 2u, 3u}) check_cycles("mul", {r_type(1, funct3, 3, 1, 2)}, &Timing::mul);
  for (const Word funct3 : {4u, 5u, 6u, 7u}) check_cycles("div", {r_type(1, funct3, 3, 1, 2)}, &Timing::div);
  for (const Word word : {beq(1, 1, 8), bne(1, 0, 8), blt(1, 0, 8), bge(0, 1, 8), bltu(0, 1, 8), bgeu(1, 0, 8)})
    check_cycles("branch taken", {word, ebreak}, &Timing::branch_taken);
  for (const Word word : {beq(1, 0, 8), bne(1, 1, 8), blt(0, 1, 8), bge(1, 0, 8), bltu(1, 0, 8), bgeu(0, 1, 8)})
    check_cycles("branch not taken", {word}, &Timing::branch_not_taken);
  check_cycles("jal", {jal(3, 8), ebreak}, &Timing::jal);
  check_cycles("jalr", {jalr(3, 0, 2), ebreak}, &Timing::jalr);
}

TEST_CASE("an access to NIC memory or to a register is made at its last edge, and the next instruction begins after it",
          "[quick]") {
  for (const Timing& timing : timings()) {
    const std::pair<Word, std::uint32_t> accesses[] = {
        {lw(3, 4, 0), timing.nic_load},         {lb(3, 4, 0), timing.nic_load},
        {sw(3, 4, 0), timing.nic_store},        {sb(3, 4, 0), timing.nic_store},
        {lw(3, -4, 0), timing.register_access}, {sw(3, -4, 0), timing.register_access}};
    for (const auto& [word, cycles] : accesses) {
      CoreBench core({word, marker}, timing);
      core.run(cycles - 1);
      CHECK(core.seen().empty());
      core.run(1);
      REQUIRE(core.seen().size() == 1);
      CHECK(core.seen()[0].edge == cycles - 1);
      core.run(timing.nic_store - 1);
      CHECK(core.seen().size() == 1);
      core.run(1);
      CHECK(core.seen().size() == 2);
    }
  }
}

TEST_CASE("a private instruction has its result after its last edge, not before") {
  const Timing timing = all_different();
  CoreBench core({addi(3, 0, 5), sw(3, 0, 1), ebreak}, timing);
  core.state.x[1] = rv32::ram_base;
  core.run(timing.alu - 1);
  CHECK(core.state.x[3] == 0);
  core.run(1);
  CHECK(core.state.x[3] == 5);
  core.run(timing.store - 1);
  CHECK(core.state.ram[0] == 0);
  core.run(1);
  CHECK(core.state.ram[0] == 5);
}

TEST_CASE("a loop takes the sum of its instructions, in closed form") {
  constexpr unsigned turns = 10;
  const Code code = {addi(3, 0, turns), lw(4, 0, 1),    mul(5, 4, 4),   div(5, 5, 4),
                     sw(5, 0, 1),       addi(3, 3, -1), bne(3, 0, -20), marker};
  for (const Timing& t : timings()) {
    const std::uint64_t turn = t.load + t.mul + t.div + t.store + t.alu;
    const std::uint64_t expected = t.alu + turns * turn + (turns - 1) * t.branch_taken + t.branch_not_taken;
    CoreBench core(code, t);
    core.state.x[1] = rv32::ram_base;
    core.run(static_cast<unsigned>(expected + t.nic_store));
    REQUIRE(core.seen().size() == 1);
    CHECK(core.seen()[0].edge == expected + t.nic_store - 1);
    CHECK(core.state.instructions == 1 + 6 * turns + 1);
  }
}
