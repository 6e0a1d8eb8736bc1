#include "rtl_models/nic/processor.hpp"

#include "rtl_models/common/bits.hpp"
#include "rtl_models/nic/native_processor.hpp"
#include "rtl_models/nic/rv32_processor.hpp"

namespace slackline::nic {

void begin_handler(const Params& p, const Place& place, State& s, Cycle now) {
  if (s.processor.halted) return;
  p.rv32 == nullptr ? begin_native(p, place, s, now) : begin_rv32(p, place, s, now);
}

std::uint32_t finish_handler(const Params& p, const Place& place, State& s, Cycle now) {
  if (s.processor.halted) return 0;
  return p.rv32 == nullptr ? finish_native(p, place, s, now) : finish_rv32(p, place, s, now);
}

void watch_events(State& s, Cycle now, std::uint32_t handled) {
  Processor& processor = s.processor;
  const std::uint32_t pending = pending_events(s);
  for_each_bit(pending & (~processor.pending | handled), [&](unsigned e) { processor.pending_since[e] = now; });
  processor.pending = pending;
}

Cycle next_work(const Params& p, const State& s, Cycle now) {
  if (s.processor.halted) return never;
  if (!s.processor.started) return now + 1;
  return p.rv32 == nullptr ? next_work_native(p, s, now) : next_work_rv32(p, s, now);
}

bool rests(const Params& p, const State& s) {
  const Processor& processor = s.processor;
  if (processor.halted) return true;
  if (!processor.started || processor.busy || due_events(s) != 0) return false;
  return p.rv32 == nullptr || processor.core->waiting;
}

std::uint8_t next_event_of(std::uint32_t due) {
  for (const nic_event first : {NIC_EVENT_TX_STOPPED, NIC_EVENT_RX_CONTROL, NIC_EVENT_RX_REFUSED})
    if ((due >> first & 1) != 0) return first;
  return static_cast<std::uint8_t>(lowest(due));
}

void note_begin(State& s, std::uint8_t event, Cycle now) {
  Processor& processor = s.processor;
  if (event != start_event) processor.waited[event] += now - processor.pending_since[event];
  processor.event = event;
  processor.began = now;
  processor.busy = true;
  ++processor.runs[event];
  processor.said = Said();
}

}  // namespace slackline::nic
