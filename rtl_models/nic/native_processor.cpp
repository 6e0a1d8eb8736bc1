#include "rtl_models/nic/native_processor.hpp"

#include <algorithm>
#include <bitset>

#include "rtl_models/firmware/device.hpp"
#include "rtl_models/firmware/run.hpp"
#include "rtl_models/nic/processor.hpp"

namespace slackline::nic {

namespace {

constexpr std::uint32_t most_turns = 10'000'000;

std::uint32_t saturated(std::uint64_t cycles) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(cycles, ~0u));
}

/// Thrown through a handler: it ends here.
struct Stop {
  FirmwareErrorKind kind;
  std::uint32_t value;
};

/// Thrown through a handler that writes to ERROR: it ends here, and is over when it has taken its cycles.
struct GivesUp {};

/// The interface as its firmware sees it while a handler runs.
class NativeDevice final : public firmware::Device {
 public:
  NativeDevice(const Params& p, const Place& place, State& s, Cycle now, std::uint32_t cost)
      : p_(p), place_(place), s_(s), now_(now), cycles_(cost) {}

  std::uint32_t read(std::uint32_t reg) override {
    spend(p_.costs.register_read);
    switch (register_use(reg)) {
      case RegisterUse::unknown: throw Stop{FirmwareErrorKind::unknown_register, reg};
      case RegisterUse::write_only: return 0;
      default:
        if (changed_[reg / 4]) throw Stop{FirmwareErrorKind::stale, reg};
        return read_register(p_, place_, s_, now_, reg);
    }
  }
  void write(std::uint32_t reg, std::uint32_t value) override {
    spend(p_.costs.register_write);
    switch (register_use(reg)) {
      case RegisterUse::unknown: throw Stop{FirmwareErrorKind::unknown_register, reg};
      case RegisterUse::read_only: throw Stop{FirmwareErrorKind::read_only, reg};
      default:
        keep({reg, value, true});
        for_each_changed(reg, [this](std::uint32_t changed) { changed_.set(changed / 4); });
        if (reg == NIC_ERROR) throw GivesUp();
    }
  }
  std::uint32_t load(std::uint32_t address) override {
    access(p_.costs.load, address);
    if (!stored_[mark_of(address)]) return s_.memory.at(address);
    const Processor& processor = s_.processor;
    for (std::uint32_t i = processor.write_count; i-- > 0;)
      if (!processor.writes[i].is_register && processor.writes[i].address == address) return processor.writes[i].value;
    return s_.memory.at(address);
  }
  void store(std::uint32_t address, std::uint32_t value) override {
    access(p_.costs.store, address);
    keep({address, value, false});
    stored_.set(mark_of(address));
  }
  void work(std::uint32_t cycles) override { spend(cycles); }
  void log(const char* text, std::uint32_t a, std::uint32_t b) override {
    s_.processor.said = {text, a, b};
    if (p_.log) p_.log(place_.node, now_, text, a, b);
  }
  void instrument(bool is_on) override { is_instrument_ = is_on; }
  void measure(std::uint32_t measure, std::uint32_t value) override {
    if (p_.instruments != nullptr) p_.instruments->measured(place_.node, now_, measure, value);
  }
  void transaction(nic_step step, std::uint32_t peer, std::uint32_t id, std::uint32_t value) override {
    if (p_.instruments != nullptr) p_.instruments->stepped(place_.node, now_, step, peer, id, value);
  }
  void export_word(std::uint32_t word, std::uint32_t value) override {
    if (word < s_.processor.shown_count) s_.processor.shown[word] = value;
  }
  void turn() override {
    if (++turns_ > most_turns) throw Stop{FirmwareErrorKind::endless, turns_};
  }
  void too_deep(std::uint32_t calls) override { throw Stop{FirmwareErrorKind::endless, calls}; }

  std::uint64_t cycles() const { return cycles_; }

 private:
  /// The spent cycles may themselves end the handler: an endless loop that reads a register is found by this.
  void spend(std::uint32_t cycles) {
    turn();
    if (is_instrument_) return;
    cycles_ += cycles;
    if (cycles_ > p_.watchdog_cycles) throw Stop{FirmwareErrorKind::too_long, saturated(cycles_)};
  }
  void access(std::uint32_t cycles, std::uint32_t address) {
    spend(cycles);
    if (!s_.memory.holds(address, 1)) throw Stop{FirmwareErrorKind::bad_address, address};
    if (!is_instrument_) ++s_.processor.accesses;
  }
  void keep(const Write& write) {
    Processor& processor = s_.processor;
    if (processor.write_count == most_writes) throw Stop{FirmwareErrorKind::too_many_writes, most_writes};
    processor.writes[processor.write_count++] = write;
  }

