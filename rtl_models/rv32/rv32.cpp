#include "rtl_models/rv32/rv32.hpp"

#include <cstdio>

namespace slackline::rv32 {

namespace {

using Signed = std::int32_t;
constexpr std::uint32_t lowest_signed = 0x8000'0000;

constexpr Signed as_signed(std::uint32_t value) { return static_cast<Signed>(value); }
constexpr std::uint32_t upper_half(std::int64_t product) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(product) >> 32);
}

constexpr std::uint32_t shifted_right_signed(std::uint32_t a, unsigned places) {
  return static_cast<std::uint32_t>(as_signed(a) >> places);
}

/// Division has no faults: by zero the quotient is all ones and the remainder the dividend; the one quotient that does not
/// fit, of the lowest number by -1, is the lowest number again, remainder 0 (manual, section 7.2).
constexpr std::uint32_t quotient(std::uint32_t a, std::uint32_t b) {
  if (b == 0) return ~0u;
  if (a == lowest_signed && b == ~0u) return a;
  return static_cast<std::uint32_t>(as_signed(a) / as_signed(b));
}
constexpr std::uint32_t quotient_unsigned(std::uint32_t a, std::uint32_t b) { return b == 0 ? ~0u : a / b; }
constexpr std::uint32_t remainder(std::uint32_t a, std::uint32_t b) {
  if (b == 0) return a;
  if (a == lowest_signed && b == ~0u) return 0;
  return static_cast<std::uint32_t>(as_signed(a) % as_signed(b));
}
constexpr std::uint32_t remainder_unsigned(std::uint32_t a, std::uint32_t b) { return b == 0 ? a : a % b; }

