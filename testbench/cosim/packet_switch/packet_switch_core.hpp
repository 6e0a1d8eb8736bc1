// The core's side of lockstep for packet_switch, and what core and twin have in common: parameters, input pins and the list of
// registers.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "rtl_models/packet_switch/packet_switch_instance.hpp"
#include "testbench/cosim/core_side.hpp"

namespace slackline::cosim {

inline constexpr unsigned most_ports_of_packet_switch = 4;  ///< in lockstep

/// As the twin's. Output o takes 1 + o % 3 cycles for a flit, and its receiver stops flits where o is odd; destination d is at port d,
/// if there is one.
struct PacketSwitchParams {
  unsigned ports, buffers, frames, flits, threshold, most, alpha8, held, transfer, direct, cut_through, transfers,
      lookup, gap, shortest, longest, pause_at, resume_at, uplinks, uplink_frames, uplink_held, uplink_transfer,
      uplink_streams, destinations;

  static std::uint32_t cycles_of_flit(unsigned output) { return 1 + output % 3; }
  static PortSet stops_flits() { return bit(1) | bit(3); }
  std::vector<std::uint16_t> port_to() const {
    std::vector<std::uint16_t> table;
    for (unsigned d = 0; d < destinations; ++d)
      table.push_back(d < ports ? static_cast<std::uint16_t>(d) : packet_switch::no_port);
    return table;
  }
  packet_switch::Params of_core() const {
    packet_switch::Params p;
    const auto set = [](auto& member, unsigned value) {
      member = static_cast<std::remove_reference_t<decltype(member)>>(value);
    };
    set(p.ports, ports);
    set(p.buffers, buffers);
    set(p.frames, frames);
    set(p.flits, flits);
    set(p.threshold, threshold);
    set(p.most, most);
    set(p.alpha8, alpha8);
    set(p.held, held);
    set(p.transfer, transfer);
    set(p.direct, direct);
    set(p.cut_through, cut_through);
    set(p.transfers, transfers);
    set(p.lookup, lookup);
    set(p.gap, gap);
    set(p.shortest, shortest);
    set(p.longest, longest);
    set(p.pause_at, pause_at);
    set(p.resume_at, resume_at);
    if (uplinks != 0) {
      p.uplinks = PortMask{uplinks};
      p.uplink.emplace();
      set(p.uplink->frames, uplink_frames);
      set(p.uplink->held, uplink_held);
      set(p.uplink->transfer, uplink_transfer);
      set(p.uplink->streams, uplink_streams);
    }
    p.cycles_per_flit.clear();
    for (unsigned o = 0; o < ports; ++o) p.cycles_per_flit.push_back(cycles_of_flit(o));
    return p;
  }
};

struct PacketSwitchInputs {
  bool rst_n = true;
  std::array<Flit, most_ports_of_packet_switch> flit_in{};
  std::array<bool, most_ports_of_packet_switch> stop{};

  PacketSwitchInputs inverted() const {
    PacketSwitchInputs in{!rst_n, flit_in, stop};
    for (Flit& flit : in.flit_in) flit = Flit(~flit.word());
    for (bool& one : in.stop) one = !one;
    return in;
  }

  template <class Visitor>
  void visit(Visitor& v) const {
    v.reg("rst_n", rst_n);
    for (unsigned i = 0; i < most_ports_of_packet_switch; ++i) {
      v.open("port", i);
      v.reg("flit_in", flit_in[i]);
      v.reg("stop", stop[i]);
      v.close();
    }
  }
};

class PacketSwitchCore : public CoreSide {
 public:
  using Params = PacketSwitchParams;
  using Inputs = PacketSwitchInputs;

  explicit PacketSwitchCore(const Params& params)
      : core(params.of_core(), params.port_to(), PacketSwitchParams::stops_flits()) {}

  /// "packet_switch, 3 ports, buffers at inputs, 2 frames"
  static std::string describe(const Params& p) {
    static constexpr const char* buffers[] = {"buffers at inputs", "buffers at outputs", "a shared buffer"};
    return "packet_switch, " + std::to_string(p.ports) + " ports, " + buffers[p.buffers] + ", " +
           std::to_string(p.frames) + " frames";
  }

  void step(const Inputs& in, Cycle now) {
    next_ = now + 1;
    PortSet stopped;
    for (unsigned o = 0; o < most_ports_of_packet_switch; ++o) insert_if(stopped, o, in.stop[o]);
    if (in.rst_n)
      core.step(in.flit_in.data(), stopped, now);
    else
      core.reset();
  }

  template <class Visitor>
  void outputs(Visitor& v) const {
    for (unsigned o = 0; o < core.params.ports; ++o) {
      v.open("port", o);
      v.reg("flit_out", core.flit_out(o));
      v.reg("pause", core.pause_out(o));
      v.close();
    }
  }

  template <class Visitor>
  void registers(Visitor& v) const {
    core.visit(next_, v);
    packet_switch::visit_counters(core.params, core.state, next_, v);
  }
  std::vector<StaleValue> stale() const {
    StaleValues values;
    packet_switch::derive(core.params, core.state, values);
    return values.found;
  }

  packet_switch::Instance core;

 private:
  Cycle next_;  // the next edge
};

}  // namespace slackline::cosim
