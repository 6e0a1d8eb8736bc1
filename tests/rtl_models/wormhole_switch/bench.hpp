// A test bench around one switch core: the middle one of a row of 3 switches (dimension 0), with one host.
// Ports: 0 towards switch 2 (host 2), 1 towards switch 0 (host 0), 2 to its own host 1.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "rtl_models/wormhole_switch/wormhole_switch_step.hpp"

namespace slackline::test {

inline wormhole_switch::Params middle_switch() {
  wormhole_switch::Params p;
  p.ports = 3;
  p.route.dimensions = 1;
  p.route.size = {3, 1, 1, 1};
  p.buffer.flits = 32;
  p.flow = {29, 4, 0};
  return p;
}

inline wormhole_switch::Params middle_switch_with_vcs(
    std::uint8_t vcs, route_unit::VcAssignment assignment = route_unit::VcAssignment::keep) {
  wormhole_switch::Params p = middle_switch();
  p.virtual_channels = vcs;
  p.route.vc_assignment = assignment;
  return p;
}

/// A flit that an output register carried.
struct Sent {
  std::uint64_t edge;
  std::uint32_t tag;
  unsigned vc;
  FlitKind kind;
};

class SwitchBench {
 public:
  static constexpr unsigned right = 0, left = 1, host = 2;                ///< ports
  static constexpr std::uint32_t to_right = 2, to_left = 0, to_host = 1;  ///< destinations

  explicit SwitchBench(const wormhole_switch::Params& p, PortMask wired = 7,
                       const route_unit::Place& route = {{1, 0, 0, 0}})
      : params(p.completed()), storage_(wormhole_switch::storage_bytes(params) / 8) {
    Arena arena(reinterpret_cast<std::byte*>(storage_.data()));
    wormhole_switch::bind(params, state, arena);
    place_.route = route;
    place_.wired = wired;
  }
  SwitchBench(const SwitchBench&) = delete;
  SwitchBench& operator=(const SwitchBench&) = delete;

  void set_cycles_per_flit(unsigned port, CyclesPerFlit cycles) {
    wormhole_switch::set_cycles_per_flit(place_, state, PortId(static_cast<std::uint8_t>(port)), cycles);
  }

  /// Its barrier unit takes part in barriers of these three switches.
  void join_barriers(const barrier_unit::Ways* choice = nullptr) {
    static constexpr std::uint16_t ways[] = {left, barrier_unit::Place::no_way, right}, ports[] = {host, host, host};
    static constexpr std::uint16_t switches[] = {0, 1, 2};
    place_.barrier.hosts = bit(host);
    place_.barrier.unit = {barrier_unit::Address::of_switch(1), ways, switches, ports, 3, 3};
    place_.barrier.unit.ways = choice;
    place_.barrier.unit.ways_count = choice != nullptr ? 1 : 0;
    wormhole_switch::wire_in(params, place_, state);
  }

  /// The wire of input `port` carries `flit` at edge `edge`.
  void put(std::uint64_t edge, unsigned port, Flit flit) { wires_[edge][port] = flit; }

  /// A packet whose flits are sampled at the edges from `edge` on; the tag tells packets apart.
  void put_packet(std::uint64_t edge, unsigned port, std::uint32_t destination, unsigned flits, std::uint32_t tag,
                  unsigned vc = 0) {
    for (unsigned n = 0; n < flits; ++n) {
      const FlitKind kind = flits == 1       ? FlitKind::single
                            : n == 0         ? FlitKind::head
                            : n + 1 == flits ? FlitKind::tail
                                             : FlitKind::body;
      put(edge + n, port, Flit(kind, VcId(static_cast<std::uint8_t>(vc)), n == 0 ? destination : n, tag));
    }
  }

  /// STOP wires of the outputs from now on.
  void stop(PortMask outputs, unsigned vc = 0) { stop_in_[vc] = outputs; }

  /// Credits of the outputs, sampled at edge `edge` alone.
  void credit(std::uint64_t edge, PortMask outputs, unsigned vc = 0) { pulses_[edge][vc] |= outputs; }

