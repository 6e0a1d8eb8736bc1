#include "testbench/tracing/nic_waves.hpp"

#include "rtl_models/common/bits.hpp"
#include "rtl_models/firmware/exports.hpp"
#include "rtl_models/nic/clock_hold.hpp"

namespace slackline::tracing {

EngineState send_state(const nic::State& s, const port::State& port, const nic::Params& p) {
  const nic::SendEngine& send = s.send;
  if (nic::serving(send).empty()) return EngineState::idle;
  const nic::Descriptor& d = nic::serving(send).front();
  if (nic::has_flit(p, send, port, s.time)) {
    if (send.stalled) return EngineState::stopped;
    return d.cut && port.sent > port.route_flits ? EngineState::aborting : EngineState::sending;
  }
  if (port.sent == 0) {
    const bool waits_for_slot = (d.flags & NIC_TX_AT_SLOT) != 0 && !nic::has_begun(s.time, d.slot);
    return waits_for_slot ? EngineState::waiting_for_slot : EngineState::done_queue_full;
  }
  const bool follows = (d.flags & NIC_TX_FOLLOW) != 0 && send.fetched >= d.header_words;
  const std::uint32_t address = d.payload + 4 * (send.fetched - d.header_words);
  return follows && !nic::is_there(s.receive, p.virtual_channels, address) ? EngineState::following
                                                                           : EngineState::reading;
}

EngineState receive_state(const nic::ReceiveLane& lane) {
  if (lane.filling) return EngineState::filling;
  if (!lane.open) return EngineState::idle;
  return lane.dropped ? EngineState::dropping : EngineState::header;
}

EngineState dma_state(const nic::DmaEngine& s) {
  if (s.transfers.empty()) return EngineState::idle;
  if (s.moved == 0) return EngineState::beginning;
  return s.transfers.front().to_host ? EngineState::to_host : EngineState::to_nic;
}

HandlerWord handler_word(const nic::Processor& s) {
  if (s.halted) return HandlerWord::halted;
  return s.busy ? word_of_event(s.event) : HandlerWord::idle;
}

CoreState core_state(const nic::Processor& s) {
  if (s.halted) return CoreState::halted;
  if (s.core->waiting) return CoreState::waiting;
  return s.wants_port ? CoreState::waiting_for_port : CoreState::executing;
}

void NicWaves::choose(const Scope& scope, Signal first) {
  if (nics_.empty() || nics_.back().instance != scope.instance) {
    const nic::Params& params = netlist_.interface_of(scope.instance).nic;
    nics_.push_back({scope.instance, &params, vcs_first_.size()});
    vcs_first_.resize(vcs_first_.size() + params.virtual_channels, no_signal);
  }
  if (scope.kind == ScopeKind::nic)
    nics_.back().first = first;
  else
    vcs_first_[nics_.back().first_vc + scope.vc] = first;
}

void NicWaves::look_at(std::size_t n, const nic::State& s, const port::State& port) {
  const Nic& nic = nics_[n];
  if (s.processor.halted && !halted_) halted_ = Halted{nic.instance, s.processor.error.kind};
  for (unsigned v = 0; v < nic.params->virtual_channels; ++v)
    if (const Signal first = vcs_first_[nic.first_vc + v]; first != no_signal) look_at_lane(s.receive.lanes[v], first);
  if (nic.first == no_signal) return;
  look_at_processor(s, nic.first);
  look_at_queues(s, nic.first);
  look_at_exports(s.processor, *nic.params->firmware, nic.first + own_nic_values);
  if (nic.params->rv32 != nullptr) look_at_core(s.processor, nic.first + own_nic_values + s.processor.shown_count);
  look_at_clock(s, netlist_.interfaces->clocks[nic.instance], nic.first);

  const auto signal = [&](NicValue value) { return nic.first + static_cast<Signal>(value); };
  writer_.set(signal(NicValue::tx_state), static_cast<unsigned>(send_state(s, port, *nic.params)));
  writer_.set(signal(NicValue::tx_words), s.send.fetched);
  writer_.set_bit(signal(NicValue::tx_cut_through), nic::has_flag(s.send, NIC_TX_FOLLOW));
  writer_.set(signal(NicValue::dma_state), static_cast<unsigned>(dma_state(s.dma)));
  writer_.set(signal(NicValue::dma_words), s.dma.moved);
}

void NicWaves::look_at_processor(const nic::State& s, Signal first) {
  const auto signal = [&](NicValue value) { return first + static_cast<Signal>(value); };
  const nic::Processor& processor = s.processor;
  writer_.set(signal(NicValue::handler), static_cast<unsigned>(handler_word(processor)));
  const std::uint32_t due = processor.pending & s.registers[NIC_EVENT_ENABLE / 4];
  if (due == 0)
    writer_.set_none(signal(NicValue::event));
  else
    writer_.set(signal(NicValue::event), static_cast<unsigned>(word_of_event(nic::next_event_of(due))));
  writer_.set(signal(NicValue::events), count_of(processor.pending));
}

void NicWaves::look_at_queues(const nic::State& s, Signal first) {
  const auto fill = [&](NicValue value, std::uint32_t count) {
    writer_.set(first + static_cast<Signal>(value), count);
  };
  fill(NicValue::commands, s.commands.count);
  fill(NicValue::completions, s.completions.count);
  fill(NicValue::tx_queue, nic::packets_in(s.send));
  fill(NicValue::tx_done, s.send.sent.count);
  fill(NicValue::rx_headers, s.receive.headers.count);
  fill(NicValue::rx_done, s.receive.received.count);
  fill(NicValue::dma_queue, s.dma.transfers.count);
  fill(NicValue::dma_done, s.dma.done.count);
  for (unsigned i = 0; i < nic::classes; ++i)
    writer_.set(first + static_cast<Signal>(NicValue::free0) + i, s.receive.free[i].count);
}

void NicWaves::look_at_exports(const nic::Processor& s, const nic_firmware& firmware, Signal first) {
  for (std::uint32_t i = 0; i < s.shown_count; ++i) {
    std::optional<std::uint64_t> value = s.shown[i];
    switch (firmware.exports[i].kind) {
      case NIC_EXPORT_HOST:
      case NIC_EXPORT_SOURCE: value = firmware::host_of(s.shown[i]); break;
      case NIC_EXPORT_WAITS_FOR:
        value.reset();
        if (const auto queue = firmware::waits_for(s.shown[i]))
          value = std::uint64_t{queue->number} << host_bits_ | queue->host;
        break;
      default: break;
    }
    if (value)
      writer_.set(first + i, *value);
    else
      writer_.set_none(first + i);
  }
}

void NicWaves::look_at_core(const nic::Processor& s, Signal first) {
  writer_.set(first + static_cast<Signal>(CoreValue::core), static_cast<unsigned>(core_state(s)));
  writer_.set(first + static_cast<Signal>(CoreValue::pc), s.core->pc);
  for (unsigned x = 1; x < s.core->x.size(); ++x)
    writer_.set(first + static_cast<Signal>(CoreValue::x1) + x - 1, s.core->x[x]);
}

void NicWaves::look_at_clock(const nic::State& s, const local_clock::Params& clock, Signal first) {
  const auto signal = [&](NicValue value) { return first + static_cast<Signal>(value); };
  const local_clock::State& now = s.time.clock;
  writer_.set(signal(NicValue::slot), now.slot);
  writer_.set(signal(NicValue::position), now.position);
  writer_.set_bit(signal(NicValue::tick), now.phase >= clock.lag);  // otherwise it has overflowed
  writer_.set(signal(NicValue::phase), now.phase >> (64 - phase_bits));
  writer_.set_bit(signal(NicValue::paused), nic::holds_clock(s, s.send.stalled));
}

void NicWaves::look_at_lane(const nic::ReceiveLane& lane, Signal first) {
  const auto signal = [&](NicVcValue value) { return first + static_cast<Signal>(value); };
  writer_.set(signal(NicVcValue::rx_state), static_cast<unsigned>(receive_state(lane)));
  if (lane.filling) {
    writer_.set(signal(NicVcValue::rx_buffer), lane.buffer);
    writer_.set(signal(NicVcValue::rx_words), lane.written);
  } else {
    writer_.set_none(signal(NicVcValue::rx_buffer));
    writer_.set(signal(NicVcValue::rx_words), 0);
  }
}

}  // namespace slackline::tracing
