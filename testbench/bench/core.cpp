// The time of an instruction on an rv32 core that runs ahead: a loop of arithmetic, loads and stores of its own RAM, a
// multiplication and a branch.
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "rtl_models/rv32/rv32.hpp"

using namespace slackline;

namespace {

// clang-format off
constexpr std::uint32_t code[] = {
    0x90000437,  // lui  s0, 0x90000       the RAM
    0x00042503,  // lw   a0, 0(s0)         turn:
    0x00150513,  // addi a0, a0, 1
    0x02a505b3,  // mul  a1, a0, a0
    0x00b54633,  // xor  a2, a0, a1
    0x00365693,  // srli a3, a2, 3
    0x00d58733,  // add  a4, a1, a3
    0x00e42223,  // sw   a4, 4(s0)
    0x00a42023,  // sw   a0, 0(s0)
    0xfe0510e3,  // bne  a0, zero, turn
    0x10500073,  // wfi
};
// clang-format on

class NoBus {
 public:
  rv32::Answer load(const rv32::Access&, std::uint32_t&) { return rv32::Answer::refused; }
  rv32::Answer store(const rv32::Access&, std::uint32_t) { return rv32::Answer::refused; }
  rv32::Answer instrument(const rv32::InstrumentCall&) { return rv32::Answer::refused; }
};

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t instructions = argc == 2 ? static_cast<std::uint64_t>(std::atoll(argv[1])) : 0;
  if (instructions == 0) {
    std::fputs("usage: bench_core INSTRUCTIONS\n", stderr);
    return 2;
  }
  rv32::Image image;
  for (const std::uint32_t word : code)
    for (unsigned byte = 0; byte < 4; ++byte) image.rom.push_back(static_cast<std::uint8_t>(word >> 8 * byte));
  const rv32::Program program(image);
  const rv32::Timing timing;
  rv32::State state = rv32::reset(program, Cycle(0));
  NoBus bus;
  const std::clock_t start = std::clock();
  for (Cycle now(0); state.instructions < instructions && now != never;) {
    rv32::step(timing, program, state, bus, now);
    now = rv32::run_ahead(timing, program, state, now, 1000);
  }
  const double cpu = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("{\"cpu_seconds\": %.6f, \"instructions\": %llu, \"word\": %lu}\n", cpu,
              static_cast<unsigned long long>(state.instructions), static_cast<unsigned long>(state.ram[1]));
  return state.fault.kind == rv32::FaultKind::none ? 0 : 1;
}
