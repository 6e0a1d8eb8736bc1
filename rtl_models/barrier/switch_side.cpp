#include "rtl_models/barrier/switch_side.hpp"

namespace slackline::barrier {

SwitchParams SwitchParams::completed(std::uint16_t ports, std::uint8_t virtual_channels,
                                     const flow_controller::Params& of_switch) const {
  SwitchParams p = *this;
  p.preemption.virtual_channels = virtual_channels;
  p.unit.ports = ports;
  p.flow = of_switch;
  p.flow.stop_at = stop_at;
  p.flow.go_at = static_cast<std::uint16_t>(stop_at - 1);
  p.flow.credits = unit.buffer;
  return p;
}

Violations SwitchParams::violations() const {
  Violations found = preemption.violations();
  const Violations of_unit = unit.violations();
  found.insert(found.end(), of_unit.begin(), of_unit.end());
  check_range(found, "padding_delay", padding_delay, 1, 16);
  check_range(found, "hold", hold, 1, preemption_unit::longest_hold);
  check_range(found, "barrier.stop_at", stop_at, 1, unit.buffer);
  return found;
}

SwitchState* bind(const SwitchParams& p, Arena& arena) {
  auto* const bound = arena.take<SwitchState>(1);
  SwitchState counted;
  SwitchState& s = bound == nullptr ? counted : *bound;
  const unsigned ports = p.unit.ports, vcs = p.preemption.virtual_channels;
  barrier_unit::bind(p.unit, s.unit, arena);
  s.preemption = arena.take<preemption_unit::Port>(ports);
  s.counters = arena.take<preemption_unit::Counters>(ports);
  s.use = arena.take<LinkUse>(ports);
  s.barred = arena.take<PortSet>(vcs);
  s.words = arena.take<std::uint32_t>(ports);
  s.padding = arena.take<padding_generator::State>(vcs);
  for (unsigned v = 0; v < vcs; ++v) {
    auto* lanes = arena.take<padding_generator::Lane>(ports);
    if (bound != nullptr) s.padding[v].lanes = lanes;
  }
  return bound;
}

void wire_in(const SwitchParams& p, const SwitchPlace& place, SwitchState& s) {
  barrier_unit::plan(p.unit, place.unit, s.unit);
  s.random = place.victims;
}

}  // namespace slackline::barrier
