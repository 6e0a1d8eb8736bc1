// Errors of a program: what halts a core, where and when.
#include <catch2/catch.hpp>

#include "tests/rtl_models/rv32/assembler.hpp"
#include "tests/rtl_models/rv32/core_bench.hpp"

using namespace slackline;
using namespace slackline::test::assembler;
using rv32::FaultKind;
using rv32::Timing;
using test::CoreBench;

namespace {

constexpr std::uint32_t second = rv32::rom_base + 4;  ///< where the instruction under test is

/// Checks that `word`, the second instruction of a program, halts the core at the last edge of its `cycles`.
void check_fault(Word word, std::uint32_t x1, FaultKind kind, std::uint32_t value,
                 std::uint32_t Timing::*cycles = &Timing::load) {
  INFO(std::hex << word << " with x1 = 0x" << x1);
  const Timing timing{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (const bool ahead : {false, true}) {
    rv32::Image image{test::bytes_of({fence, word, sw(0, 0, 0)})};
    image.stack_limit = rv32::ram_base + 0x100;
    CoreBench core(image, timing);
    core.state.x[1] = core.state.x[2] = x1;
    const std::uint32_t last = timing.alu + timing.*cycles - 1;
    const auto run = [&](unsigned edges) { ahead ? core.run_ahead(edges, 1000) : core.run(edges); };
    run(last);
    CHECK(core.state.fault.kind == FaultKind::none);
    run(1);
    CHECK(core.state.fault.kind == kind);
    CHECK(core.state.fault.value == value);
    CHECK(core.state.pc == second);
    run(50);
    CHECK(core.seen() == std::vector<test::Seen>{{last, "fault", second, value}});
  }
}

}  // namespace

TEST_CASE("an access that is not aligned halts the core, in RAM, ROM, NIC memory and registers", "[quick]") {
  const std::uint32_t bases[] = {rv32::ram_base, rv32::rom_base, 0x100, rv32::register_base};
  std::uint32_t Timing::*const loads[] = {&Timing::load, &Timing::load, &Timing::nic_load, &Timing::register_access};
  for (unsigned i = 0; i < 4; ++i) {
    check_fault(lw(3, 1, 1), bases[i], FaultKind::misaligned, bases[i] + 1, loads[i]);
    check_fault(lw(3, 2, 1), bases[i], FaultKind::misaligned, bases[i] + 2, loads[i]);
    check_fault(lh(3, 1, 1), bases[i], FaultKind::misaligned, bases[i] + 1, loads[i]);
    check_fault(lhu(3, 3, 1), bases[i], FaultKind::misaligned, bases[i] + 3, loads[i]);
  }
  check_fault(sh(3, 1, 1), rv32::ram_base, FaultKind::misaligned, rv32::ram_base + 1, &Timing::store);
  check_fault(sw(3, 2, 1), 0x100, FaultKind::misaligned, 0x102, &Timing::nic_store);
}

TEST_CASE("an access to an address without memory halts the core, just outside of RAM, ROM and registers", "[quick]") {
  const std::uint32_t ram_end = rv32::ram_base + rv32::ram_bytes;
  for (const std::uint32_t address : {rv32::rom_base + 12, ram_end, rv32::register_base - 4, 0xa000'0000u}) {
    check_fault(lw(3, 0, 1), address, FaultKind::bad_address, address);
    check_fault(sw(3, 0, 1), address, FaultKind::bad_address, address, &Timing::store);
  }
  check_fault(lw(3, 0, 1), rv32::ram_base - 4, FaultKind::bad_address, rv32::ram_base - 4);
  check_fault(sb(3, -1, 1), rv32::ram_base, FaultKind::bad_address, rv32::ram_base - 1, &Timing::store);
}

TEST_CASE("an access that the bus refuses halts the core") {
  check_fault(lw(3, 0, 1), 1024, FaultKind::bad_address, 1024, &Timing::nic_load);
  check_fault(sb(3, 3, 1), 1024, FaultKind::bad_address, 1027, &Timing::nic_store);
  check_fault(lw(3, 0, 1), rv32::rom_base - 4, FaultKind::bad_address, rv32::rom_base - 4, &Timing::nic_load);
}

TEST_CASE("a store to the ROM halts the core") {
  check_fault(sw(3, 0, 1), rv32::rom_base, FaultKind::write_to_code, rv32::rom_base, &Timing::store);
  check_fault(sb(3, 11, 1), rv32::rom_base, FaultKind::write_to_code, rv32::rom_base + 11, &Timing::store);
}

TEST_CASE("an access to a part of a register halts the core") {
  for (const Word word : {lb(3, 0, 1), lbu(3, 0, 1), lh(3, 0, 1), lhu(3, 0, 1), sb(3, 0, 1), sh(3, 0, 1)})
    check_fault(word, 0xffff'fffc, FaultKind::part_of_register, 0xffff'fffc, &Timing::register_access);
}

TEST_CASE("a store by sp below the limit of the stack halts the core, and one by another register does not",
          "[quick]") {
  const std::uint32_t limit = rv32::ram_base + 0x100;
  check_fault(sw(3, -4, 2), limit, FaultKind::stack_overflow, limit - 4, &Timing::store);
  check_fault(sw(3, -4, 2), rv32::ram_base, FaultKind::stack_overflow, rv32::ram_base - 4, &Timing::store);
  check_fault(sw(3, 0, 2), 0x100, FaultKind::stack_overflow, 0x100, &Timing::nic_store);

  rv32::Image image{test::bytes_of({sw(3, 0, 2), sw(3, -4, 1), lw(3, -4, 2), ebreak})};
  image.stack_limit = limit;
  CoreBench core(image);
  core.state.x[1] = core.state.x[2] = limit;
  core.run(10);
  CHECK(core.state.fault.kind == FaultKind::ebreak);
}

TEST_CASE("a jump to what is no word of the ROM halts the core at the jump, and a branch only when it is taken",
          "[quick]") {
  const std::uint32_t end = rv32::rom_base + 12;
  check_fault(jal(3, 8), 0, FaultKind::bad_jump, end, &Timing::jal);
  check_fault(jal(3, -8), 0, FaultKind::bad_jump, rv32::rom_base - 4, &Timing::jal);
  check_fault(jal(3, 2), 0, FaultKind::bad_jump, second + 2, &Timing::jal);
  check_fault(jalr(3, 3, 1), rv32::rom_base, FaultKind::bad_jump, rv32::rom_base + 2, &Timing::jalr);
  check_fault(jalr(3, 0, 1), rv32::ram_base, FaultKind::bad_jump, rv32::ram_base, &Timing::jalr);
  check_fault(jalr(0, 0, 0), 0, FaultKind::bad_jump, 0, &Timing::jalr);
  check_fault(beq(0, 0, 8), 0, FaultKind::bad_jump, end, &Timing::branch_taken);
  check_fault(bgeu(0, 0, 2), 0, FaultKind::bad_jump, second + 2, &Timing::branch_taken);

  CoreBench core({bne(0, 0, 64), ebreak});
  core.run(2);
  CHECK(core.state.fault.kind == FaultKind::ebreak);
}

TEST_CASE("a core that runs past the end of the ROM halts there") {
  CoreBench core({fence});
  core.run(2);
  CHECK(core.state.fault.kind == FaultKind::bad_jump);
  CHECK(core.state.fault.value == rv32::rom_base + 4);
  CHECK(core.state.pc == rv32::rom_base + 4);
}

TEST_CASE("illegal instructions, ecall and ebreak halt the core when they are executed, not before") {
  check_fault(no_instruction, 0, FaultKind::illegal_instruction, 0, &Timing::alu);
  check_fault(0xc000'2573 /* rdcycle a0 */, 0, FaultKind::illegal_instruction, 0xc000'2573, &Timing::alu);
  check_fault(ecall, 0, FaultKind::ecall, 0, &Timing::alu);
  check_fault(ebreak, 0, FaultKind::ebreak, 0, &Timing::alu);

  CoreBench core({jal(0, 8), no_instruction, lw(3, 4, 1), ebreak});
  core.state.x[1] = rv32::rom_base;
  core.run(2);
  CHECK(core.state.fault.kind == FaultKind::none);
}

TEST_CASE("an instruction with a fault changes no register, no memory, and no edge of another one") {
  CoreBench core({lw(3, 2, 1), ebreak});
  core.state.x[1] = rv32::ram_base;
  core.state.x[3] = 7;
  core.run(10);
  CHECK(core.state.x[3] == 7);
  CHECK(core.state.instructions == 0);
  CHECK(rv32::run_ahead(core.timing, core.program, core.state, core.now, 100) == never);
}

TEST_CASE("each fault has a text with its value") {
  CHECK(rv32::to_string(rv32::Fault()).empty());
  CHECK(rv32::to_string({FaultKind::misaligned, 0x9000'0002}) == "misaligned access to 0x90000002");
  CHECK(rv32::to_string({FaultKind::illegal_instruction, 0}) == "illegal instruction 0x00000000");
  CHECK(rv32::to_string({FaultKind::ecall, 64}) == "ecall with a7 = 64");
  for (unsigned kind = 1; kind <= static_cast<unsigned>(FaultKind::endless); ++kind)
    CHECK_FALSE(rv32::to_string({static_cast<FaultKind>(kind), 1}).empty());
}
