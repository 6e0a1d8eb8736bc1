// The fabric's accesses to pins, for the sources that step its components: inline, for each of them.
#pragma once

#include <utility>

#include "rtl_models/network/fabric.hpp"

namespace slackline::network {

inline void Fabric::wake(std::uint32_t word, std::uint64_t component, std::uint64_t edge) {
  const std::size_t row = edge & (rows_ - 1);
  active_[row * words_ + word] |= component;
  row_used_[row] = 1;
}

inline void Fabric::wake(std::uint32_t component, std::uint64_t edge) {
  wake(component / 64, std::uint64_t{1} << component % 64, edge);
}

inline void Fabric::send(const Target& target, Flit flit) {
  const std::uint64_t edge = now_.value + target.delay;
  flits_[target.flits.at(edge)] = flit;
  events_[target.events.at(edge)] |= target.port;
  wake(target.word, target.component, edge);
}

/// A change of a level, or a credit, on one VC. Returns the edge that samples it.
inline std::uint64_t Fabric::put_stop(const StopTarget& target, unsigned vc) {
  const std::uint64_t edge = now_.value + target.delay;
  if (target.words != 0) {
    PortMask* events = &events_[target.events.at(edge, target.words)];
    if (target.words != 1) *events++ |= vc_bit(vc);
    events[vc] ^= target.port;
  } else {
    events_[target.events.at(edge)] ^= vc_bit(vc);
  }
  return edge;
}

inline void Fabric::send_stop(const StopTarget& target, unsigned vc) {
  wake(target.word, target.component, put_stop(target, vc));
}

/// A fault makes credits in every cycle.
inline bool Fabric::credits_come_unasked(const Pins& pins, bool counts_credits) const {
  return pins.faults != no_faults && counts_credits && link_faults_[pins.faults].holds_high(now_ + 1);
}

/// The inputs of a host. Inlined twice, which the compiler alone would not do.
template <bool plain>
[[gnu::always_inline]] inline port::Inputs Fabric::sample_host(const port::Params& p, Endpoint& e) {
  port::Inputs in;
  if (std::exchange(events_[e.pins.arrivals.at(now_.value)], 0) != 0) in.flit_in = flits_[e.flits.at(now_.value)];
  const auto stops = static_cast<VcMask>(std::exchange(events_[e.pins.stops.at(now_.value)], 0));
  e.stop_in = static_cast<VcMask>((!plain && p.links.has_credits() ? 0 : e.stop_in) ^ stops);
  in.stop_in = e.stop_in;
  if (e.pins.faults != no_faults) {
    in.flit_in = link_faults_[e.pins.faults].flit(0, now_, in.flit_in);
    in.stop_in = link_faults_[e.pins.faults].stop(0, now_, in.stop_in);
  }
  return in;
}

}  // namespace slackline::network
