#include "rtl_models/rv32/program.hpp"

#include <cstdio>
#include <string>

#include "rtl_models/common/checked.hpp"
#include "rtl_models/firmware/rv32/map.h"

namespace slackline::rv32 {

namespace {

std::string hexadecimal(std::uint32_t address) {
  char text[11];
  std::snprintf(text, sizeof text, "0x%08x", static_cast<unsigned>(address));
  return text;
}

/// The bits of a word from `low` on.
constexpr std::uint32_t bits(std::uint32_t word, unsigned low, unsigned count) {
  return word >> low & ((1u << count) - 1);
}

/// The fields of a word, as the manual names them.
struct Fields {
  explicit Fields(std::uint32_t w)
      : word(w),
        opcode(bits(w, 0, 7)),
        funct3(bits(w, 12, 3)),
        funct7(bits(w, 25, 7)),
        rd(static_cast<std::uint8_t>(bits(w, 7, 5))),
        rs1(static_cast<std::uint8_t>(bits(w, 15, 5))),
        rs2(static_cast<std::uint8_t>(bits(w, 20, 5))) {}

  /// The upper bits of an immediate are copies of its sign, bit 31 of the word.
  std::uint32_t sign() const { return (word >> 31) != 0 ? ~0u : 0u; }
  std::uint32_t immediate_i() const { return sign() << 11 | bits(word, 20, 11); }
  std::uint32_t immediate_s() const { return sign() << 11 | bits(word, 25, 6) << 5 | bits(word, 7, 5); }
  std::uint32_t immediate_b() const {
    return sign() << 12 | bits(word, 7, 1) << 11 | bits(word, 25, 6) << 5 | bits(word, 8, 4) << 1;
  }
  std::uint32_t immediate_u() const { return word & 0xffff'f000; }
  std::uint32_t immediate_j() const {
    return sign() << 20 | bits(word, 12, 8) << 12 | bits(word, 20, 1) << 11 | bits(word, 21, 10) << 1;
  }

  std::uint32_t word, opcode, funct3, funct7;
  std::uint8_t rd, rs1, rs2;
};

Instruction illegal(std::uint32_t word) { return {Op::illegal, 0, 0, 0, word}; }

Instruction decode_immediate(const Fields& f) {
  static constexpr Op by_funct3[8] = {Op::add, Op::sll, Op::slt, Op::sltu, Op::xor_, Op::srl, Op::or_, Op::and_};
  const bool is_shift = f.funct3 == 1 || f.funct3 == 5;
  if (!is_shift) return {by_funct3[f.funct3], f.rd, f.rs1, 0, f.immediate_i()};
  if (f.funct7 == 0) return {by_funct3[f.funct3], f.rd, f.rs1, 0, f.rs2};
  if (f.funct7 == 0x20 && f.funct3 == 5) return {Op::sra, f.rd, f.rs1, 0, f.rs2};
  return illegal(f.word);
}

Instruction decode_register(const Fields& f) {
  static constexpr Op base[8] = {Op::add, Op::sll, Op::slt, Op::sltu, Op::xor_, Op::srl, Op::or_, Op::and_};
  static constexpr Op multiply[8] = {Op::mul, Op::mulh, Op::mulhsu, Op::mulhu, Op::div, Op::divu, Op::rem, Op::remu};
  if (f.funct7 == 0) return {base[f.funct3], f.rd, f.rs1, f.rs2, 0};
  if (f.funct7 == 1) return {multiply[f.funct3], f.rd, f.rs1, f.rs2, 0};
  if (f.funct7 == 0x20 && f.funct3 == 0) return {Op::sub, f.rd, f.rs1, f.rs2, 0};
  if (f.funct7 == 0x20 && f.funct3 == 5) return {Op::sra, f.rd, f.rs1, f.rs2, 0};
  return illegal(f.word);
}

Instruction decode_system(const Fields& f) {
  switch (f.word) {
    case 0x0000'0073: return {Op::ecall, 0, 0, 0, 0};
    case 0x0010'0073: return {Op::ebreak, 0, 0, 0, 0};
    case 0x1050'0073: return {Op::wfi, 0, 0, 0, 0};
    default: return illegal(f.word);
  }
}

Instruction decode_instrument(const Fields& f) {
  if (f.funct3 != 0 || f.rd != 0 || f.rs1 != 0 || f.rs2 != 0) return illegal(f.word);
  if (f.funct7 >= NIC_INSTRUMENTS) return illegal(f.word);
  return {f.funct7 == NIC_INSTRUMENT_SWITCH ? Op::instrument_switch : Op::instrument, 0, 0, 0, f.funct7};
}

}  // namespace

Instruction decode(std::uint32_t word, std::uint32_t pc) {
  // By funct3; those that the manual does not have are illegal.
  static constexpr Op loads[8] = {Op::lb, Op::lh, Op::lw, Op::illegal, Op::lbu, Op::lhu, Op::illegal, Op::illegal};
  static constexpr Op stores[8] = {Op::sb,      Op::sh,      Op::sw,      Op::illegal,
                                   Op::illegal, Op::illegal, Op::illegal, Op::illegal};
  static constexpr Op branches[8] = {Op::beq, Op::bne, Op::illegal, Op::illegal, Op::blt, Op::bge, Op::bltu, Op::bgeu};

  const Fields f(word);
  Instruction decoded = illegal(word);
  switch (f.opcode) {
    case 0x37: return {Op::add, f.rd, 0, 0, f.immediate_u()};
    case 0x17: return {Op::add, f.rd, 0, 0, pc + f.immediate_u()};
    case 0x6f: return {Op::jal, f.rd, 0, 0, pc + f.immediate_j()};
    case 0x67:
      if (f.funct3 == 0) decoded = {Op::jalr, f.rd, f.rs1, 0, f.immediate_i()};
      break;
    case 0x63: decoded = {branches[f.funct3], 0, f.rs1, f.rs2, pc + f.immediate_b()}; break;
    case 0x03: decoded = {loads[f.funct3], f.rd, f.rs1, 0, f.immediate_i()}; break;
    case 0x23: decoded = {stores[f.funct3], 0, f.rs1, f.rs2, f.immediate_s()}; break;
    case 0x13: return decode_immediate(f);
    case 0x33: return decode_register(f);
    case 0x0f:
      if (f.funct3 == 0) decoded = {Op::add, 0, 0, 0, 0};  // fence: all accesses are in order
      break;
    case 0x73: return decode_system(f);
    case NIC_INSTRUMENT_OPCODE: return decode_instrument(f);
    default: break;
  }
  return decoded.op == Op::illegal ? illegal(word) : decoded;
}

Violations Image::violations() const {
  Violations found;
  check_range(found, "rom", rom.size(), 1, most_rom_bytes);
  if (entry % 4 != 0 || entry - rom_base >= rom.size())
    found.push_back({"entry", hexadecimal(entry), "a word of the ROM, from " + hexadecimal(rom_base) + " on"});
  if (stack_limit - ram_base > ram_bytes)
    found.push_back({"stack_limit", hexadecimal(stack_limit),
                     hexadecimal(ram_base) + " to " + hexadecimal(ram_base + ram_bytes) + ", the RAM"});
  return found;
}

Program::Program(const Image& image)
    : entry_(checked(image, "rv32").entry), stack_limit_(image.stack_limit), words_((image.rom.size() + 3) / 4) {
  for (std::size_t i = 0; i < image.rom.size(); ++i) words_[i / 4] |= std::uint32_t{image.rom[i]} << 8 * (i % 4);
  instructions_.reserve(words_.size() + 1);
  for (std::size_t i = 0; i < words_.size(); ++i)
    instructions_.push_back(decode(words_[i], static_cast<std::uint32_t>(rom_base + 4 * i)));
  instructions_.push_back({Op::end, 0, 0, 0, 0});
}

}  // namespace slackline::rv32
