// A packet switch whose links carry what a test gives them.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "rtl_models/packet_switch/packet_switch_instance.hpp"

namespace slackline::packet_switch {

inline Flit flit_of(std::uint32_t n, std::uint32_t flits, std::uint32_t destination, std::uint32_t tag) {
  const FlitKind kind = flits == 1       ? FlitKind::single
                        : n == 0         ? FlitKind::head
                        : n + 1 == flits ? FlitKind::tail
                                         : FlitKind::body;
  return Flit(kind, VcId(0), n == 0 ? destination : tag * 1000 + n, tag);
}

/// Destination d is at port d.
inline std::vector<std::uint16_t> a_port_each(const Params& p) {
  std::vector<std::uint16_t> ports;
  for (std::uint16_t o = 0; o < p.ports; ++o) ports.push_back(o);
  return ports;
}

struct Bench {
  /// A flit on an output.
  struct Sent {
    std::uint64_t cycle;
    Flit flit;
  };

  explicit Bench(const Params& p) : Bench(p, a_port_each(p)) {}
  Bench(const Params& p, std::vector<std::uint16_t> port_to, const PortSet& stops_flits = {})
      : device(p, std::move(port_to), stops_flits), coming(p.ports), sent(p.ports) {}

  /// Flits come in one a cycle, after those that are still to come.
  void send(unsigned input, Flit flit) { coming[input].push_back(flit); }
  /// Its last flit is sampled at edge now + flits - 1 if nothing else is to come.
  void send(unsigned input, std::uint32_t destination, std::uint32_t flits, std::uint32_t tag = 1) {
    for (std::uint32_t n = 0; n < flits; ++n) send(input, flit_of(n, flits, destination, tag));
  }
  void edges(std::uint64_t count) {
    const unsigned ports = device.params.ports;
    std::vector<Flit> in(ports);
    for (; count != 0; --count) {
      for (unsigned i = 0; i < ports; ++i) {
        in[i] = coming[i].empty() ? Flit() : coming[i].front();
        if (!coming[i].empty()) coming[i].pop_front();
      }
      device.step(in.data(), stopped, Cycle(now));
      for (unsigned o = 0; o < ports; ++o)
        if (device.flit_out(o).valid()) sent[o].push_back({now, device.flit_out(o)});
      ++now;
    }
  }
  void stop(unsigned output, bool is_stopped = true) { assign(stopped, output, is_stopped); }
  /// Cycles of the first flits of frames that an output has sent.
  std::vector<std::uint64_t> begun(unsigned output) const {
    std::vector<std::uint64_t> cycles;
    for (const Sent& s : sent[output])
      if (s.flit.opens_worm()) cycles.push_back(s.cycle);
    return cycles;
  }
  /// Their tags.
  std::vector<std::uint32_t> tags(unsigned output) const {
    std::vector<std::uint32_t> found;
    for (const Sent& s : sent[output])
      if (s.flit.opens_worm()) found.push_back(s.flit.tag());
    return found;
  }
  std::uint64_t dropped(unsigned input, Drop cause) const {
    return device.state.counters[input].dropped[static_cast<std::size_t>(cause)];
  }

  Instance device;
  std::uint64_t now = 0;
  std::vector<std::deque<Flit>> coming;
  PortSet stopped;  ///< outputs
  std::vector<std::vector<Sent>> sent;
};

}  // namespace slackline::packet_switch
