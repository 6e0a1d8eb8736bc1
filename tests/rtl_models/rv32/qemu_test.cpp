// Random programs on the core and on qemu-riscv32, Debian's package qemu-user: same registers and memory.
//
// The same bytes run on both. An ELF file for qemu has two segments: the ROM's bytes at rom_base, and RAM, zeros, at
// ram_base. Each program stores its registers in RAM, and writes all of RAM to standard output by a system call. The core
// halts at an ecall; the test then does what the system would do, and lets it go on.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "rtl_models/common/random_stream.hpp"
#include "tests/rtl_models/rv32/assembler.hpp"
#include "tests/rtl_models/rv32/core_bench.hpp"
#include "tests/rtl_models/rv32/random_program.hpp"
#include "tests/support/skip.hpp"
#include "tests/support/test_folder.hpp"

using namespace slackline;
using namespace slackline::test::assembler;
using test::CoreBench;

namespace {

constexpr unsigned batches = 5, programs_of_batch = 100;
constexpr std::uint32_t call_write = 64, call_exit = 93;   ///< of Linux, in a7
constexpr std::size_t record_words = rv32::ram_bytes / 4;  ///< that a program writes

std::string text_of(const std::vector<std::uint32_t>& words) {
  const std::vector<std::uint8_t> bytes = test::bytes_of(words);
  return {bytes.begin(), bytes.end()};
}

/// An executable of Linux: ELF, 32 bits, little-endian, machine 243 (RISC-V), with two segments (ELF specification 1.2).
std::string elf_of(const std::vector<std::uint32_t>& code) {
  constexpr std::uint32_t offset = 4096, load = 1, executable = 1, writable = 2, readable = 4;
  const std::uint32_t bytes = static_cast<std::uint32_t>(4 * code.size());
  std::vector<std::uint32_t> words = {0x464c'457f,
                                      0x0001'0101,
                                      0,
                                      0,  // magic, class, byte order, version
                                      243u << 16 | 2,
                                      1,
                                      rv32::rom_base,
                                      52,  // executable, machine; version; entry; place of the program headers
                                      0,
                                      0,
                                      32u << 16 | 52,
                                      2,
                                      0,  // no sections; flags; sizes of headers; two program headers
                                      load,
                                      offset,
                                      rv32::rom_base,
                                      rv32::rom_base,
                                      bytes,
                                      bytes,
                                      readable | executable,
                                      4096,
                                      load,
                                      0,
                                      rv32::ram_base,
                                      rv32::ram_base,
                                      0,
                                      rv32::ram_bytes,
                                      readable | writable,
                                      4096};
  words.resize(offset / 4);
  words.insert(words.end(), code.begin(), code.end());
  return text_of(words);
}

/// All that the programs write on the core; empty, with a message, when one halts.
std::string written_by_core(const std::vector<std::uint32_t>& code) {
  CoreBench core(code);
  std::string written;
  for (;;) {
    core.run_ahead(100'000, 100'000);
    if (core.state.fault.kind != rv32::FaultKind::ecall) {
      UNSCOPED_INFO("after " << written.size() / rv32::ram_bytes << " programs, at pc " << std::hex << core.state.pc
                             << ": " << rv32::to_string(core.state.fault));
      return "";
    }
    if (core.state.x[rv32::a7] == call_exit) return written;
    written += text_of({core.state.ram.begin(), core.state.ram.end()});
    core.state.x[rv32::a0] = rv32::ram_bytes;  // the system's answer
    core.state.fault = rv32::Fault();
    core.state.pc += 4;
    core.state.begins = core.now;
  }
}

/// A word of what a program has written, by its name: its registers come first.
std::string name_of(std::size_t word) {
  return word < 32 ? "x" + std::to_string(word) : "RAM + " + std::to_string(4 * word);
}

}  // namespace

TEST_CASE("500 random programs have the same registers and memory as on qemu-riscv32") {
  if (std::system("command -v qemu-riscv32 > /dev/null") != 0) return test::skip("no qemu-riscv32: package qemu-user");
  const test::TestFolder folder;
  std::set<rv32::Op> ops;
  for (unsigned batch = 0; batch < batches; ++batch) {
    RandomStream random(32, batch, RandomPurpose::test);
    std::vector<std::uint32_t> code;
    for (unsigned i = 0; i < programs_of_batch; ++i)
      test::append_random_program(code, random, test::Accesses::private_only);
    code.insert(code.end(), {addi(10, 0, 0), addi(17, 0, call_exit), ecall});

    for (const std::uint32_t word : code) ops.insert(rv32::decode(word, rv32::rom_base).op);
    folder.write("programs", elf_of(code));
    const std::string command =
        "cd " + folder.path() + " && chmod +x programs && qemu-riscv32 programs > out 2> errors";
    const int status = std::system(command.c_str());
    INFO("batch " << batch << ": " << folder.read("errors"));
    REQUIRE(status == 0);

    const std::string expected = folder.read("out"), found = written_by_core(code);
    REQUIRE(expected.size() == programs_of_batch * rv32::ram_bytes);
    REQUIRE(found.size() == expected.size());
    const auto differs = std::mismatch(expected.begin(), expected.end(), found.begin());
    if (differs.first == expected.end()) continue;
    const std::size_t word = static_cast<std::size_t>(differs.first - expected.begin()) / 4;
    FAIL("program " << word / record_words << " has another " << name_of(word % record_words));
  }
  for (unsigned op = 0; op <= static_cast<unsigned>(rv32::Op::sw); ++op) {
    const rv32::Op one = static_cast<rv32::Op>(op);
    if (one != rv32::Op::instrument_switch) CHECK(ops.count(one) == 1);
  }
}
