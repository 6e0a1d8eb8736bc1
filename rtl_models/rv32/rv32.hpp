// rv32: a processor core of RV32IM that runs one program from a private ROM, one instruction at a time.
//
//                +-------------------------------------------------+
//   program ---->| pc# --> instruction --> x#[32]                  |----> bus: load, store   (NIC memory, registers of
//   (code ROM)   |           |    ^                                |<---- done, wait, refused    the interface)
//                |           v    |                                |
//   wake ------->| waiting# ram#  begins#       is_instrument#     |----> bus: instrument    (takes no cycle)
//                +-------------------------------------------------+                         # = register
//
// The core knows nothing of the interface: the bus is a parameter of step(). Addresses (memory_map.hpp) and numbers of
// instruments are those of firmware, rtl_models/firmware/rv32/map.h.
// An instruction is *private* if it changes the core alone. All others are *shared*: accesses to NIC memory and to
// registers of the interface, instrument calls, wfi; and an instruction with a fault is treated as one.
//
// Timing contract
//   instruction of c cycles begins at edge N         -> its last edge is N + c - 1, and the next one begins at N + c
//   shared access                                    -> is made at its last edge
//   ... that the bus lets wait at edge M             -> is tried again at M + 1; made at M, the next instruction begins at M + 1
//   instruction of 0 cycles at edge N                -> is made at N, before the next one, which begins at N, too
//   wfi with last edge N                             -> waiting from cycle N on
//   wake() at edge N, before step()                  -> the next instruction begins at N
//   fault of an instruction with last edge N         -> the core halts in cycle N; pc stays at the instruction
//
// The instruction instrument_switch turns the instrument on where a0 is not 0, else off. While it is on, every instruction
// takes 0 cycles; the switch and instrument calls always do. The bus sees Access::is_free, and should let such an access
// never wait: that time is not counted.
//
// There are two ways to run, with the same results:
//   step() at every edge: as clocked hardware
//   step() at the edge that run_ahead() has returned: private instructions are executed in one go, ahead of time, and the
//   registers are those of the instruction that comes next
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/rv32/memory_map.hpp"
#include "rtl_models/rv32/program.hpp"
#include "rtl_models/rv32/timing.hpp"

