// register_file: what firmware sees of the hardware: registers.def, decoded.
#pragma once

#include "rtl_models/nic/state.hpp"

namespace slackline::nic {

/// Words of State::registers.
std::size_t register_words();

enum class RegisterUse : std::uint8_t { unknown, read_only, read_write, write_only };
RegisterUse register_use(std::uint32_t offset);

/// A bit an event that is pending.
inline std::uint32_t pending_events(const State& s) {
  const auto bit = [](bool pending, nic_event event) { return std::uint32_t{pending} << event; };
  return bit(s.time.expired != 0, NIC_EVENT_TIMER) | bit(!s.receive.headers.empty(), NIC_EVENT_RX_HEADER) |
         bit(!s.receive.received.empty(), NIC_EVENT_RX_DONE) | bit(!s.send.sent.empty(), NIC_EVENT_TX_DONE) |
         bit(!s.dma.done.empty(), NIC_EVENT_DMA_DONE) | bit(s.time.alarm_rang, NIC_EVENT_SLOT) |
         bit(!s.commands.empty(), NIC_EVENT_HOST) |
         bit(s.barrier != nullptr && s.barrier->in_count != 0, NIC_EVENT_BARRIER);
}

/// A register, of a known offset, as it is before edge `now`.
std::uint32_t read_register(const Params& p, const Place& place, const State& s, Cycle now, std::uint32_t offset);

/// Writes a register, of a known offset that can be written, at edge `now`.
FaultKind write_register(const Params& p, const Place& place, State& s, Cycle now, std::uint32_t offset,
                         std::uint32_t value);

/// Registers that are plainly written and read back. The others that can be written are the hardware's own.
constexpr bool is_plain(std::uint32_t offset, RegisterUse use) {
  if (use != RegisterUse::read_write) return false;
  switch (offset) {
    case NIC_TIMER_EXPIRED:
    case NIC_SLOT_ALARM:
    case NIC_SLOT_ALARM_ON:
    case NIC_RX_HEADER_WORDS: return false;
    default:
      return (offset < NIC_TIMER || offset >= NIC_TIMER + 4 * timers) &&
             (offset < NIC_RX_BUFFER_WORDS || offset >= NIC_RX_BUFFER_WORDS + 4 * classes);
  }
}

namespace detail {

inline constexpr RegisterUse use_ro = RegisterUse::read_only, use_rw = RegisterUse::read_write,
                             use_wo = RegisterUse::write_only;

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

}  // namespace detail

template <class Visitor>
void visit_plain_registers(State& s, Visitor& v) {
  for (const detail::MapEntry& entry : detail::register_map)
    if (is_plain(entry.offset, entry.use)) v.reg(entry.name, s.registers[entry.offset / 4]);
}

}  // namespace slackline::nic
