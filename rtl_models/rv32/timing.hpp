// timing: how many cycles of its clock an rv32 core takes for each class of instructions.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

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

/// A timing with a name.
struct TimingPreset {
  std::string_view name;
  std::string_view what;  ///< a line: where its figures come from
  Timing timing;
};

/// All presets.
///
/// `single_cycle`: each instruction takes a cycle.
///
/// `pipe`: assumed, not measured. A classic pipeline of five stages (Hennessy, Patterson, "Computer Architecture", appendix
/// C) that forwards results and predicts that no branch is taken:
///   alu 1               results are forwarded
///   load 2              each load is charged the one stall of an instruction that uses its value at once
///   store 1             a store has no result that could be waited for
///   nic_load 2,         NIC memory and registers answer as quickly as RAM, when no other engine has the port
///   nic_store 1,
///   register_access 2   reads as loads; writes are charged the same
///   branch 1, taken 3   a branch is resolved in the third stage: two instructions are discarded
///   jal 2               its target is known in the second stage: one instruction is discarded
///   jalr 3              its target is known in the third stage
///   mul 3               a multiplier of three stages, always waited for
///   div 34              one bit a cycle, and a cycle each for the signs before and after
///
/// `picorv32`: measured on the Verilog of PicoRV32, commit 87c89acc, with fast multiplication, division and a barrel
/// shifter. Its cycles follow from the class of an instruction alone.
const std::vector<TimingPreset>& timing_presets();

/// The preset of that name; nullptr: there is none.
const TimingPreset* find_timing_preset(std::string_view name);

}  // namespace slackline::rv32
