// packet_waves: the values of packet switches in a dump: of each port the packets that come in, wait and leave. All are registers, or
// counters.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/packet_switch/packet_switch_instance.hpp"
#include "testbench/tracing/layout.hpp"
#include "testbench/tracing/vcd_writer.hpp"

namespace slackline::tracing {

class PacketWaves {
 public:
  /// The writer must outlive this.
  explicit PacketWaves(VcdWriter& writer) : writer_(writer) {}

  /// The values of `scope`, a port of a packet switch, begin at `first`.
  void choose(const Scope& scope, Signal first) { chosen_.push_back({scope.instance, scope.port, first}); }

  /// After each edge.
  template <class Engine>
  void look(const Engine& engine, const PacketTable& packets) {
    for (const Chosen& at : chosen_) look_at_port(at, engine.packet_switch(at.instance), packets);
  }

 private:
  struct Chosen {
    std::uint32_t instance;
    std::uint8_t port;
    Signal first;
  };

  void look_at_port(const Chosen& at, const packet_switch::Instance& core, const PacketTable& packets);
  /// The packet with this first flit, or that there is none.
  void show(Signal signal, bool there, Flit first, const PacketTable& packets);

  VcdWriter& writer_;
  std::vector<Chosen> chosen_;
};

}  // namespace slackline::tracing
