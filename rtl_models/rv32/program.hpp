// program: the code ROM of rv32 cores, decoded once. It does not change, and all cores that run it share it.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/violation.hpp"
#include "rtl_models/rv32/memory_map.hpp"

namespace slackline::rv32 {

/// The operation of an instruction. Forms that differ only in the source of an operand are one operation: `add` is also
/// addi, lui, auipc and fence (Instruction).
// clang-format off
enum class Op : std::uint8_t {
  // Private: they change the core alone.
  add, sub, sll, slt, sltu, xor_, srl, sra, or_, and_,
  mul, mulh, mulhsu, mulhu, div, divu, rem, remu,
  beq, bne, blt, bge, bltu, bgeu,
  jal, jalr,
  instrument_switch,  // by a0
  // Private if their address is.
  lb, lh, lw, lbu, lhu,
  sb, sh, sw,
  // Never private.
  wfi, instrument,
  ecall, ebreak,
  illegal,  // `immediate` is the word
  end       // after the last word of the ROM
};
// clang-format on

/// A decoded instruction. The operands of arithmetic are x[rs1] and x[rs2] + immediate, and rs2 or immediate is 0. Stores and
/// branches use x[rs2] and immediate separately. rd is 0 where there is no result.
struct Instruction {
  Op op = Op::illegal;
  std::uint8_t rd = 0, rs1 = 0, rs2 = 0;
  /// The result of lui and auipc; the address of the target of branches and jal; the number of an instrument.
  std::uint32_t immediate = 0;
};

/// Decodes one word of RV32IM (The RISC-V Instruction Set Manual, volume I, 20191213, chapter 24), with wfi and the
/// instruments of rtl_models/firmware/rv32/map.h: opcode custom-0, funct3 and all register fields 0, funct7 the number.
///   NIC_INSTRUMENT_SWITCH            instrument on where a0 is not 0, else off
///   any other below NIC_INSTRUMENTS  instrument call with a0 to a3
/// CSRs and fence.i are illegal. `pc`: the address of the word.
Instruction decode(std::uint32_t word, std::uint32_t pc);

/// The contents of a ROM.
struct Image {
  std::vector<std::uint8_t> rom;         ///< from rom_base on, 1..most_rom_bytes
  std::uint32_t entry = rom_base;        ///< address of the first instruction, a word of the ROM
  std::uint32_t stack_limit = ram_base;  ///< lowest address that the stack may use: RAM or its end

  Violations violations() const;
};

class Program {
 public:
  /// A last word that is not whole is filled with zeros. Words that are no instructions are legal: they may be data.
  /// Throws std::invalid_argument, with all violations, when the image is illegal.
  explicit Program(const Image& image);

  std::uint32_t entry() const { return entry_; }
  std::uint32_t stack_limit() const { return stack_limit_; }
  /// Bytes of the ROM, a multiple of 4.
  std::uint32_t bytes() const { return static_cast<std::uint32_t>(4 * words_.size()); }
  /// `address` is within the ROM.
  bool holds(std::uint32_t address) const { return address - rom_base < bytes(); }
  /// The word that contains the address, which the ROM holds.
  std::uint32_t word(std::uint32_t address) const { return words_[(address - rom_base) / 4]; }
  /// From rom_base on, one a word; after the last one Op::end.
  const Instruction* instructions() const { return instructions_.data(); }
  /// The instruction at `pc`, which the ROM holds, or its end.
  const Instruction& at(std::uint32_t pc) const { return instructions_[(pc - rom_base) / 4]; }

 private:
  std::uint32_t entry_, stack_limit_;
  std::vector<std::uint32_t> words_;
  std::vector<Instruction> instructions_;
};

}  // namespace slackline::rv32
