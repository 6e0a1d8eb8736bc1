// The results of each instruction. Expected values are from the manual, or worked out by hand.
#include <catch2/catch.hpp>

#include "tests/rtl_models/rv32/assembler.hpp"
#include "tests/rtl_models/rv32/core_bench.hpp"

using namespace slackline;
using namespace slackline::test::assembler;
using test::CoreBench;

namespace {

/// x3 after `word`, an instruction with operands x1 and x2.
std::uint32_t result(Word word, std::uint32_t x1, std::uint32_t x2 = 0) {
  CoreBench core({word, ebreak});
  core.state.x[1] = x1;
  core.state.x[2] = x2;
  core.run(1);
  REQUIRE(core.state.fault.kind == rv32::FaultKind::none);
  return core.state.x[3];
}

/// The same of funct7, funct3 with two registers; and of funct3 with an immediate.
std::uint32_t of_registers(Word funct7, Word funct3, std::uint32_t x1, std::uint32_t x2) {
  return result(r_type(funct7, funct3, 3, 1, 2), x1, x2);
}
std::uint32_t of_immediate(Word funct3, std::uint32_t x1, std::int32_t immediate) {
  return result(i_type(funct3, 3, 1, immediate), x1);
}

bool is_taken(Word funct3, std::uint32_t x1, std::uint32_t x2) {
  CoreBench core({branch(funct3, 1, 2, 8), ebreak, ebreak});
  core.state.x[1] = x1;
  core.state.x[2] = x2;
  core.run(1);
  REQUIRE((core.state.pc == rv32::rom_base + 4 || core.state.pc == rv32::rom_base + 8));
  return core.state.pc == rv32::rom_base + 8;
}

constexpr std::uint32_t lowest_number = 0x8000'0000, minus_1 = 0xffff'ffff, minus_7 = 0xffff'fff9;

}  // namespace

