#include "rtl_models/nic/rv32_processor.hpp"

#include <algorithm>
#include <cstring>

#include "rtl_models/nic/processor.hpp"

namespace slackline::nic {

namespace {

using rv32::Access;
using rv32::Answer;

/// Core cycles that are executed ahead of time at most, so that an endless loop comes back to be found.
constexpr std::uint64_t most_ahead = 4096;

void halt_core(const Params& p, Processor& processor, FirmwareErrorKind kind, std::uint32_t value, Cycle now,
               std::uint32_t pc) {
  const rv32::FaultKind fault =
      kind == FirmwareErrorKind::core_fault ? processor.core->fault.kind : rv32::FaultKind::none;
  processor.error = {kind, processor.event, now, value, processor.said, fault, pc, p.rv32->image};
  processor.halted = true;
  processor.busy = false;
  processor.write_count = 0;
  processor.core_due = never;
}

std::uint32_t mask_of(std::uint8_t lanes) {
  std::uint32_t mask = 0;
  for (unsigned byte = 0; byte < 4; ++byte) mask |= (lanes >> byte & 1) != 0 ? 0xffu << 8 * byte : 0;
  return mask;
}
std::uint32_t merged(std::uint32_t old, const Write& write) {
  if (write.lanes == 15) return write.value;
  const std::uint32_t mask = mask_of(write.lanes);
  return (old & ~mask) | (write.value & mask);
}

/// The interface as its core sees it at an edge.
class CoreBus {
 public:
  /// `has_port`: the access that waits for a port of the memory has got one, and completes with the word sampled.
  CoreBus(const Params& p, const Place& place, State& s, Cycle now, bool has_port)
      : p_(p), place_(place), s_(s), now_(now), has_port_(has_port) {}

  Answer load(const Access& access, std::uint32_t& word) {
    if (rv32::is_register(access.address)) return read(access.address - rv32::register_base, word);
    if (!s_.memory.holds(access.address, 1)) return Answer::refused;
    if (const Answer answer = take_port(access); answer != Answer::done) return answer;
    word = needs_port(access) ? s_.processor.sampled : s_.memory.at(access.address);
    for (std::uint32_t i = 0; i < s_.processor.write_count; ++i) {
      const Write& write = s_.processor.writes[i];
      if (!write.is_register && write.address == access.address) word = merged(word, write);
    }
    return Answer::done;
  }

  Answer store(const Access& access, std::uint32_t word) {
    if (rv32::is_register(access.address)) return write(access.address - rv32::register_base, word);
    if (!s_.memory.holds(access.address, 1)) return Answer::refused;
    if (const Answer answer = take_port(access); answer != Answer::done) return answer;
    return keep({access.address, word, false, access.lanes});
  }

  Answer instrument(const rv32::InstrumentCall& call) {
    const auto& a = call.arguments;
    switch (call.number) {
      case NIC_INSTRUMENT_LOG: return log(a[0], a[1], a[2]);
      case NIC_INSTRUMENT_MEASURE:
        if (p_.instruments != nullptr) p_.instruments->measured(place_.node, now_, a[0], a[1]);
        break;
      case NIC_INSTRUMENT_TRANSACTION:
        if (p_.instruments != nullptr && a[0] <= NIC_STEP_GIVEN_UP)
          p_.instruments->stepped(place_.node, now_, static_cast<nic_step>(a[0]), a[1], a[2], a[3]);
        break;
      case NIC_INSTRUMENT_EXPORT:
        if (a[0] < s_.processor.shown_count) s_.processor.shown[a[0]] = a[1];
        break;
      default: break;
    }
    return Answer::done;
  }

  /// none: the core goes on, or has a fault of its own.
  FirmwareErrorKind error() const { return error_; }
  std::uint32_t error_value() const { return error_value_; }

 private:
  Answer refuse(FirmwareErrorKind kind, std::uint32_t value) {
    error_ = kind;
    error_value_ = value;
    return Answer::refused;
  }