  const Params& p_;
  const Place& place_;
  State& s_;
  const Cycle now_;
  std::uint64_t cycles_;
  std::uint32_t turns_ = 0;
  bool is_instrument_ = false;           ///< what it does is for an instrument
  std::bitset<register_words> changed_;  ///< registers that the handler has changed

  /// Most loads are of words that the handler has not stored: they need no search of its writes.
  static constexpr std::uint32_t marks = 1024;
  static std::uint32_t mark_of(std::uint32_t address) { return address / 4 % marks; }
  std::bitset<marks> stored_;  ///< by mark_of(): a word that shares one may have been stored
};

void halt(Processor& processor, const Stop& stop) {
  processor.error = {stop.kind, processor.event, processor.began, stop.value, processor.said};
  processor.halted = true;
  processor.busy = false;
  processor.write_count = processor.accesses = 0;
}

/// Checked before the first handler, so that firmware without code is found where it begins.
void require_code(const nic_firmware& firmware) {
  if (firmware.start == nullptr) throw Stop{FirmwareErrorKind::no_code, 0};
  if (firmware.handle == nullptr) throw Stop{FirmwareErrorKind::no_code, 1};
}

void run(const Params& p, const Place& place, State& s, Cycle now, std::uint8_t event) {
  Processor& processor = s.processor;
  note_begin(s, event, now);
  try {
    require_code(*p.firmware);
    if (event != start_event && now - processor.barren_since > p.watchdog_cycles)
      throw Stop{FirmwareErrorKind::unhandled, saturated(now - processor.barren_since)};
    NativeDevice device(p, place, s, now, event == start_event ? p.costs.start : p.costs.event[event]);
    try {
      if (event == start_event)
        firmware::start(*p.firmware, device);
      else
        firmware::handle(*p.firmware, device, static_cast<nic_event>(event));
    } catch (const GivesUp&) {
    }
    const std::uint64_t cost = std::max<std::uint64_t>(1, device.cycles());
    processor.ends = now + cost;
    if (event == start_event) processor.ends = std::max(processor.ends, now + place.start_cycles);
    processor.cycles[event] += cost;
  } catch (const Stop& stop) {
    halt(processor, stop);
  }
  if (event == NIC_EVENT_SLOT) s.time.alarm_rang = false;
}

void commit(const Params& p, const Place& place, State& s, Cycle now) {
  Processor& processor = s.processor;
  processor.busy = false;
  processor.accesses = 0;
  for (std::uint32_t i = 0; i < processor.write_count && !processor.halted; ++i) {
    const Write& write = processor.writes[i];
    if (!write.is_register) {
      s.memory.at(write.address) = write.value;
      continue;
    }
    const FirmwareErrorKind kind = write_register(p, place, s, now, write.address, write.value);
    if (kind != FirmwareErrorKind::none)
      halt(processor,
           {kind,
            kind == FirmwareErrorKind::raised || kind == FirmwareErrorKind::bad_address ? write.value : write.address});
  }
  if (processor.write_count != 0) processor.barren_since = now;
  processor.write_count = 0;
}

}  // namespace

void begin_native(const Params& p, const Place& place, State& s, Cycle now) {
  Processor& processor = s.processor;
  if (processor.busy) return;
  if (!processor.started) {
    processor.started = true;
    run(p, place, s, now, start_event);
    return;
  }
  const std::uint32_t due = due_events(s);
  if (due == 0) return;
  if (now != processor.ends + 1) processor.barren_since = now;
  run(p, place, s, now, next_event_of(due));
}

std::uint32_t finish_native(const Params& p, const Place& place, State& s, Cycle now) {
  Processor& processor = s.processor;
  if (!processor.busy) return 0;
  if (processor.accesses != 0 && p.memory_ports < 4) {
    if (s.memory.take_port()) {
      --processor.accesses;
    } else {
      processor.ends = processor.ends + 1;
      ++processor.cycles[processor.event];
    }
  }
  if (processor.ends > now) return 0;
  commit(p, place, s, now);
  return processor.event == start_event ? 0 : 1u << processor.event;
}

Cycle next_work_native(const Params& p, const State& s, Cycle now) {
  const Processor& processor = s.processor;
  if (!processor.busy) return due_events(s) != 0 ? now + 1 : never;
  return processor.accesses != 0 && p.memory_ports < 4 ? now + 1 : std::max(now + 1, processor.ends);
}

}  // namespace slackline::nic