TEST_CASE("arithmetic and logic of two registers", "[quick]") {
  CHECK(of_registers(0, 0, 5, minus_1) == 4);         // add
  CHECK(of_registers(0x20, 0, 5, 7) == 0xffff'fffe);  // sub
  CHECK(of_registers(0, 1, 3, 31) == lowest_number);  // sll
  CHECK(of_registers(0, 1, 3, 33) == 6);              // ... by the low 5 bits
  CHECK(of_registers(0, 2, minus_1, 0) == 1);         // slt
  CHECK(of_registers(0, 2, 0, 0) == 0);
  CHECK(of_registers(0, 3, minus_1, 0) == 0);  // sltu
  CHECK(of_registers(0, 3, 0, minus_1) == 1);
  CHECK(of_registers(0, 4, 0xff00'ff00, 0x0ff0'0ff0) == 0xf0f0'f0f0);  // xor
  CHECK(of_registers(0, 5, lowest_number, 4) == 0x0800'0000);          // srl
  CHECK(of_registers(0x20, 5, lowest_number, 4) == 0xf800'0000);       // sra
  CHECK(of_registers(0x20, 5, lowest_number, 36) == 0xf800'0000);
  CHECK(of_registers(0, 6, 0xff00'ff00, 0x0ff0'0ff0) == 0xfff0'fff0);  // or
  CHECK(of_registers(0, 7, 0xff00'ff00, 0x0ff0'0ff0) == 0x0f00'0f00);  // and
}

TEST_CASE("arithmetic and logic with an immediate, whose sign is extended", "[quick]") {
  CHECK(of_immediate(0, 5, -2048) == 5u - 2048u);  // addi
  CHECK(of_immediate(0, 5, 2047) == 2052);
  CHECK(of_immediate(2, minus_7, -6) == 1);                      // slti
  CHECK(of_immediate(3, 5, -1) == 1);                            // sltiu: below 2^32 - 1
  CHECK(of_immediate(4, 0x0000'00ff, -1) == 0xffff'ff00);        // xori
  CHECK(of_immediate(6, 0x0000'0100, -2048) == 0xffff'f900);     // ori
  CHECK(of_immediate(7, 0xffff'ffff, -2048) == 0xffff'f800);     // andi
  CHECK(of_immediate(1, 1, 31) == lowest_number);                // slli
  CHECK(of_immediate(5, lowest_number, 31) == 1);                // srli
  CHECK(of_immediate(5, lowest_number, 31 | 0x400) == minus_1);  // srai
  CHECK(result(lui(3, 0xffff'f000), 0) == 0xffff'f000);
  CHECK(result(auipc(3, 0x0001'2000), 0) == 0x8001'2000);
  CHECK(result(auipc(3, 0xffff'f000), 0) == 0x7fff'f000);
}

TEST_CASE("products: the low half, and the high half of signed, mixed and unsigned factors", "[quick]") {
  CHECK(of_registers(1, 0, minus_7, 3) == 0xffff'ffeb);  // mul: -21
  CHECK(of_registers(1, 1, minus_7, 3) == minus_1);      // mulh
  CHECK(of_registers(1, 1, lowest_number, lowest_number) == 0x4000'0000);
  CHECK(of_registers(1, 2, minus_1, minus_1) == minus_1);  // mulhsu: -1 * (2^32 - 1)
  CHECK(of_registers(1, 2, 2, minus_1) == 1);
  CHECK(of_registers(1, 3, minus_1, minus_1) == 0xffff'fffe);  // mulhu
}

TEST_CASE("quotients round to zero, a division by zero gives all ones, and the quotient that does not fit wraps",
          "[quick]") {
  CHECK(of_registers(1, 4, minus_7, 2) == 0xffff'fffd);  // div: -3
  CHECK(of_registers(1, 4, minus_7, 0) == minus_1);
  CHECK(of_registers(1, 4, lowest_number, minus_1) == lowest_number);
  CHECK(of_registers(1, 5, minus_7, 2) == 0x7fff'fffc);  // divu
  CHECK(of_registers(1, 5, 7, 0) == minus_1);
  CHECK(of_registers(1, 5, lowest_number, minus_1) == 0);
  CHECK(of_registers(1, 6, minus_7, 2) == minus_1);  // rem: the sign of the dividend
  CHECK(of_registers(1, 6, 7, 0xffff'fffe) == 1);
  CHECK(of_registers(1, 6, minus_7, 0) == minus_7);
  CHECK(of_registers(1, 6, lowest_number, minus_1) == 0);
  CHECK(of_registers(1, 7, minus_7, 2) == 1);  // remu
  CHECK(of_registers(1, 7, minus_7, 0) == minus_7);
}

TEST_CASE("branches compare for equality, signed and unsigned", "[quick]") {
  const std::uint32_t pairs[][2] = {{1, 1}, {1, 2}, {2, 1}, {minus_1, 1}, {1, minus_1}};
  const bool expected[][5] = {{true, false, false, false, false},  // beq
                              {false, true, true, true, true},     // bne
                              {false, true, false, true, false},   // blt
                              {true, false, true, false, true},    // bge
                              {false, true, false, false, true},   // bltu
                              {true, false, true, true, false}};   // bgeu
  const Word functs[] = {0, 1, 4, 5, 6, 7};
  for (unsigned f = 0; f < 6; ++f)
    for (unsigned i = 0; i < 5; ++i) {
      INFO("funct3 " << functs[f] << ", operands " << pairs[i][0] << ", " << pairs[i][1]);
      CHECK(is_taken(functs[f], pairs[i][0], pairs[i][1]) == expected[f][i]);
    }
}

TEST_CASE("branches and jumps go forward and back by all bits of their offsets") {
  const auto target = [](unsigned at, Word word) {
    std::vector<Word> code(0x4000, no_instruction);
    code[at / 4] = word;
    rv32::Image image{test::bytes_of(code)};
    image.entry = rv32::rom_base + at;
    CoreBench core(image);
    core.run(1);
    return core.state.pc - rv32::rom_base;
  };
  for (const unsigned offset : {4u, 8u, 16u, 0x7fcu, 0x800u, 0xffcu}) {
    CHECK(target(0x2000, beq(0, 0, static_cast<int>(offset))) == 0x2000 + offset);
    CHECK(target(0x2000, beq(0, 0, -static_cast<int>(offset))) == 0x2000 - offset);
  }
  for (const unsigned offset : {4u, 0x7fcu, 0x800u, 0x1000u, 0x6ffcu}) {
    CHECK(target(0x8000, jal(0, static_cast<int>(offset))) == 0x8000 + offset);
    CHECK(target(0x8000, jal(0, -static_cast<int>(offset))) == 0x8000 - offset);
  }
}

TEST_CASE("jal and jalr store the address of the next instruction, and jalr clears bit 0 of its target") {
  CoreBench core({jal(3, 8), ebreak, jalr(1, 5, 1), ebreak});
  core.state.x[1] = rv32::rom_base + 8;
  core.run(1);
  CHECK(core.state.pc == rv32::rom_base + 8);
  CHECK(core.state.x[3] == rv32::rom_base + 4);
  core.run(1);
  CHECK(core.state.pc == rv32::rom_base + 12);  // the target is read before the result is written
  CHECK(core.state.x[1] == rv32::rom_base + 12);
}

TEST_CASE("loads and stores of all widths, in RAM and NIC memory", "[quick]") {
  for (const std::uint32_t base : {rv32::ram_base, 0x100u}) {
    CoreBench core({sw(2, 0, 1), sh(3, 2, 1), sb(4, 1, 1), lw(5, 0, 1), lb(6, 3, 1), lbu(7, 3, 1), lh(8, 0, 1),
                    lhu(9, 2, 1), ebreak});
    core.state.x[1] = base;
    core.state.x[2] = 0x0403'0201;
    core.state.x[3] = 0xffff'90a0;
    core.state.x[4] = 0xffff'ff88;
    core.run(8);
    CHECK(core.state.x[5] == 0x90a0'8801);
    CHECK(core.state.x[6] == 0xffff'ff90);
    CHECK(core.state.x[7] == 0x90);
    CHECK(core.state.x[8] == 0xffff'8801);
    CHECK(core.state.x[9] == 0x90a0);
  }
}

TEST_CASE("loads from the ROM give its bytes, also those of a last word that is not whole") {
  rv32::Image image{test::bytes_of({lw(5, 0, 1), lbu(6, 18, 1), lw(7, 16, 1), ebreak})};
  image.rom.insert(image.rom.end(), {0x11, 0x22, 0x33});
  CoreBench core(image);
  core.state.x[1] = rv32::rom_base;
  core.run(3);
  CHECK(core.state.x[5] == lw(5, 0, 1));
  CHECK(core.state.x[6] == 0x33);
  CHECK(core.state.x[7] == 0x0033'2211);
}

TEST_CASE("x0 stays 0, whatever is written to it") {
  CoreBench core({addi(0, 0, 5), jal(0, 4), mul(0, 1, 1), lw(0, 0, 0), lw(0, 0, 2), add(3, 0, 0), ebreak});
  core.state.x[1] = 3;
  core.state.x[2] = rv32::ram_base;
  core.state.x[3] = 1;
  core.state.ram[0] = 7;
  *core.bus.word_at(0) = 9;
  core.run(6);
  CHECK(core.state.x[0] == 0);
  CHECK(core.state.x[3] == 0);
}

TEST_CASE("fence has no effect") {
  CoreBench core({fence, ebreak});
  core.run(1);
  CHECK(core.state.pc == rv32::rom_base + 4);
  CHECK(core.state.x == std::array<std::uint32_t, 32>{});
}
