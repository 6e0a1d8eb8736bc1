#include "testbench/firmware_file/elf.hpp"

#include <catch2/catch.hpp>

#include "tests/testbench/firmware_file/sample_elf.hpp"

using namespace slackline;
using firmware_file::Errors;
using test::SampleElf;

namespace {

Errors errors_of(const std::string& file) {
  Errors errors;
  firmware_file::read_elf(file, errors);
  return errors;
}
Errors errors_of(const SampleElf& file) { return errors_of(file.bytes()); }

}  // namespace

TEST_CASE("An ELF file is read as the ABI has it", "[quick]") {
  Errors errors;
  const std::string file = SampleElf().bytes();
  const auto elf = firmware_file::read_elf(file, errors);
  REQUIRE(errors.empty());
  CHECK(elf->entry == 0x80000000);
  REQUIRE(elf->segments.size() == 4);
  CHECK(elf->segments[0].is_executable);
  CHECK(elf->segments[1].address == 0x90000c00);
  CHECK(elf->segments[1].load_address == 0x80000070);
  CHECK(elf->segments[1].memory_bytes == 40);
  CHECK(elf->segments[1].bytes.size() == 32);
  CHECK(elf->segments[1].bytes.substr(0, 8) == std::string_view("\7\0\0\0\10\0\0\0", 8));
  REQUIRE(elf->functions.size() == 1);
  CHECK(elf->functions[0].name == "handle");
  CHECK(elf->functions[0].address == 0x80000008);
  CHECK(elf->functions[0].bytes == 8);
}

TEST_CASE("What is no ELF file, or one for another processor, is refused by the first field that differs") {
  CHECK(errors_of("") == Errors{"it is no ELF file"});
  CHECK(errors_of("#!/bin/sh\n") == Errors{"it is no ELF file"});
  SampleElf file;
  file.bits = 2;
  CHECK(errors_of(file) == Errors{"expected ELF of 32 bits, found 64 bits"});
  file = {};
  file.encoding = 2;
  CHECK(errors_of(file) == Errors{"expected little endian, found big endian"});
  file = {};
  file.version = 2;
  CHECK(errors_of(file) == Errors{"expected version 1 of ELF, found another"});
  file = {};
  file.machine = 40;
  CHECK(errors_of(file) == Errors{"expected code for RISC-V, found ARM"});
  file = {};
  file.type = 1;
  CHECK(errors_of(file) == Errors{"expected a linked program, found an object file, which is not linked"});
  file = {};
  file.flags = 1;
  CHECK(errors_of(file) == Errors{"expected code for RV32IM (-march=rv32im -mabi=ilp32), found flags 0x1"});
}

TEST_CASE("Tables of another kind, or with more entries than any firmware has, are refused") {
  SampleElf file;
  file.segment_bytes = 56;
  CHECK(errors_of(file) == Errors{"an entry of the table of segments has 56 bytes, not 32"});
  file = {};
  file.section_bytes = 64;
  CHECK(errors_of(file) == Errors{"an entry of the table of sections has 64 bytes, not 40"});
  file = {};
  file.segment_count = 65;
  CHECK(errors_of(file) == Errors{"expected 64 segments at most, found 65"});
  file = {};
  file.section_count = 1025;
  CHECK(errors_of(file) == Errors{"expected 1024 sections at most, found 1025"});
  file = {};
  file.section_count = 4;
  CHECK(errors_of(file) == Errors{"it is cut short: its table of sections ends after the file's 484 bytes"});
  CHECK(errors_of(std::string("\177ELF") + std::string(firmware_file::most_bytes, '\0')) ==
        Errors{"expected a file of 4194304 bytes at most, found 4194308"});
}

TEST_CASE("Segments and symbols lie within the file") {
  SampleElf file;
  file.variables.offset = 453;
  CHECK(errors_of(file) == Errors{"it is cut short: segment 1 ends after the file's 484 bytes"});
  file.variables.offset = 452;
  CHECK(errors_of(file).empty());
  file.variables.offset = 0xffffffff;  // its end is 31 bytes into the file, with 32 bits
  CHECK(errors_of(file) == Errors{"it is cut short: segment 1 ends after the file's 484 bytes"});
  file = {};
  file.function_name = 8;  // the names have 8 bytes
  CHECK(errors_of(file) == Errors{"symbol 1 has no name of at most 200 printable characters"});
  file = {};
  file.function = "handles";  // with the 0 before it, all 8
  CHECK(errors_of(file) == Errors{"symbol 1 has no name of at most 200 printable characters"});
  file.function = "ha\033dle";
  CHECK(errors_of(file) == Errors{"symbol 1 has no name of at most 200 printable characters"});
}

TEST_CASE("A file that is cut short anywhere is refused", "[quick]") {
  const std::string file = SampleElf().bytes();
  for (std::size_t bytes = 0; bytes < file.size(); ++bytes) {
    INFO(bytes);
    CHECK_FALSE(errors_of(file.substr(0, bytes)).empty());
  }
  CHECK(errors_of(file.substr(0, 51)) == Errors{"it is cut short: 51 bytes, and the header alone has 52"});
}

TEST_CASE("A file without symbols is read") {
  SampleElf file;
  file.section_count = 0;
  CHECK(errors_of(file).empty());
}
