// barrier_waves: the values of barriers in switches in a dump: of each output the state of its preemption unit, of each
// switch the contents of its barrier unit, of hosts the messages that wait, and of channels the flits of messages. All
// are registers. Without barriers the dump has none of them.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/tracing/layout.hpp"
#include "testbench/tracing/vcd_writer.hpp"

namespace slackline::tracing {

class BarrierWaves {
 public:
  /// The netlist is the engine's own; it and the writer must outlive this.
  BarrierWaves(const network::Netlist& netlist, VcdWriter& writer) : netlist_(netlist), writer_(writer) {}

  /// The values of `scope` begin at `first`.
  void choose(const Scope& scope, Signal first) { chosen_.push_back({scope.kind, scope.port, scope.instance, first}); }

  /// After each edge.
  template <class Engine>
  void look(const Engine& engine) {
    for (const Chosen& at : chosen_) {
      switch (at.kind) {
        case ScopeKind::barrier_port: look_at_port(at, engine.switch_state(at.instance)); break;
        case ScopeKind::barrier_unit: look_at_unit(at, engine.switch_state(at.instance).barrier->unit); break;
        case ScopeKind::barrier_host: look_at_host(at, *engine.port_state(at.instance).barrier); break;
        default: look_at_link(at, engine.channel_flit(at.instance)); break;
      }
    }
  }

 private:
  struct Chosen {
    ScopeKind kind;
    std::uint8_t port;
    std::uint32_t instance;
    Signal first;
  };

  void look_at_port(const Chosen& at, const wormhole_switch::State& s);
  void look_at_unit(const Chosen& at, const barrier_unit::State& s);
  void look_at_host(const Chosen& at, const barrier::HostPort& s);
  void look_at_link(const Chosen& at, Flit flit);
  /// A number, or that there is none.
  void show(Signal signal, bool there, std::uint64_t value);

  const network::Netlist& netlist_;
  VcdWriter& writer_;
  std::vector<Chosen> chosen_;
};

}  // namespace slackline::tracing