/// The timing while the instrument is on.
constexpr Timing free_timing{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

std::uint32_t load_cycles(const Timing& timing, std::uint32_t address) {
  if (is_nic_memory(address)) return timing.nic_load;
  return is_register(address) ? timing.register_access : timing.load;
}
std::uint32_t store_cycles(const Timing& timing, std::uint32_t address) {
  if (is_nic_memory(address)) return timing.nic_store;
  return is_register(address) ? timing.register_access : timing.store;
}

bool is_aligned(Op op, std::uint32_t address) { return (address & (width_of(op) - 1)) == 0; }
bool overflows_stack(const Program& program, const Instruction& store, std::uint32_t address) {
  return store.rs1 == sp && address < program.stack_limit();
}

void store_in_ram(State& s, Op op, std::uint32_t address, std::uint32_t value) {
  std::uint32_t& word = s.ram[(address - ram_base) / 4];
  const std::uint32_t mask = in_lanes(~0u >> (32 - 8 * width_of(op)), address);
  word = (word & ~mask) | (in_lanes(value, address) & mask);
}

/// Faults of a load or a store.
Fault find_access_fault(const Program& program, const Instruction& i, std::uint32_t address) {
  const bool is_store = i.op >= Op::sb;
  if (is_store && overflows_stack(program, i, address)) return {FaultKind::stack_overflow, address};
  if (!is_aligned(i.op, address)) return {FaultKind::misaligned, address};
  if (is_register(address) && width_of(i.op) != 4) return {FaultKind::part_of_register, address};
  if (is_store && program.holds(address)) return {FaultKind::write_to_code, address};
  const bool is_memory = is_nic_memory(address) || is_register(address) || is_ram(address) || program.holds(address);
  return is_memory ? Fault() : Fault{FaultKind::bad_address, address};
}

/// run_private() while s.is_instrument is `is_free`.
template <bool is_free>
std::uint64_t execute(const Timing& given, const Program& program, State& s, std::uint64_t last) {
  const Timing& timing = is_free ? free_timing : given;
  const Instruction* const code = program.instructions();
  const std::uint32_t code_bytes = program.bytes();
  auto& x = s.x;
  const Instruction* at = code + (s.pc - rom_base) / 4;
  std::uint64_t begins = s.begins.value, instructions = s.instructions;
  std::uint32_t cycles = 0;
  const auto pc = [&] { return rom_base + 4 * static_cast<std::uint32_t>(at - code); };
  // The last edge at which the next instruction may begin; with instructions of 0 cycles that is the same edge.
  const std::uint64_t limit = is_free ? last : last + 1;
  const auto is_late = [&] { return begins + cycles > limit; };
  const auto stop = [&] {
    s.pc = pc();
    if (begins != s.begins.value) s.free_instructions = 0;
    s.begins = Cycle(begins);
    s.instructions = instructions;
    return cycles == 0 ? begins : begins + cycles - 1;
  };

  for (;;) {
    const Instruction i = *at;
    const std::uint32_t a = x[i.rs1], b = x[i.rs2] + i.immediate;  // of arithmetic
    const Instruction* next = at + 1;
    std::uint32_t result = 0;
    cycles = timing.alu;
    // These return false when the instruction is not private.
    const auto jump = [&](std::uint32_t target) {
      const std::uint32_t offset = target - rom_base;
      if (offset >= code_bytes || offset % 4 != 0) return false;
      next = code + offset / 4;
      return true;
    };
    const auto branch = [&](bool is_taken) {
      cycles = is_taken ? timing.branch_taken : timing.branch_not_taken;
      return !is_taken || jump(i.immediate);
    };
    const auto load = [&](Op op) {
      const std::uint32_t address = a + i.immediate;
      cycles = is_ram(address) ? timing.load : load_cycles(timing, address);
      if (!is_aligned(op, address) || (!is_ram(address) && !program.holds(address))) return false;
      result = loaded(op, is_ram(address) ? s.ram[(address - ram_base) / 4] : program.word(address), address);
      return true;
    };
    const auto store = [&](Op op) {
      const std::uint32_t address = a + i.immediate;
      cycles = is_ram(address) ? timing.store : store_cycles(timing, address);
      if (!is_ram(address) || !is_aligned(op, address) || overflows_stack(program, i, address)) return false;
      if (!is_late()) store_in_ram(s, op, address, x[i.rs2]);
      return true;
    };

    bool is_private = true;
    switch (i.op) {
      case Op::add: result = a + b; break;
      case Op::sub: result = a - b; break;
      case Op::sll: result = a << (b & 31); break;
      case Op::slt: result = as_signed(a) < as_signed(b); break;
      case Op::sltu: result = a < b; break;
      case Op::xor_: result = a ^ b; break;
      case Op::srl: result = a >> (b & 31); break;
      case Op::sra: result = shifted_right_signed(a, b & 31); break;
      case Op::or_: result = a | b; break;
      case Op::and_: result = a & b; break;

      case Op::mul: cycles = timing.mul, result = a * b; break;
      case Op::mulh: cycles = timing.mul, result = upper_half(std::int64_t{as_signed(a)} * as_signed(b)); break;
      case Op::mulhsu: cycles = timing.mul, result = upper_half(std::int64_t{as_signed(a)} * std::int64_t{b}); break;
      case Op::mulhu: cycles = timing.mul, result = static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32); break;
      case Op::div: cycles = timing.div, result = quotient(a, b); break;
      case Op::divu: cycles = timing.div, result = quotient_unsigned(a, b); break;
      case Op::rem: cycles = timing.div, result = remainder(a, b); break;
      case Op::remu: cycles = timing.div, result = remainder_unsigned(a, b); break;

      case Op::beq: is_private = branch(a == x[i.rs2]); break;
      case Op::bne: is_private = branch(a != x[i.rs2]); break;
      case Op::blt: is_private = branch(as_signed(a) < as_signed(x[i.rs2])); break;
      case Op::bge: is_private = branch(as_signed(a) >= as_signed(x[i.rs2])); break;
      case Op::bltu: is_private = branch(a < x[i.rs2]); break;
      case Op::bgeu: is_private = branch(a >= x[i.rs2]); break;
      case Op::jal: cycles = timing.jal, result = pc() + 4, is_private = jump(i.immediate); break;
      case Op::jalr: cycles = timing.jalr, result = pc() + 4, is_private = jump((a + b) & ~1u); break;

      case Op::lb: is_private = load(Op::lb); break;
      case Op::lh: is_private = load(Op::lh); break;
      case Op::lw: is_private = load(Op::lw); break;
      case Op::lbu: is_private = load(Op::lbu); break;
      case Op::lhu: is_private = load(Op::lhu); break;
      case Op::sb: is_private = store(Op::sb); break;
      case Op::sh: is_private = store(Op::sh); break;
      case Op::sw: is_private = store(Op::sw); break;

      case Op::instrument_switch:
        cycles = 0;
        if (begins > last) return stop();
        if ((x[a0] != 0) == is_free) break;
        s.is_instrument = !is_free;
        ++at;
        ++instructions;
        return stop();
      case Op::instrument: cycles = 0; return stop();
      case Op::wfi:
      case Op::ecall:
      case Op::ebreak:
      case Op::illegal:
      case Op::end: return stop();
    }

    if (!is_private || is_late()) return stop();
    x[i.rd] = result;
    x[0] = 0;
    at = next;
    begins += cycles;
    ++instructions;
    if (is_free && ++s.free_instructions == most_free_instructions) return stop();
  }
}

}  // namespace

