// All registers of a network interface.
#pragma once

#include "rtl_models/firmware/host_pins.hpp"
#include "rtl_models/firmware/image.hpp"
#include "rtl_models/nic/dma_engine.hpp"
#include "rtl_models/nic/receive_engine.hpp"
#include "rtl_models/nic/send_engine.hpp"
#include "rtl_models/rv32/rv32.hpp"

namespace slackline::nic {

/// Errors of the firmware, which stop it, and the run.
enum class FirmwareErrorKind : std::uint8_t {
  none,
  unknown_register,  ///< value: its offset
  read_only,         ///< a write to such a register; value: its offset
  bad_address,       ///< of no word in NIC memory; value: the address
  bad_value,         ///< a register that cannot take it; value: its offset
  full_queue,        ///< PUSH to it; value: the offset of the register
  bad_descriptor,    ///< words outside of NIC memory, or too few or too many; value: the offset of its PUSH
  too_many_writes,   ///< of one handler; value: how many it may
  endless,           ///< the handler does not end; value: turns of its loops, and what else it has done
  too_long,          ///< it takes more cycles than the watchdog allows; value: how many it has taken
  raised,            ///< reported by the firmware itself; value: what it wrote to ERROR
  no_code,           ///< of the firmware; value: 0: start, 1: handle
  stale,             ///< a register is read that the handler itself has changed before; value: its offset
  unhandled,         ///< handlers of a pending event change nothing; value: cycles for which they have done so
  bad_text,          ///< of a log: not in the code of an RV32 processor; value: its address
  core_fault,        ///< of an RV32 processor; value: that of its rv32::Fault
};
const char* to_string(FirmwareErrorKind kind);

/// Events, and the code that runs after reset.
inline constexpr std::uint8_t start_event = NIC_EVENTS;
/// "RX_DONE", "start".
const char* event_name(std::uint8_t event);

/// The last nic_log of a handler. For reports: no register.
struct Said {
  const char* text = nullptr;  ///< of the firmware's constants; nullptr: nothing
  std::uint32_t a = 0, b = 0;
};

struct FirmwareError {
  FirmwareErrorKind kind = FirmwareErrorKind::none;
  std::uint8_t event = 0;  ///< the event of the handler, or start_event
  Cycle cycle;             ///< edge at which the handler began; of an RV32 processor: that of the error
  std::uint32_t value = 0;
  Said said;
  rv32::FaultKind fault = rv32::FaultKind::none;  ///< core_fault
  std::uint32_t pc = 0;                           ///< of the instruction, on an RV32 processor
  /// Whose instruction it is, and text; for reports: no register. Empty for a native processor.
  std::shared_ptr<const firmware::FirmwareImage> image = nullptr;
};

/// A register or a word of NIC memory that a handler has written.
struct Write {
  std::uint32_t address = 0, value = 0;
  bool is_register = false;
  std::uint8_t lanes =
      15;  ///< of a word: the bytes that are written, a bit each; an RV32 processor may write fewer than all
};

/// By event.
struct ProcessorCounters {
  std::array<std::uint64_t, NIC_EVENTS + 1> runs{};    ///< handlers run ...
  std::array<std::uint64_t, NIC_EVENTS + 1> cycles{};  ///< ... the cycles they took ...
  std::array<std::uint64_t, NIC_EVENTS> waited{};      ///< ... and those for which the events waited for them
};

struct Processor : ProcessorCounters {
  bool started = false;  ///< the code after reset has begun
  bool busy = false;
  bool halted = false;      ///< by an error
  std::uint8_t event = 0;   ///< whose handler runs, or ran last
  Age<> began;              ///< of the handler that runs: its first edge ...
  Cycle ends;               ///< ... and its last one, or that of the last handler
  Age<> barren_since;       ///< no handler has changed anything since, and none of them let the processor rest
  Write* writes = nullptr;  ///< the writes that take effect at `ends`; storage of the owner
  std::uint32_t write_count = 0;
  std::uint32_t accesses = 0;  ///< to NIC memory, that are still to be made
  Said said;
  FirmwareError error;