  bool needs_port(const Access& access) const { return p_.memory_ports < 4 && !access.is_free; }
  /// The other engines take their ports first: the word is sampled, and the answer comes at the end of the edge.
  Answer take_port(const Access& access) {
    if (!needs_port(access) || has_port_) return Answer::done;
    s_.processor.wants_port = true;
    s_.processor.sampled = s_.memory.at(access.address);
    return Answer::later;
  }

  Answer read(std::uint32_t reg, std::uint32_t& value) {
    switch (register_use(reg)) {
      case RegisterUse::unknown: return refuse(FirmwareErrorKind::unknown_register, reg);
      case RegisterUse::write_only: value = 0; return Answer::done;
      default: break;
    }
    if (reg == NIC_EVENT_CLAIM) return claim(value);
    value = read_register(p_, place_, s_, now_, reg);
    return Answer::done;
  }

  Answer write(std::uint32_t reg, std::uint32_t value) {
    switch (register_use(reg)) {
      case RegisterUse::unknown: return refuse(FirmwareErrorKind::unknown_register, reg);
      case RegisterUse::read_only: return refuse(FirmwareErrorKind::read_only, reg);
      default: break;
    }
    s_.processor.store_pc = s_.processor.core->pc;
    return keep({reg, value, true});
  }

  Answer keep(const Write& write) {
    Processor& processor = s_.processor;
    if (processor.write_count == most_writes) return refuse(FirmwareErrorKind::too_many_writes, most_writes);
    processor.writes[processor.write_count++] = write;
    return Answer::done;
  }

  Answer claim(std::uint32_t& value) {
    Processor& processor = s_.processor;
    value = 0;
    if (processor.busy && processor.event == start_event) {  // start() is over
      processor.busy = false;
      processor.ends = std::max<Cycle>(now_, processor.began + place_.start_cycles);
      processor.cycles[start_event] += now_ - processor.began;
    }
    const std::uint32_t due = due_events(s_);
    if (!processor.busy && due == 0) processor.barren_since = now_;
    if (processor.busy || now_ <= processor.ends || due == 0) return Answer::done;
    if (now_ - processor.barren_since > p_.watchdog_cycles) {
      processor.event = next_event_of(due);
      return refuse(FirmwareErrorKind::unhandled,
                    static_cast<std::uint32_t>(std::min<std::uint64_t>(now_ - processor.barren_since, ~0u)));
    }
    note_begin(s_, next_event_of(due), now_);
    if (processor.event == NIC_EVENT_SLOT) s_.time.alarm_rang = false;
    value = processor.event + 1u;
    return Answer::done;
  }

  Answer log(std::uint32_t address, std::uint32_t a, std::uint32_t b) {
    const std::vector<std::uint8_t>& rom = p_.rv32->image->rom;
    const std::uint32_t at = address - rv32::rom_base;
    if (at >= rom.size() || std::memchr(&rom[at], 0, rom.size() - at) == nullptr)
      return refuse(FirmwareErrorKind::bad_text, address);
    const char* text = reinterpret_cast<const char*>(&rom[at]);
    s_.processor.said = {text, a, b};
    if (p_.log) p_.log(place_.node, now_, text, a, b);
    return Answer::done;
  }

