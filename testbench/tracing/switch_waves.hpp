// switch_waves: the values of switches of one kind in a dump. A look shows the registers after an edge. Whether a flit leaves at
// the next edge is known only after that one: the look there first settles the stalls and grants of the cycle before.
//
//   edge N          look: in_*, out_* of cycle N            settle: in_stall, grant of cycle N      look: of N + 1
//   |---------------|---------------------------- edge N+1 -|---------------------------------------|----->
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/network/netlist.hpp"
#include "testbench/tracing/hold_ups.hpp"
#include "testbench/tracing/layout.hpp"
#include "testbench/tracing/stall.hpp"
#include "testbench/tracing/vcd_writer.hpp"

namespace slackline::tracing {

class SwitchWaves {
 public:
  /// `kind`: as the engine has it; it must outlive this, like the writer. `switches`: of the network.
  SwitchWaves(const wormhole_switch::Params& kind, std::size_t switches, VcdWriter& writer);

  /// The values of this port or lane begin at `first`.
  void choose(const Scope& scope, Signal first);

  /// `states`: of all switches. After edge `now`.
  void settle(const wormhole_switch::State* const* states, Cycle now);
  void look(const wormhole_switch::State* const* states, const PacketTable& packets, Cycle now);

  /// The longest stall of the chosen switches; stalls that last still count.
  LongestStall longest_stall(Cycle now) const;
  void measure_stalls_from(Cycle cycle) { hold_ups_.measure_from(cycle); }

  /// Sets the limit: over_limit() reports a flit of the chosen switches held up for longer than so many cycles.
  void watch_for(std::uint64_t cycles) { hold_ups_.watch_for(cycles); }
  std::optional<LongestStall> over_limit() { return hold_ups_.over_limit(); }

 private:
  /// The state that a lane showed before the edge.
  struct LaneBefore {
    Flit front;
    std::uint16_t read = 0;
    HoldUp hold_up;
  };

  // `fixed_vcs`: the number of virtual channels, where all of that is worth a shorter form; 0: any. `Ports`: a PortMask
  // where the switches have one bank of ports.
  template <unsigned fixed_vcs, class Ports>
  [[gnu::flatten]] void settle_all(const wormhole_switch::State* const* states, Cycle now);
  template <unsigned fixed_vcs, class Ports>
  void settle_switch(std::uint32_t n, const wormhole_switch::State& s, Cycle now);
  template <unsigned fixed_vcs, class Ports>
  void settle_lane(std::uint32_t n, const wormhole_switch::State& s, unsigned i, unsigned v, Cycle now);
  Stall stall_of_moved(const wormhole_switch::State& s, unsigned index, bool was_connected, bool connected, Flit front,
                       Cycle now) const;
  template <class Ports>
  void grant(std::uint32_t n, unsigned output, unsigned i, unsigned v);
  template <class Ports>
  void note_hold_up(std::uint32_t n, const wormhole_switch::State& s, unsigned i, unsigned v, Stall stall, Cycle cycle);
  template <unsigned fixed_vcs, class Ports>
  [[gnu::flatten]] void look_at_all(const wormhole_switch::State* const* states, const PacketTable& packets, Cycle now);
  template <unsigned fixed_vcs, class Ports>
  void look_at_switch(std::uint32_t n, const wormhole_switch::State& s, const PacketTable& packets, Cycle now);
  template <class Ports>
  bool is_quiet(std::uint32_t n, const wormhole_switch::State& s) const;
  template <class Ports>
  unsigned banks() const {
    return std::is_same_v<Ports, PortMask> ? 1 : params_.banks();
  }
  /// The gates of a virtual channel at a bank of ports.
  template <unsigned fixed_vcs, class Ports>
  VcGates& gates(std::uint32_t n, unsigned bank, unsigned v) {
    return gates_[(std::size_t{n} * banks<Ports>() + bank) * (fixed_vcs != 0 ? fixed_vcs : vcs_) + v];
  }
  template <class Ports>
  const wormhole_switch::VirtualChannel& channel(const wormhole_switch::State& s, unsigned i, unsigned v) const {
    return s.vc[std::is_same_v<Ports, PortMask> ? v : i / ports_of_bank * params_.flow_channels() + v];
  }
  template <class Ports>
  bool is_connected(const wormhole_switch::State& s, unsigned i, unsigned v) const {
    const unsigned word = crossbar::mask_index<Ports>(params_.crossbar_params(), crossbar::lane_of(i, v));
    return has(s.crossbar.connected[word], i % ports_of_bank);
  }
  /// A port's number has up to 8 bits.
  template <class Ports>
  void set_port(Signal signal, unsigned port) {
    std::is_same_v<Ports, PortMask> ? writer_.set_small(signal, port) : writer_.set(signal, port);
  }
  template <unsigned fixed_vcs, class Ports>
  void look_at_lane(std::uint32_t n, const wormhole_switch::State& s, const PacketTable& packets, unsigned i,
                    unsigned v);
  template <unsigned fixed_vcs, class Ports>
  void look_at_route(std::uint32_t n, const wormhole_switch::State& s, unsigned i, unsigned v);
  template <unsigned fixed_vcs, class Ports>
  void look_at_outputs(std::uint32_t n, const wormhole_switch::State& s, const VcGates& before, const VcGates& now,
                       unsigned bank, unsigned v);
  void show_front(Signal first, Flit front, bool known_packet, const PacketTable& packets);
  template <class Ports>
  void show_none(std::uint32_t n, const wormhole_switch::State& s, Cycle now);

  Signal lane_signal(std::size_t lane, LaneValue value) const { return lanes_[lane] + static_cast<Signal>(value); }

  const wormhole_switch::Params& params_;
  VcdWriter& writer_;
  unsigned vcs_, ports_, lanes_a_switch_;

  std::vector<std::uint32_t> chosen_;  // switches of which anything was
  std::vector<std::uint32_t> place_;   // of a switch in chosen_, by netlist index; none: not there
  // By place in chosen_:
  std::vector<PortSet> slow_, busy_, granted_;
  std::vector<VcGates> gates_;       // a bank of ports and virtual channel
  std::vector<Signal> ports_first_;  // a port
  std::vector<Signal> lanes_;        // a lane
  std::vector<LaneBefore> before_;   // a lane
  bool has_looked_ = false;
  HoldUps hold_ups_;
};

}  // namespace slackline::tracing