  // Of an RV32 processor alone.
  rv32::State* core = nullptr;  ///< storage of the owner
  Timer<> core_due{never};      ///< the edge at which the core is to be stepped; `never`: it waits
  bool acts = false;            ///< ... which is this edge
  bool wants_port = false;    ///< for an access to NIC memory; after an edge: it has got none. For reports: no register
  std::uint32_t sampled = 0;  ///< the word of that access before the edge
  std::uint32_t store_pc = 0;  ///< of the last instruction that has written to a register; for reports

  std::uint32_t* shown = nullptr;  ///< the words that the firmware exports, by their numbers; storage of the owner
  std::uint32_t shown_count = 0;   ///< of its firmware; no register
  std::uint32_t pending = 0;       ///< events, derived: those of pending_events()
  std::array<Age<>, NIC_EVENTS> pending_since{};  ///< of those
};

template <class S, class Visitor, IfState<S, Processor> = 0>
void visit(S& s, Cycle now, Visitor& v) {
  v.reg("started", s.started);
  v.reg("busy", s.busy);
  v.reg("halted", s.halted);
  v.reg("event", s.event);
  v.reg("began", s.began, now);
  visit_edge("ends_in", "ended_since", s.ends, now, v);
  v.reg("barren_since", s.barren_since, now);
  v.reg("write_count", s.write_count);
  for (std::uint32_t i = 0; i < most_writes; ++i) {
    v.open("write", i);
    v.reg("address", s.writes[i].address);
    v.reg("value", s.writes[i].value);
    v.reg("is_register", s.writes[i].is_register);
    v.reg("lanes", s.writes[i].lanes);
    v.close();
  }
  v.reg("accesses", s.accesses);
  v.reg("error", s.error.kind);
  v.reg("error_event", s.error.event);
  v.reg("error_cycle", s.error.cycle.value);
  v.reg("error_value", s.error.value);
  v.reg("error_fault", s.error.fault);
  v.reg("error_pc", s.error.pc);
  v.reg("core_due", s.core_due, now);
  for (std::uint32_t i = 0; i < s.shown_count; ++i) {
    v.open("shown", i);
    v.reg("word", s.shown[i]);
    v.close();
  }
  for (unsigned e = 0; e < NIC_EVENTS; ++e) {
    v.open("event", e);
    v.reg("pending_since", s.pending_since[e], now);
    v.close();
  }
}
template <class S, class Visitor, IfState<S, Processor> = 0>
void visit_counters(S& s, Visitor& v) {
  for (unsigned e = 0; e < NIC_EVENTS; ++e) {
    v.open("event", e);
    v.reg("waited", s.waited[e]);
    v.close();
  }
  for (unsigned e = 0; e <= NIC_EVENTS; ++e) {
    v.open("handler", e);
    v.reg("runs", s.runs[e]);
    v.reg("cycles", s.cycles[e]);
    v.close();
  }
}

struct State {
  /// Registers of access rw, by offset / 4; see registers.def.
  std::uint32_t* registers = nullptr;  ///< storage of the owner
  Memory memory;
  LocalTime time;
  ReceiveEngine receive;
  SendEngine send;
  barrier::HostPort* barrier = nullptr;  ///< the port's, wired in at each edge and by restore(); nullptr: there is none
  DmaEngine dma;
  Queue<firmware::Command> commands;
  Queue<firmware::Completion> completions;
  bool told = false;  ///< `completion` is on the pins
  firmware::Completion completion;
  Processor processor;
  /// Before this edge only words of packets and transfers move, unless a command comes. Set by step(), and by the host for what it posts;
  /// no register.
  Cycle quiet_until;
};

}  // namespace slackline::nic