  const Params& p_;
  const Place& place_;
  State& s_;
  const Cycle now_;
  const bool has_port_;
  FirmwareErrorKind error_ = FirmwareErrorKind::none;
  std::uint32_t error_value_ = 0;
};

void step_core(const Params& p, const Place& place, State& s, Cycle now, bool has_port) {
  Processor& processor = s.processor;
  const Rv32& r = *p.rv32;
  CoreBus bus(p, place, s, now, has_port);
  rv32::step(r.timing, r.program, *processor.core, bus, r.clock.last(now));
  const rv32::Fault& fault = processor.core->fault;
  if (bus.error() != FirmwareErrorKind::none)
    halt_core(p, processor, bus.error(), bus.error_value(), now, processor.core->pc);
  else if (fault.kind != rv32::FaultKind::none)
    halt_core(p, processor, FirmwareErrorKind::core_fault, fault.value, now, processor.core->pc);
}

/// The writes of the core at this edge. Returns the event whose handler has ended, a bit.
std::uint32_t write_back(const Params& p, const Place& place, State& s, Cycle now) {
  Processor& processor = s.processor;
  std::uint32_t handled = 0;
  const std::uint32_t count = processor.write_count;
  processor.write_count = 0;
  for (std::uint32_t i = 0; i < count && !processor.halted; ++i) {
    const Write& write = processor.writes[i];
    if (write.is_register && write.address == NIC_EVENT_END) {
      if (!processor.busy || processor.event == start_event) continue;
      processor.busy = false;
      processor.ends = now;
      processor.cycles[processor.event] += now - processor.began;
      handled |= 1u << processor.event;
      continue;
    }
    processor.barren_since = now;
    if (!write.is_register) {
      std::uint32_t& word = s.memory.at(write.address);
      word = merged(word, write);
      continue;
    }
    const FirmwareErrorKind kind = write_register(p, place, s, now, write.address, write.value);
    if (kind == FirmwareErrorKind::none) continue;
    const bool by_value = kind == FirmwareErrorKind::raised || kind == FirmwareErrorKind::bad_address;
    halt_core(p, processor, kind, by_value ? write.value : write.address, now, processor.store_pc);
  }
  return handled;
}

/// The last edge at which a handler may run, or start(): then it takes too long.
Cycle last_edge(const Params& p, const Processor& processor) {
  return processor.busy ? processor.began + p.watchdog_cycles : never;
}

/// After the core has acted at edge `now`: when it does again.
Cycle next_due(const Params& p, Processor& processor, Cycle now) {
  const Rv32& r = *p.rv32;
  if (r.steps) return processor.core->waiting ? never : r.clock.edge_of(r.clock.last(now) + 1);
  const Cycle last = r.clock.last(now);
  std::uint64_t ahead = most_ahead;
  if (processor.busy) ahead = std::min(ahead, r.clock.last(std::max(now, last_edge(p, processor))) - last);
  return r.clock.edge_of(rv32::run_ahead(r.timing, r.program, *processor.core, last, ahead));
}

}  // namespace

void begin_rv32(const Params& p, const Place& place, State& s, Cycle now) {
  Processor& processor = s.processor;
  const Rv32& r = *p.rv32;
  processor.acts = false;
  if (!processor.started) {
    processor.started = true;
    note_begin(s, start_event, now);
    *processor.core = rv32::reset(r.program, r.clock.first(now));
    processor.core_due = r.clock.edge_of(processor.core->begins);
  } else if (processor.core->waiting && due_events(s) != 0 && now > processor.ends) {
    if (now > r.clock.edge_of(processor.core->begins)) processor.barren_since = now;  // it has really waited
    rv32::wake(*processor.core, r.clock.first(now));
    processor.core_due = r.clock.edge_of(processor.core->begins);
  }
  if (now > last_edge(p, processor))
    return halt_core(p, processor, FirmwareErrorKind::too_long, static_cast<std::uint32_t>(now - processor.began), now,
                     processor.core->pc);
  if (now < processor.core_due) return;
  processor.acts = true;
  processor.wants_port = false;
  step_core(p, place, s, now, false);
}

std::uint32_t finish_rv32(const Params& p, const Place& place, State& s, Cycle now) {
  Processor& processor = s.processor;
  if (!processor.acts) return 0;
  processor.acts = false;
  if (processor.wants_port) {
    processor.wants_port = !s.memory.take_port();
    if (processor.wants_port)
      ++processor.core->waits;
    else
      step_core(p, place, s, now, true);
  }
  const std::uint32_t handled = processor.halted ? 0 : write_back(p, place, s, now);
  if (!processor.halted) processor.core_due = next_due(p, processor, now);
  return handled;
}

Cycle next_work_rv32(const Params& p, const State& s, Cycle now) {
  const Processor& processor = s.processor;
  Cycle next = processor.core_due;
  if (processor.core->waiting && due_events(s) != 0) next = processor.ends + 1;
  const Cycle last = last_edge(p, processor);
  if (last != never) next = std::min(next, last + 1);
  return std::max(now + 1, next);
}

}  // namespace slackline::nic