std::string to_string(const Fault& fault) {
  char text[80];
  const auto with_value = [&](const char* format) {
    std::snprintf(text, sizeof text, format, static_cast<unsigned>(fault.value));
    return std::string(text);
  };
  switch (fault.kind) {
    case FaultKind::none: return "";
    case FaultKind::illegal_instruction: return with_value("illegal instruction 0x%08x");
    case FaultKind::misaligned: return with_value("misaligned access to 0x%08x");
    case FaultKind::bad_address: return with_value("access to 0x%08x, where there is no memory");
    case FaultKind::write_to_code: return with_value("write to the code at 0x%08x");
    case FaultKind::part_of_register: return with_value("access to a part of the register at 0x%08x");
    case FaultKind::stack_overflow: return with_value("stack overflow at 0x%08x");
    case FaultKind::bad_jump: return with_value("jump to 0x%08x, where there is no code");
    case FaultKind::ecall: return with_value("ecall with a7 = %u");
    case FaultKind::ebreak: return "ebreak";
    case FaultKind::bad_instrument: return with_value("instrument %u has been refused");
    case FaultKind::endless: return with_value("endless loop in an instrument: %u instructions");
  }
  return "";
}

State reset(const Program& program, Cycle now) {
  State s;
  s.pc = program.entry();
  s.begins = now;
  return s;
}

void wake(State& s, Cycle now) {
  if (!s.waiting) return;
  s.waiting = false;
  s.begins = now;
}

Fault find_fault(const Program& program, const State& s) {
  if (s.free_instructions >= most_free_instructions) return {FaultKind::endless, s.free_instructions};
  const Instruction& i = program.at(s.pc);
  switch (i.op) {
    case Op::illegal: return {FaultKind::illegal_instruction, i.immediate};
    case Op::end: return {FaultKind::bad_jump, s.pc};
    case Op::ecall: return {FaultKind::ecall, s.x[a7]};
    case Op::ebreak: return {FaultKind::ebreak, 0};
    case Op::jalr: return {FaultKind::bad_jump, (s.x[i.rs1] + i.immediate) & ~1u};
    case Op::jal:
    case Op::beq:
    case Op::bne:
    case Op::blt:
    case Op::bge:
    case Op::bltu:
    case Op::bgeu: return {FaultKind::bad_jump, i.immediate};
    case Op::wfi:
    case Op::instrument: return {};
    default: return find_access_fault(program, i, s.x[i.rs1] + i.immediate);
  }
}

Cycle run_private(const Timing& timing, const Program& program, State& s, Cycle last) {
  if (s.waiting || s.fault.kind != FaultKind::none) return never;
  if (s.free_instructions >= most_free_instructions) return s.begins;  // an endless loop: a fault
  for (;;) {
    const bool is_free = s.is_instrument;
    const std::uint64_t ends =
        is_free ? execute<true>(timing, program, s, last.value) : execute<false>(timing, program, s, last.value);
    if (s.is_instrument == is_free) return Cycle(ends);
  }
}

}  // namespace slackline::rv32