namespace slackline::rv32 {

inline constexpr unsigned sp = 2, a0 = 10, a7 = 17;  ///< registers by their names in the ABI

/// An instrument that executes so many instructions in a row is in an endless loop.
inline constexpr std::uint32_t most_free_instructions = 1'000'000;

enum class FaultKind : std::uint8_t {
  none,
  illegal_instruction,  ///< value: the word
  misaligned,           ///< an access; value: its address
  bad_address,          ///< no memory there, or the bus refused the access; value: the address
  write_to_code,        ///< value: the address
  part_of_register,     ///< an access to a register of the interface that is no whole word; value: the address
  stack_overflow,       ///< a store with base sp below the limit of the stack; value: the address
  bad_jump,             ///< to what is no word of the ROM, or past its end; value: the target
  ecall,                ///< value: a7
  ebreak,               ///< value: 0
  bad_instrument,       ///< a call that the bus has refused; value: its number
  endless               ///< an instrument has executed most_free_instructions; value: how many
};

/// An error of the program, which halts the core. It is found at State::pc.
struct Fault {
  FaultKind kind = FaultKind::none;
  std::uint32_t value = 0;
};

/// "misaligned access to 0x90000002"; empty: there is none.
std::string to_string(const Fault& fault);

struct Counters {
  std::uint64_t instructions = 0;  ///< executed, those without a cycle included
  std::uint64_t waits = 0;         ///< edges at which a shared access had to wait
};

struct State : Counters {
  std::uint32_t pc = rom_base;
  std::array<std::uint32_t, 32> x{};
  Cycle begins;                         ///< first edge of the instruction at pc
  bool waiting = false;                 ///< wfi has been executed, and nothing has woken the core
  bool is_instrument = false;           ///< instructions take no cycles
  std::uint32_t free_instructions = 0;  ///< executed for instruments since the last one that took a cycle
  Fault fault;                          ///< halted, unless it is none
  std::array<std::uint32_t, ram_bytes / 4> ram{};
};

/// After reset: the program's first instruction begins at edge `now`; x and RAM are 0.
State reset(const Program& program, Cycle now);

/// A shared access to a word.
struct Access {
  std::uint32_t address = 0;  ///< of the word, a multiple of 4
  std::uint8_t lanes = 0;     ///< bytes of the word that are accessed: bit n for the byte at address + n
  bool is_free = false;       ///< made for an instrument: it takes no cycle
};
enum class Answer : std::uint8_t {
  done,
  wait,    ///< not at this edge: it is tried again at the next one
  later,   ///< the answer comes at this edge, to another call of step()
  refused  ///< a fault
};

/// A call of an instrument: its number, NIC_INSTRUMENT_LOG or another one but NIC_INSTRUMENT_SWITCH, and a0 to a3.
struct InstrumentCall {
  std::uint32_t number = 0;
  std::array<std::uint32_t, 4> arguments{};
};

/// The core that waits after wfi continues at edge `now`. To be called before step() of that edge; without effect on a core
/// that does not wait.
void wake(State& s, Cycle now);

/// Executes private instructions that end at edge `last` or before, up to the first one that is not private. Returns the
/// last edge of the first one that it has not executed; never: the core waits or has halted.
Cycle run_private(const Timing& timing, const Program& program, State& s, Cycle last);

/// After step() of edge `now`: executes private instructions ahead of time, up to the first one that is not private, or
/// those of about `most_cycles` cycles, 1 at least. Returns the next edge at which step() has to be called: now + 1 at the
/// earliest; never: the core waits or has halted.
inline Cycle run_ahead(const Timing& timing, const Program& program, State& s, Cycle now, std::uint64_t most_cycles) {
  return std::max(now + 1, run_private(timing, program, s, now + most_cycles));
}

/// The fault of the instruction at pc, at which run_private() has stopped because it is not private; none: it is a legal
/// shared access, which the bus may still refuse.
Fault find_fault(const Program& program, const State& s);

/// Bytes of an access: 1, 2, 4.
constexpr std::uint32_t width_of(Op op) {
  switch (op) {
    case Op::lb:
    case Op::lbu:
    case Op::sb: return 1;
    case Op::lh:
    case Op::lhu:
    case Op::sh: return 2;
    default: return 4;
  }
}
constexpr std::uint8_t lanes_of(Op op, std::uint32_t address) {
  return static_cast<std::uint8_t>(((1u << width_of(op)) - 1) << address % 4);
}

/// The result of a load from `address`; `word` contains it.
constexpr std::uint32_t loaded(Op op, std::uint32_t word, std::uint32_t address) {
  const std::uint32_t shifted = word >> 8 * (address % 4);
  switch (op) {
    case Op::lb: return static_cast<std::uint32_t>(static_cast<std::int8_t>(shifted));
    case Op::lbu: return shifted & 0xff;
    case Op::lh: return static_cast<std::uint32_t>(static_cast<std::int16_t>(shifted));
    case Op::lhu: return shifted & 0xffff;
    default: return word;
  }
}
/// A value to be stored at `address`, in its place within the word.
constexpr std::uint32_t in_lanes(std::uint32_t value, std::uint32_t address) { return value << 8 * (address % 4); }

/// Tries the instruction at pc, which is not private and has its last edge at `now` or before. False: the core does nothing
/// more at this edge.
template <class Bus>
bool try_shared(const Program& program, State& s, Bus& bus, Cycle now) {
  s.fault = find_fault(program, s);
  if (s.fault.kind != FaultKind::none) return false;
  const Instruction& i = program.at(s.pc);
  switch (i.op) {
    case Op::wfi: s.waiting = true; break;
    case Op::instrument:
      if (bus.instrument(InstrumentCall{i.immediate, {s.x[a0], s.x[a0 + 1], s.x[a0 + 2], s.x[a0 + 3]}}) !=
          Answer::refused)
        break;
      s.fault = {FaultKind::bad_instrument, i.immediate};
      return false;
    default: {
      const std::uint32_t address = s.x[i.rs1] + i.immediate;
      const Access access{address & ~3u, lanes_of(i.op, address), s.is_instrument};
      const bool is_store = i.op >= Op::sb;
      std::uint32_t word = in_lanes(s.x[i.rs2], address);
      const Answer answer = is_store ? bus.store(access, word) : bus.load(access, word);
      if (answer == Answer::wait) ++s.waits;
      if (answer == Answer::refused) s.fault = {FaultKind::bad_address, address};
      if (answer != Answer::done) return false;
      if (!is_store) s.x[i.rd] = loaded(i.op, word, address);
      s.x[0] = 0;
    }
  }
  const bool is_free = s.is_instrument || i.op == Op::instrument;
  s.free_instructions = is_free ? s.free_instructions + 1 : 0;
  if (!is_free) s.begins = now + 1;
  s.pc += 4;
  ++s.instructions;
  return !s.waiting;
}

/// One clock edge: the instruction whose last edge this is, and those of 0 cycles before it.
///
/// `Bus` has these members.
///   Answer load(const Access&, std::uint32_t& word);        sets the whole word
///   Answer store(const Access&, std::uint32_t word);        stores the bytes in Access::lanes, which are in their places
///   Answer instrument(const InstrumentCall&);               done or refused
template <class Bus>
void step(const Timing& timing, const Program& program, State& s, Bus& bus, Cycle now) {
  while (run_private(timing, program, s, now) <= now && try_shared(program, s, bus, now)) {
  }
}

template <class S, class Visitor, IfState<S, State> = 0>
void visit(const Program&, S& s, Cycle now, Visitor& v, bool ram = true) {
  v.reg("pc", s.pc);
  for (unsigned i = 1; i < s.x.size(); ++i) {
    v.open("x", i);
    v.reg("value", s.x[i]);
    v.close();
  }
  visit_edge("begins_in", "begun_since", s.begins, now, v);
  v.reg("waiting", s.waiting);
  v.reg("is_instrument", s.is_instrument);
  v.reg("free_instructions", s.free_instructions);
  v.reg("fault", s.fault.kind);
  v.reg("fault_value", s.fault.value);
  for (unsigned i = 0; ram && i < s.ram.size(); ++i) {
    v.open("ram", i);
    v.reg("word", s.ram[i]);
    v.close();
  }
}

template <class S, class Visitor, IfState<S, State> = 0>
void visit_counters(const Program&, S& s, Cycle, Visitor& v) {
  v.reg("instructions", s.instructions);
  v.reg("waits", s.waits);
}

/// The registers and counters of a core of the same program, as they were before edge `now`.
inline void restore(const Program& program, State& s, Cycle now, RegisterLoader& saved) {
  visit_all(program, s, now, saved);
}

}  // namespace slackline::rv32
