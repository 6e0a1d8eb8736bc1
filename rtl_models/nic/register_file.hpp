// register_file: what firmware sees of the hardware: registers.def, decoded.
#pragma once

#include "rtl_models/nic/state.hpp"

namespace slackline::nic {

/// The access that registers.def gives; `hardware`: read and written by cases of its own.
enum class RegisterUse : std::uint8_t { unknown, read_only, read_write, hardware, write_only };

namespace detail {

inline constexpr RegisterUse use_ro = RegisterUse::read_only, use_rw = RegisterUse::read_write,
                             use_hw = RegisterUse::hardware, use_wo = RegisterUse::write_only;

struct MapEntry {
  const char* name;
  std::uint32_t offset, count;
  RegisterUse use;
};

inline constexpr MapEntry register_map[] = {
#define SLACKLINE_NIC_REGISTER(name, offset, count, access, reset, text) {#name, offset, count, use_##access},
#include "rtl_models/firmware/registers.def"
#undef SLACKLINE_NIC_REGISTER
};

constexpr std::uint32_t map_words() {
  std::uint32_t words = 0;
  for (const MapEntry& entry : register_map)
    if (entry.offset / 4 + entry.count > words) words = entry.offset / 4 + entry.count;
  return words;
}

}  // namespace detail

/// Words of State::registers.
inline constexpr std::uint32_t register_words = detail::map_words();

RegisterUse register_use(std::uint32_t offset);

/// Visits the offsets of the registers that a write to `offset` changes. A handler that reads one of them after the write gets
/// the old value on the native processor and the new one on a real processor.
template <class Visit>
void for_each_changed(std::uint32_t offset, Visit&& visit) {
  const auto range = [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t changed = first; changed <= last; changed += 4) visit(changed);
  };
  switch (offset) {
    case NIC_RX_HEADER_POP: range(NIC_RX_HEADER_BUFFER, NIC_RX_HEADER_BUFFER); break;
    case NIC_RX_DONE_POP: range(NIC_RX_DONE_BUFFER, NIC_RX_DONE_STATUS); break;
    case NIC_RX_REFUSED_POP: range(NIC_RX_REFUSED_FIRST, NIC_RX_REFUSED_FIRST + 4 * (refused_words - 1)); break;
    case NIC_RX_CONTROL_POP: range(NIC_RX_CONTROL_BUFFER, NIC_RX_CONTROL_STATUS); break;
    case NIC_TX_DONE_POP: range(NIC_TX_DONE_COOKIE, NIC_TX_DONE_STOPPED); break;
    case NIC_HOST_POP: range(NIC_HOST_COMMANDS, NIC_HOST_WORDS); break;
    case NIC_DMA_DONE_POP: range(NIC_DMA_DONE_COOKIE, NIC_DMA_DONE_COOKIE); break;
    case NIC_BARRIER_RX_POP: range(NIC_BARRIER_RX_FIRST, NIC_BARRIER_RX_SECOND); break;
    case NIC_TX_PUSH:
    case NIC_TX_ABORT: range(NIC_TX_SPACE, NIC_TX_SPACE); break;
    case NIC_TX_PUSH_CONTROL: range(NIC_TX_CONTROL_SPACE, NIC_TX_CONTROL_SPACE); break;
    case NIC_DONE_PUSH: range(NIC_DONE_SPACE, NIC_DONE_SPACE); break;
    case NIC_DMA_PUSH: range(NIC_DMA_SPACE, NIC_DMA_SPACE); break;
    case NIC_BARRIER_TX_PUSH: range(NIC_BARRIER_TX_SPACE, NIC_BARRIER_TX_SPACE); break;
    default:
      if (offset >= NIC_RX_FREE && offset < NIC_RX_FREE + 4 * classes)
        visit(offset - NIC_RX_FREE + NIC_RX_FREE_COUNT);
      else if (register_use(offset) == RegisterUse::read_write || register_use(offset) == RegisterUse::hardware)
        visit(offset);
      return;
  }
}

/// Register TX_STOPPED.
inline std::uint32_t tx_stopped(const State& s) {
  return s.registers[NIC_TX_STOP_EVENT / 4] != 0 && s.send.stalled && has_flag(s.send, NIC_TX_PAUSE) ? 1 : 0;
}

/// A bit an event that is pending.
inline std::uint32_t pending_events(const State& s) {
  const auto bit = [](bool pending, nic_event event) { return std::uint32_t{pending} << event; };
  return bit(s.time.expired != 0, NIC_EVENT_TIMER) | bit(!s.receive.headers.empty(), NIC_EVENT_RX_HEADER) |
         bit(!s.receive.received.empty(), NIC_EVENT_RX_DONE) | bit(!s.send.sent.empty(), NIC_EVENT_TX_DONE) |
         bit(!s.dma.done.empty(), NIC_EVENT_DMA_DONE) | bit(s.time.alarm_rang, NIC_EVENT_SLOT) |
         bit(!s.commands.empty(), NIC_EVENT_HOST) |
         bit(s.barrier != nullptr && s.barrier->in_count != 0, NIC_EVENT_BARRIER) |
         bit(tx_stopped(s) != s.registers[NIC_TX_STOPPED_SEEN / 4], NIC_EVENT_TX_STOPPED) |
         bit(!s.receive.control.empty(), NIC_EVENT_RX_CONTROL) | bit(!s.receive.refused.empty(), NIC_EVENT_RX_REFUSED);
}

/// A register, of a known offset, as it is before edge `now`.
std::uint32_t read_register(const Params& p, const Place& place, const State& s, Cycle now, std::uint32_t offset);

/// Writes a register, of a known offset that can be written, at edge `now`.
FirmwareErrorKind write_register(const Params& p, const Place& place, State& s, Cycle now, std::uint32_t offset,
                                 std::uint32_t value);

/// Every entry of access rw is one register.
constexpr bool are_single() {
  for (const detail::MapEntry& entry : detail::register_map)
    if (entry.use == RegisterUse::read_write && entry.count != 1) return false;
  return true;
}
static_assert(are_single(), "visit_plain_registers names one register for each entry");

/// Those of access rw; the others have their places in `visit` of the engines.
template <class Visitor>
void visit_plain_registers(std::uint32_t* registers, Visitor& v) {
  for (const detail::MapEntry& entry : detail::register_map)
    if (entry.use == RegisterUse::read_write) v.reg(entry.name, registers[entry.offset / 4]);
}

}  // namespace slackline::nic
