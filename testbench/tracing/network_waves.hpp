// network_waves: writes the waveforms of a run, as a value change dump, on either engine: the same file, byte for byte.
//
//   run_until -> one edge -> settle: what was not known before of cycle N - 1 -> time -> look: the registers of cycle N
//                                                                                              `-> VcdWriter -> WaveFile
//
// With triggers, the writer keeps its input in a ring until one of them fires.
// Outside its window, and after its end, the engine runs as without it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/tracing/barrier_waves.hpp"
#include "testbench/tracing/host_waves.hpp"
#include "testbench/tracing/link_waves.hpp"
#include "testbench/tracing/nic_waves.hpp"
#include "testbench/tracing/packet_waves.hpp"
#include "testbench/tracing/save_file.hpp"
#include "testbench/tracing/switch_waves.hpp"
#include "testbench/tracing/triggers.hpp"
#include "testbench/tracing/workload_waves.hpp"

namespace slackline::tracing {

/// The parts to write.
struct Plan {
  Selection selection;
  Cycle from, to{never};  ///< cycles from .. to - 1
  Timescale timescale;
  std::vector<features::TriggerSettings> triggers;  ///< none: all of them; else those around their firing:
  std::uint64_t before = 0, after = 0;
  bool every = false;                           ///< around each firing, and not only around the first
  bool may_end_before = false;                  ///< the run, before `to`
  std::vector<observe::WaveScope> workloads{};  ///< of a list

  bool waits() const { return !triggers.empty(); }
};

/// A trigger has fired, and this was written for it.
struct Firing {
  Event event;                 ///< "packet host3:17 at switch5"
  Cycle from, to;              ///< cycles from .. to - 1 are written
  bool short_of_room = false;  ///< more was asked for before it than could be kept
};

/// `to` is the end of the run where none is given. The experiment must outlive it.
Plan plan_of(const features::Experiment& experiment);

class NetworkWaves {
 public:
  /// The netlist is the engine's own; it and the file must outlive this.
  NetworkWaves(const network::ElaboratedNetlist& netlist, Plan plan, WaveFile& file);

  /// As engine.run_until(end), and looks after each edge of the window.
  template <class Engine>
  void run_until(Engine& engine, Cycle end) {
    while (engine.now() < end) {
      const Cycle next = done_ ? end : std::max(engine.now(), looks_from_) + 1;
      engine.run_until(std::min(next, end));
      if (!done_ && engine.now() == next) observe(engine);
    }
  }

  /// The dump ends with the last cycle that was looked at. The result of its stalls is not known: x.
  void finish();

  bool done() const { return done_; }
  /// With triggers: what has been written so far, in order.
  const std::vector<Firing>& firings() const { return firings_; }

  /// A save file for GTKWave. `event`: what it was written for, unless a trigger has fired. The engine is still there.
  std::string save_file(const SaveFileNames& names, const std::optional<Event>& event = std::nullopt) const;
  /// The filters for the values of the dump. Without words for packets when they are too many.
  std::vector<Filter> filters() const;

 private:
  template <class Engine>
  void observe(Engine& engine) {
    if (switch_states_.empty() && host_states_.empty()) bind(engine);
    const Cycle cycle(engine.now().value - 1);
    if (cycle >= plan_.from && begin(cycle)) {
      links_.look(engine, cycle);
      nics_.look(engine);
      barriers_.look(engine);
      packet_switches_.look(engine, engine.packets());
      workloads_.look();
      look(engine.packets(), cycle);
      if (!first_traffic_ && !plan_.waits()) first_traffic_ = traffic(engine, cycle);
      if (!plan_.waits() && first_packets_.empty()) note_first_packets(engine.packets(), 0);
    }
    if (plan_.waits() && !done_)
      if (const std::optional<Event> event = triggers_.fired(engine, stall_over_limit())) {
        fire(*event);
        if (!firings_.empty() && first_packets_.empty()) note_first_packets(engine.packets(), plan_.before);
      }
  }

  /// The engine's states stay where they are.
  template <class Engine>
  void bind(Engine& engine) {
    engine.index_outputs();
    for (std::size_t i = 0; i < netlist_.switches.size(); ++i) switch_states_.push_back(&engine.switch_state(i));
    for (std::size_t i = 0; i < netlist_.endpoints.size(); ++i) host_states_.push_back(&engine.port_state(i));
    workloads_.bind(engine);
  }

  /// Where something moves; the first scope of those chosen.
  template <class Engine>
  std::optional<FirstTraffic> traffic(Engine& engine, Cycle cycle) const {
    const auto moves = [&](const Scope& scope) {
      const std::uint32_t i = scope.instance;
      if (scope.kind == ScopeKind::lane) {
        const unsigned lane = crossbar::lane_index(scope.port, scope.vc, netlist_.kind_of(i).virtual_channels);
        return switch_states_[i]->in[lane].buffer.count != 0;
      }
      if (scope.kind == ScopeKind::host) return host_states_[i]->sent != 0;
      if (scope.kind == ScopeKind::link) return engine.channel_flit(i).valid();
      if (scope.kind != ScopeKind::nic) return false;
      const HandlerWord handler = handler_word(engine.interface_state(i).nic.processor);
      return handler != HandlerWord::idle && handler != HandlerWord::start;
    };
    const auto at = std::find_if(scopes_.begin(), scopes_.end(), moves);
    if (at == scopes_.end()) return std::nullopt;
    return FirstTraffic{*at, cycle};
  }

  void declare();
  std::string packet_filter() const;
  LongestStall longest_stall() const;
  std::optional<LongestStall> stall_over_limit();
  void note_first_packets(const PacketTable& packets, std::uint64_t cycles_before);
  bool begin(Cycle cycle);
  void fire(const Event& event);
  std::uint64_t units(Cycle cycle) const { return cycle.value * plan_.timescale.units_a_cycle; }
  void look(const PacketTable& packets, Cycle cycle);

  const network::ElaboratedNetlist& netlist_;
  Plan plan_;
  Layout layout_;
  std::vector<Scope> scopes_;
  WaveFile& file_;
  VcdWriter writer_;
  std::vector<SwitchWaves> switches_;  // by kind
  HostWaves hosts_;
  NicWaves nics_;
  LinkWaves links_;
  BarrierWaves barriers_;
  PacketWaves packet_switches_;
  WorkloadWaves workloads_;
  Triggers triggers_;
  Cycle looks_from_;
  std::vector<Firing> firings_;
  std::vector<const wormhole_switch::State*> switch_states_;
  std::vector<const port::State*> host_states_;
  std::vector<std::uint64_t> first_packets_;   // per host: no earlier one is in the dump
  Cycle first_{never}, last_;                  // looked at
  std::optional<FirstTraffic> first_traffic_;  // without triggers
  bool done_ = false;
};

}  // namespace slackline::tracing
