// Images, and the decoding of words.
#include <catch2/catch.hpp>

#include "rtl_models/firmware/rv32/map.h"
#include "tests/rtl_models/rv32/assembler.hpp"
#include "tests/rtl_models/rv32/core_bench.hpp"

using namespace slackline;
using namespace slackline::test::assembler;
using rv32::Op;

namespace {

Op decoded(Word word) { return rv32::decode(word, rv32::rom_base).op; }

std::vector<std::string> illegal_parameters(const rv32::Image& image) {
  std::vector<std::string> names;
  for (const Violation& v : image.violations()) names.push_back(v.parameter);
  return names;
}

}  // namespace

TEST_CASE("a ROM has 1 byte to 256 KiB, its entry is a word of it, and the stack ends in RAM") {
  using Names = std::vector<std::string>;
  rv32::Image image;
  CHECK(illegal_parameters(image) == Names{"rom", "entry"});
  image.rom.resize(1);
  CHECK(illegal_parameters(image).empty());
  image.rom.resize(rv32::most_rom_bytes);
  image.entry = rv32::rom_base + rv32::most_rom_bytes - 4;
  image.stack_limit = rv32::ram_base + rv32::ram_bytes;
  CHECK(illegal_parameters(image).empty());
  CHECK(rv32::Program(image).bytes() == rv32::most_rom_bytes);
  image.rom.resize(rv32::most_rom_bytes + 1);
  CHECK(illegal_parameters(image) == Names{"rom"});
  image.rom.resize(8);
  CHECK(illegal_parameters(image) == Names{"entry"});
  image.entry = rv32::rom_base + 2;
  CHECK(illegal_parameters(image) == Names{"entry"});
  image.entry = rv32::rom_base - 4;
  CHECK(illegal_parameters(image) == Names{"entry"});
  image.entry = rv32::rom_base + 4;
  image.stack_limit = rv32::ram_base - 4;
  CHECK(illegal_parameters(image) == Names{"stack_limit"});
  image.stack_limit = rv32::ram_base + rv32::ram_bytes + 1;
  CHECK(illegal_parameters(image) == Names{"stack_limit"});
  image.entry = 0;
  CHECK_THROWS_WITH(rv32::Program(image),
                    "rv32: illegal parameters\nentry = 0x00000000: expected a word of the ROM, from 0x80000000 on\n"
                    "stack_limit = 0x90001001: expected 0x90000000 to 0x90001000, the RAM");
}

TEST_CASE("words that are not RV32IM are illegal, with the word", "[quick]") {
  for (const Word word : {no_instruction,
                          0xffff'ffffu,
                          0x0000'0001u /* compressed */,
                          jalr(1, 0, 1) | 1u << 12,
                          branch(2, 1, 2, 8),
                          branch(3, 1, 2, 8),
                          load(3, 1, 0, 2),
                          load(6, 1, 0, 2),
                          load(7, 1, 0, 2),
                          store(3, 1, 0, 2),
                          store(7, 1, 0, 2),
                          i_type(1, 1, 1, 0x400),
                          i_type(1, 1, 1, 0x20),
                          i_type(5, 1, 1, 0x800 >> 6 | 0x20),
                          r_type(2, 0, 1, 1, 1),
                          r_type(0x20, 1, 1, 1, 1),
                          r_type(0x21, 0, 1, 1, 1),
                          i_type(1, 0, 0, 0, 0x0f) /* fence.i */,
                          0xc000'2573u /* rdcycle a0 */,
                          0x3020'0073u /* mret */,
                          ecall | 1u << 7,
                          r_type(1, 1, 1, 0, 0, 0x0b),
                          r_type(1, 1, 0, 1, 0, 0x0b),
                          r_type(1, 1, 0, 0, 1, 0x0b),
                          0x0000'202fu /* lr.w */}) {
    INFO(std::hex << word);
    CHECK(decoded(word) == Op::illegal);
    CHECK(rv32::decode(word, rv32::rom_base).immediate == word);
  }
}

TEST_CASE("instruments have the numbers of firmware as funct7, and no other number and no funct3") {
  CHECK(decoded(instrument_switch) == Op::instrument_switch);
  for (const Word number :
       {NIC_INSTRUMENT_LOG, NIC_INSTRUMENT_MEASURE, NIC_INSTRUMENT_TRANSACTION, NIC_INSTRUMENT_EXPORT}) {
    CHECK(decoded(instrument(number)) == Op::instrument);
    CHECK(rv32::decode(instrument(number), rv32::rom_base).immediate == number);
  }
  CHECK(instrument(NIC_INSTRUMENT_SWITCH) == instrument_switch);
  for (const Word number : {unsigned{NIC_INSTRUMENTS}, 8u, 127u}) CHECK(decoded(instrument(number)) == Op::illegal);
  for (Word funct3 = 1; funct3 < 8; ++funct3) CHECK(decoded(r_type(0, funct3, 0, 0, 0, 0x0b)) == Op::illegal);
}

TEST_CASE("each figure of a timing has its limits") {
  const auto timing = [](std::uint32_t c) { return rv32::Timing{c, c, c, c, c, c, c, c, c, c, c, c}; };
  CHECK(timing(1000).violations().empty());
  CHECK(timing(0).violations().size() == 12);
  CHECK(timing(1001).violations().size() == 12);
  rv32::Timing without_div;
  without_div.div = 0;
  CHECK(to_string(without_div.violations()) == "div = 0: expected 1 to 1000");
}