  /// Executes one edge and returns its number.
  std::uint64_t edge() {
    wormhole_switch::Inputs in;
    auto levels = stop_in_;
    for (unsigned vc = 0; vc < levels.size(); ++vc) levels[vc] |= pulses_[now_.value][vc];
    in.stop_in = levels.data();
    auto& flits = wires_[now_.value];
    for (const auto& wire : flits) in.arrivals |= bit(wire.first);
    out_.clear();
    stop_changed = 0;
    awake = wormhole_switch::step<0, false>(
        params, place_, state, now_, in, [&](unsigned port) { return flits[port]; },
        [&](unsigned port, Flit flit) { out_[port] = flit; },
        [&](unsigned vc, unsigned, PortMask changed) { stop_changed |= vc == 0 ? changed : 0; });
    now_ = now_ + 1;
    return now_.value - 1;
  }

  /// Executes the edges up to and including `last`.
  void run_to(std::uint64_t last) {
    while (now_.value <= last) edge();
  }

  /// Takes over from `other` at the same pins, with the registers that visitors name, and its counters or none.
  void go_on_for(SwitchBench& other, bool with_counters = true) {
    const RegisterSnapshot saved = with_counters ? other.registers_and_counters() : other.registers();
    RegisterLoader loader(saved);
    if (with_counters) {
      restore(params, state, other.now_, loader);
    } else {
      visit(params, state, other.now_, loader);
      derive(params, state, loader);
    }
    wires_ = std::move(other.wires_);
    pulses_ = std::move(other.pulses_);
    stop_in_ = other.stop_in_;
    now_ = other.now_;
  }

  RegisterSnapshot registers() const {
    RegisterSnapshot snapshot;
    visit(params, state, now_, snapshot);
    return snapshot;
  }
  RegisterSnapshot registers_and_counters() const {
    RegisterSnapshot snapshot;
    visit_all(params, state, now_, snapshot);
    return snapshot;
  }
  /// Values that do not follow from the registers, as they must.
  std::vector<StaleValue> stale() const {
    StaleValues values;
    derive(params, state, values);
    return values.found;
  }

  /// The flit on output `port` in the cycle of the last edge.
  Flit out(unsigned port) const {
    const auto found = out_.find(port);
    return found == out_.end() ? Flit() : found->second;
  }

  /// Runs on and returns the edges at which output `port` carried a flit of packet `tag`, up to edge `last`.
  std::vector<std::uint64_t> edges_of(unsigned port, std::uint32_t tag, std::uint64_t last) {
    std::vector<std::uint64_t> edges;
    while (now_.value <= last) {
      const std::uint64_t at = edge();
      if (out(port).valid() && out(port).tag() == tag) edges.push_back(at);
    }
    return edges;
  }

  /// Runs on and returns what output `port` carried, up to edge `last`.
  std::vector<Sent> log_of(unsigned port, std::uint64_t last) {
    std::vector<Sent> log;
    while (now_.value <= last) {
      const std::uint64_t at = edge();
      if (const Flit flit = out(port); flit.valid()) log.push_back({at, flit.tag(), flit.vc().value, flit.kind()});
    }
    return log;
  }

  const wormhole_switch::Params params;
  wormhole_switch::State state;
  bool awake = false;
  PortMask stop_changed = 0;  ///< on VC 0

 private:
  wormhole_switch::Place place_;
  std::vector<std::uint64_t> storage_;
  std::map<std::uint64_t, std::map<unsigned, Flit>> wires_;
  std::map<unsigned, Flit> out_;
  std::map<std::uint64_t, std::array<PortMask, wormhole_switch::most_virtual_channels>> pulses_;
  std::array<PortMask, wormhole_switch::most_virtual_channels> stop_in_{};
  Cycle now_;
};

/// One member of each flit in a log.
template <class Member>
auto each(const std::vector<Sent>& log, Member Sent::*member) {
  std::vector<Member> values;
  for (const Sent& sent : log) values.push_back(sent.*member);
  return values;
}

/// Cycles before `now` in which output `port` was in demand.
inline std::uint64_t demanded(const SwitchBench& bench, unsigned port, std::uint64_t now) {
  return wormhole_switch::demanded_cycles(bench.params, bench.state, PortId(static_cast<std::uint8_t>(port)),
                                          Cycle(now));
}

}  // namespace slackline::test
