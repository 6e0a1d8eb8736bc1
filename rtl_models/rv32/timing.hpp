// timing: how many cycles of its clock an rv32 core takes for each class of instructions.
#pragma once

#include <cstdint>

#include "rtl_models/common/violation.hpp"

namespace slackline::rv32 {

inline constexpr std::uint32_t most_cycles_of_instruction = 1000;

/// Cycles of an instruction from its first edge to its last one, both included; each 1..1000. Edges at which a shared
/// access waits are not included. The defaults are a core of one cycle an instruction.
struct Timing {
  std::uint32_t alu = 1;              ///< arithmetic, logic, shifts, lui, auipc, fence, wfi
  std::uint32_t load = 1;             ///< from RAM or ROM
  std::uint32_t store = 1;            ///< to RAM
  std::uint32_t nic_load = 1;         ///< from NIC memory
  std::uint32_t nic_store = 1;        ///< to NIC memory
  std::uint32_t register_access = 1;  ///< a read or a write of a register of the interface
  std::uint32_t branch_taken = 1;
  std::uint32_t branch_not_taken = 1;
  std::uint32_t jal = 1;
  std::uint32_t jalr = 1;
  std::uint32_t mul = 1;  ///< mul, mulh, mulhsu, mulhu
  std::uint32_t div = 1;  ///< div, divu, rem, remu

  Violations violations() const;
};

/// A class of instructions, by its name in keys and reports.
struct InstructionClass {
  const char* name;
  std::uint32_t Timing::*cycles;
};
inline constexpr InstructionClass instruction_classes[] = {{"alu", &Timing::alu},
                                                           {"load", &Timing::load},
                                                           {"store", &Timing::store},
                                                           {"nic_load", &Timing::nic_load},
                                                           {"nic_store", &Timing::nic_store},
                                                           {"register_access", &Timing::register_access},
                                                           {"branch_taken", &Timing::branch_taken},
                                                           {"branch_not_taken", &Timing::branch_not_taken},
                                                           {"jal", &Timing::jal},
                                                           {"jalr", &Timing::jalr},
                                                           {"mul", &Timing::mul},
                                                           {"div", &Timing::div}};

}  // namespace slackline::rv32
