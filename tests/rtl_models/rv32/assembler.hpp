// assembler: the words of RV32IM instructions, by the names and operand order of assembly language. Offsets are in bytes.
#pragma once

#include <cstdint>

namespace slackline::test::assembler {

using Word = std::uint32_t;
using Register = unsigned;

/// The formats of the manual.
constexpr Word r_type(Word funct7, Word funct3, Register rd, Register rs1, Register rs2, Word opcode = 0x33) {
  return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
constexpr Word i_type(Word funct3, Register rd, Register rs1, std::int32_t immediate, Word opcode = 0x13) {
  return static_cast<Word>(immediate) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
constexpr Word load(Word funct3, Register rd, std::int32_t offset, Register rs1) {
  return i_type(funct3, rd, rs1, offset, 0x03);
}
constexpr Word store(Word funct3, Register rs2, std::int32_t offset, Register rs1) {
  const Word o = static_cast<Word>(offset);
  return (o >> 5 & 0x7f) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (o & 0x1f) << 7 | 0x23;
}
constexpr Word branch(Word funct3, Register rs1, Register rs2, std::int32_t offset) {
  const Word o = static_cast<Word>(offset);
  return (o >> 12 & 1) << 31 | (o >> 5 & 0x3f) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (o >> 1 & 0xf) << 8 |
         (o >> 11 & 1) << 7 | 0x63;
}

/// `upper`: the value of the register, whose low 12 bits are 0.
constexpr Word lui(Register rd, Word upper) { return (upper & 0xffff'f000) | rd << 7 | 0x37; }
constexpr Word auipc(Register rd, Word upper) { return (upper & 0xffff'f000) | rd << 7 | 0x17; }
constexpr Word jal(Register rd, std::int32_t offset) {
  const Word o = static_cast<Word>(offset);
  return (o >> 20 & 1) << 31 | (o >> 1 & 0x3ff) << 21 | (o >> 11 & 1) << 20 | (o >> 12 & 0xff) << 12 | rd << 7 | 0x6f;
}
constexpr Word jalr(Register rd, std::int32_t offset, Register rs1) { return i_type(0, rd, rs1, offset, 0x67); }

constexpr Word beq(Register a, Register b, std::int32_t offset) { return branch(0, a, b, offset); }
constexpr Word bne(Register a, Register b, std::int32_t offset) { return branch(1, a, b, offset); }
constexpr Word blt(Register a, Register b, std::int32_t offset) { return branch(4, a, b, offset); }
constexpr Word bge(Register a, Register b, std::int32_t offset) { return branch(5, a, b, offset); }
constexpr Word bltu(Register a, Register b, std::int32_t offset) { return branch(6, a, b, offset); }
constexpr Word bgeu(Register a, Register b, std::int32_t offset) { return branch(7, a, b, offset); }

constexpr Word lb(Register rd, std::int32_t offset, Register rs1) { return load(0, rd, offset, rs1); }
constexpr Word lh(Register rd, std::int32_t offset, Register rs1) { return load(1, rd, offset, rs1); }
constexpr Word lw(Register rd, std::int32_t offset, Register rs1) { return load(2, rd, offset, rs1); }
constexpr Word lbu(Register rd, std::int32_t offset, Register rs1) { return load(4, rd, offset, rs1); }
constexpr Word lhu(Register rd, std::int32_t offset, Register rs1) { return load(5, rd, offset, rs1); }
constexpr Word sb(Register rs2, std::int32_t offset, Register rs1) { return store(0, rs2, offset, rs1); }
constexpr Word sh(Register rs2, std::int32_t offset, Register rs1) { return store(1, rs2, offset, rs1); }
constexpr Word sw(Register rs2, std::int32_t offset, Register rs1) { return store(2, rs2, offset, rs1); }

constexpr Word addi(Register rd, Register rs1, std::int32_t immediate) { return i_type(0, rd, rs1, immediate); }
constexpr Word andi(Register rd, Register rs1, std::int32_t immediate) { return i_type(7, rd, rs1, immediate); }
constexpr Word add(Register rd, Register rs1, Register rs2) { return r_type(0, 0, rd, rs1, rs2); }
constexpr Word mul(Register rd, Register rs1, Register rs2) { return r_type(1, 0, rd, rs1, rs2); }
constexpr Word div(Register rd, Register rs1, Register rs2) { return r_type(1, 4, rd, rs1, rs2); }

inline constexpr Word fence = 0x0ff0'000f, ecall = 0x0000'0073, ebreak = 0x0010'0073, wfi = 0x1050'0073;
/// No instruction at all.
inline constexpr Word no_instruction = 0;

/// Call of an instrument. The switch turns it on where a0 is not 0, else off.
constexpr Word instrument(Word number) { return r_type(number, 0, 0, 0, 0, 0x0b); }
inline constexpr Word instrument_switch = instrument(1);

}  // namespace slackline::test::assembler
