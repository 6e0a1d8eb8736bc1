#include "testbench/tracing/packet_waves.hpp"

#include <numeric>

namespace slackline::tracing {

void PacketWaves::look_at_port(const Chosen& at, const packet_switch::Instance& core, const PacketTable& packets) {
  const auto signal = [&](PacketPortValue value) { return at.first + static_cast<Signal>(value); };
  const packet_switch::State& s = core.state;
  const packet_switch::Input& in = s.inputs[at.port];
  const packet_switch::Output& out = s.outputs[at.port];
  const packet_switch::Counters& counters = s.counters[at.port];
  show(signal(PacketPortValue::in_packet), in.is_open, s.slots[in.slot].first, packets);
  writer_.set(signal(PacketPortValue::in_flits), in.is_open ? in.received : 0u);
  writer_.set(signal(PacketPortValue::in_waiting), in.waiting);
  writer_.set(signal(PacketPortValue::in_held), in.frames);
  if (in.is_moving)
    writer_.set(signal(PacketPortValue::in_route), in.moving_to);
  else
    writer_.set_none(signal(PacketPortValue::in_route));
  writer_.set_bit(signal(PacketPortValue::in_pause), in.is_paused);
  writer_.set(signal(PacketPortValue::in_dropped),
              std::accumulate(counters.dropped.begin(), counters.dropped.end(), std::uint64_t{0}));
  show(signal(PacketPortValue::out_packet), out.is_sending, s.slots[out.queue.first].first, packets);
  writer_.set(signal(PacketPortValue::out_held), out.frames);
}

void PacketWaves::show(Signal signal, bool there, Flit first, const PacketTable& packets) {
  if (!there)
    writer_.set_none(signal);
  else if (const PacketRecord* record = packets.find(first.tag()))
    writer_.set(signal, packet_number(*record));
  else
    writer_.set_unknown(signal);
}

}  // namespace slackline::tracing
