#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

namespace slackline::wormhole_switch {

Violations Params::violations() const {
  Violations found = buffer.violations();
  for (const Violations& of_block : {flow.violations(), route.violations()})
    found.insert(found.end(), of_block.begin(), of_block.end());
  check_range(found, "ports", ports, 2, 64);
  check_range(found, "crossbar", crossbar, 1, 64);
  check_range(found, "data_delay", data_delay, crossbar, 1000);
  check_range(found, "arbitration", arbitration, 0, 1000);
  check_range(found, "header_delay", header_delay, static_cast<unsigned>(data_delay) + arbitration, 1000);
  if (flow.stop_at > buffer.flits)
    found.push_back({"stop_at", std::to_string(flow.stop_at), "1 to flits (" + std::to_string(buffer.flits) + ")"});
  if (route.ports() != ports)
    found.push_back(
        {"ports", std::to_string(ports), "2 x dimensions + hosts_per_switch (" + std::to_string(route.ports()) + ")"});
  return found;
}

void bind(const Params& p, State& s, Arena& arena) {
  const unsigned k = p.ports;
  s = State();
  s.in = arena.take<InputPort>(k);
  s.out = arena.take<OutputPort>(k);
  s.crossbar.output_of = arena.take<std::uint8_t>(k);
  s.crossbar.input_of = arena.take<std::uint8_t>(k);
  s.flow.pipe = arena.take<PortMask>(p.flow.storage_words());
  s.stage_valid = arena.take<PortMask>(p.stages_after_grant());
  s.stage_flits = arena.take<Flit>(static_cast<std::size_t>(p.stages_after_grant()) * k);
  for (unsigned i = 0; i < k; ++i) {
    auto* words = arena.take<std::uint64_t>(p.arbiter_params().storage_words());
    auto* slots = arena.take<slack_buffer::Slot>(p.buffer.flits);
    if (s.in == nullptr) continue;  // counting only
    s.in[i].buffer.slots = slots;
    s.out[i].arbiter.words = words;
    router_arbiter::reset(p.arbiter_params(), s.out[i].arbiter);
  }
}

std::size_t storage_bytes(const Params& p) {
  State scratch;
  Arena counting;
  bind(p, scratch, counting);
  return counting.used_bytes();
}

void set_cycles_per_flit(Place& place, State& s, PortId port, std::uint16_t cycles) {
  s.out[port.value].cycles_per_flit = cycles;
  place.slow = (place.slow & ~bit(port.value)) | PortMask{cycles > 1} << port.value;
}

std::uint64_t flits_held(const Params& p, const State& s) {
  std::uint64_t flits = 0;
  for (unsigned i = 0; i < p.ports; ++i) flits += s.in[i].buffer.count;
  for (unsigned row = 0; row < p.stages_after_grant(); ++row)
    flits += static_cast<std::uint64_t>(__builtin_popcountll(s.stage_valid[row]));
  return flits;
}

}  // namespace slackline::wormhole_switch
