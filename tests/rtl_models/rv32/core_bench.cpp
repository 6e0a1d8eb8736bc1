#include "tests/rtl_models/rv32/core_bench.hpp"

namespace slackline::test {

using rv32::Access;
using rv32::Answer;

std::uint32_t* RecordingBus::word_at(std::uint32_t address) {
  if (rv32::is_register(address)) return &registers_[(address - rv32::register_base) / 4];
  return address < 4 * memory_.size() ? &memory_[address / 4] : nullptr;
}

Answer RecordingBus::load(const Access& access, std::uint32_t& word) {
  const std::uint32_t* const place = word_at(access.address);
  if (place == nullptr) return Answer::refused;
  if (!access.is_free && is_busy(now)) return Answer::wait;
  word = *place;
  seen.push_back({now.value, "load", access.address, word, access.lanes, access.is_free});
  return Answer::done;
}

Answer RecordingBus::store(const Access& access, std::uint32_t word) {
  std::uint32_t* const place = word_at(access.address);
  if (place == nullptr) return Answer::refused;
  if (!access.is_free && is_busy(now)) return Answer::wait;
  std::uint32_t stored = *place;
  for (unsigned lane = 0; lane < 4; ++lane)
    if ((access.lanes >> lane & 1) != 0) {
      const std::uint32_t mask = 0xffu << 8 * lane;
      stored = (stored & ~mask) | (word & mask);
    }
  *place = stored;
  seen.push_back({now.value, "store", access.address, stored, access.lanes, access.is_free});
  return Answer::done;
}

Answer RecordingBus::instrument(const rv32::InstrumentCall& call) {
  if (call.number == refused_instrument) return Answer::refused;
  std::uint32_t mixed = 0;
  for (const std::uint32_t argument : call.arguments) mixed = 31 * mixed + argument;
  seen.push_back({now.value, "call", call.number, mixed, 0, true});
  return Answer::done;
}

std::vector<std::uint8_t> bytes_of(const std::vector<std::uint32_t>& words) {
  std::vector<std::uint8_t> bytes;
  for (const std::uint32_t word : words)
    for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
  return bytes;
}

const std::vector<rv32::Timing>& timings() {
  static const std::vector<rv32::Timing> all = {
      rv32::Timing(), {1, 2, 1, 2, 1, 2, 3, 1, 2, 3, 3, 34}, {3, 5, 5, 5, 5, 5, 5, 3, 3, 6, 6, 40}};
  return all;
}

CoreBench::CoreBench(const std::vector<std::uint32_t>& code, const rv32::Timing& timing)
    : CoreBench(rv32::Image{bytes_of(code)}, timing) {}

CoreBench::CoreBench(const rv32::Image& image, const rv32::Timing& timing)
    : timing(timing), program(image), state(rv32::reset(program, Cycle(0))) {}

void CoreBench::edge() {
  const bool waited = state.waiting, halted = state.fault.kind != rv32::FaultKind::none;
  bus.now = now;
  if (waited && wakes(now)) rv32::wake(state, now);
  const bool waits = state.waiting;
  rv32::step(timing, program, state, bus, now);
  if (!waits && state.waiting) bus.seen.push_back({now.value, "wfi", state.pc});
  if (!halted && state.fault.kind != rv32::FaultKind::none)
    bus.seen.push_back({now.value, "fault", state.pc, state.fault.value});
}

void CoreBench::run(unsigned edges) {
  const Cycle until = now + edges;
  for (; now < until; now = now + 1) edge();
}

void CoreBench::run_ahead(unsigned edges, std::uint64_t most_cycles) {
  const Cycle until = now + edges;
  while (now < until) {
    edge();
    const Cycle next = rv32::run_ahead(timing, program, state, now, most_cycles);
    now = state.waiting ? now + 1 : std::min(next, until);
  }
}

std::vector<std::uint64_t> CoreBench::registers() const {
  RegisterSnapshot snapshot;
  visit_all(program, state, now, snapshot);
  return snapshot.values;
}

}  // namespace slackline::test
