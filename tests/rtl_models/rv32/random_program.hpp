// random_program: random RV32IM programs that end.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/random_stream.hpp"

namespace slackline::test {

/// Accesses that a program makes: to RAM and its own code; or to NIC memory, registers and instruments as well, and wfi.
enum class Accesses { private_only, shared };

/// Appends a program to `code`, which is at rom_base. It sets all registers, executes some 150 random instructions: forward
/// branches and jumps, loops that end, loads and stores of all widths. At its end it stores x1 to x31 at ram_base + 4 to
/// + 124, except the one that it uses as base, and calls the system (ecall) for write(1, ram_base, ram_bytes). It can be
/// continued after that.
void append_random_program(std::vector<std::uint32_t>& code, RandomStream& random, Accesses accesses);

}  // namespace slackline::test
