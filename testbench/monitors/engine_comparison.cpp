#include "testbench/monitors/engine_comparison.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "rtl_models/common/random_stream.hpp"

namespace slackline::monitors {

namespace {

using network::Fabric;
using network::SignalNetwork;

constexpr std::uint64_t cycles_between_questions = 256;

/// Compares the registers and counters of one core in both engines. Values first; names only for a core that differs.
template <class VisitSignal, class VisitFabric>
void compare_core(const std::string& name, VisitSignal&& visit_signal, VisitFabric&& visit_fabric, Cycle cycle,
                  Snapshots& snapshots, Comparison& found) {
  auto& [signal, fabric] = snapshots;
  signal.values.clear();
  fabric.values.clear();
  visit_signal(signal);
  visit_fabric(fabric);
  found.registers += signal.values.size();
  if (signal.values == fabric.values) return;
  RegisterList named_signal, named_fabric;
  visit_signal(named_signal);
  visit_fabric(named_fabric);
  for (std::size_t i = 0; i < named_signal.entries.size() && i < named_fabric.entries.size(); ++i)
    if (named_signal.entries[i] != named_fabric.entries[i])
      found.differences.push_back({cycle, name + "." + named_signal.entries[i].first, named_signal.entries[i].second,
                                   named_fabric.entries[i].second});
}

/// Recomputes what follows from the registers of one core. Names only where a value is stale.
template <class Derive>
void check_derived(const char* engine, const std::string& name, Derive&& derive, Cycle cycle, Comparison& found) {
  IsAnyStale any;
  derive(any);
  if (!any.found) return;
  StaleValues stale;
  derive(stale);
  for (const StaleValue& value : stale.found)
    found.stale.push_back(std::string(engine) + ": " + name + "." + value.name + " is stale in cycle " +
                          std::to_string(cycle.value) + ", stored " + std::to_string(value.stored) + ", recomputed " +
                          std::to_string(value.recomputed));
}

template <class Engine>
void check_all_derived(const char* name, const Engine& engine, Cycle cycle, Comparison& found) {
  const network::ElaboratedNetlist& netlist = engine.netlist();
  for (std::size_t i = 0; i < netlist.switches.size(); ++i)
    check_derived(
        name, netlist.switches[i].name,
        [&](auto& v) {
          if (netlist.is_packet_switch(i))
            derive(engine.packet_switch(i).params, engine.packet_switch(i).state, v);
          else
            derive(netlist.kind_of(i), engine.switch_state(i), v);
        },
        cycle, found);
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    const network::EndpointInstance& host = netlist.endpoints[i];
    if (!netlist.has_interface(i)) {
      check_derived(
          name, host.name,
          [&](auto& v) { derive(engine.workloads(), engine.generator_state(i), engine.port_state(i), v); }, cycle,
          found);
      continue;
    }
    const network::InterfaceKind& kind = netlist.interface_of(i);
    const network::HostInterface state = engine.interface_state(i);
    check_derived(
        name, host.name,
        [&](auto& v) {
          derive(kind.nic, state.nic, netlist.port_of(i), engine.port_state(i), v);
          derive(kind.host, engine.workloads(), NodeId(static_cast<std::uint32_t>(i)), state.host, v);
        },
        cycle, found);
  }
}

void compare_channels(const SignalNetwork& signals, const Fabric& fabric, Cycle cycle, Comparison& found) {
  const network::ElaboratedNetlist& netlist = fabric.netlist();
  found.channels += netlist.channels.size();
  const auto differs = [&](std::size_t c, const std::string& what, std::uint64_t in_signals, std::uint64_t in_fabric) {
    if (in_signals != in_fabric)
      found.differences.push_back({cycle, channel_name(netlist, netlist.channels[c]) + what, in_signals, in_fabric});
  };
  for (std::size_t c = 0; c < netlist.channels.size(); ++c) {
    for (unsigned stage = 0; stage < netlist.channels[c].latency(); ++stage) {
      const Flit in_signals = signals.channel_flit(c, stage), in_fabric = fabric.channel_flit(c, stage);
      if (in_signals != in_fabric)
        differs(c, ".flit[" + std::to_string(stage) + "]", in_signals.word(), in_fabric.word());
    }
    for (unsigned stage = 0; stage < netlist.channels[c].stop_delay; ++stage) {
      const VcMask in_signals = signals.channel_stop(c, stage), in_fabric = fabric.channel_stop(c, stage);
      if (in_signals != in_fabric) differs(c, ".stop[" + std::to_string(stage) + "]", in_signals, in_fabric);
    }
  }
}

/// Thousands of buckets, most of them empty: named only where they differ.
void compare_latencies(const SignalNetwork& signals, const Fabric& fabric, Cycle cycle, Snapshots& snapshots,
                       Comparison& found) {
  const auto compare = [&](const std::string& name, const port::LatencyTally& a, const port::LatencyTally& b) {
    if (!(a == b))
      compare_core(
          name, [&](auto& v) { visit(a, v); }, [&](auto& v) { visit(b, v); }, cycle, snapshots, found);
  };
  compare("latencies", signals.latencies(), fabric.latencies());
  const unsigned workloads = fabric.workloads().count();
  for (unsigned w = 0; workloads > 1 && w < workloads; ++w)
    compare("latencies of workload " + std::to_string(w), signals.latencies(w), fabric.latencies(w));
}

/// The network with firmware whose lines are not shown: they are the same in both engines.
network::Netlist silent(network::Netlist netlist) {
  if (netlist.interfaces == nullptr) return netlist;
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  interfaces->set_log(nullptr);
  netlist.interfaces = std::move(interfaces);
  return netlist;
}

/// One network in both engines. Where frames move whole much happens at once in the fabric if nobody looks: then a second fabric is
/// compared at random distances.
struct Pair {
  Pair(std::size_t number, const network::Netlist& netlist, network::Check check, sc_core::sc_time period)
      : signals(("signal_network" + std::to_string(number)).c_str(), elaborate(silent(netlist), check), period),
        fabric(elaborate(netlist, check)),
        distances(number, 0, RandomPurpose::test) {
    if (network::moves_frames_whole(fabric.netlist())) unseen.emplace(elaborate(silent(netlist), check));
  }

  /// From a cycle on to some thousands, short ones as often as long ones.
  void look_later() {
    constexpr std::uint32_t doublings = 13;
    next_look = unseen->now() + 1 + distances.below(1u << distances.below(doublings));
  }

  SignalNetwork signals;
  Fabric fabric;
  std::optional<Fabric> unseen;
  Cycle next_look;  ///< at `unseen`
  RandomStream distances;
  bool goes_on = true;
};

}  // namespace

void compare_now(const SignalNetwork& signals, const Fabric& fabric, Cycle cycle, Snapshots& snapshots,
                 Comparison& found) {
  const network::ElaboratedNetlist& netlist = fabric.netlist();
  for (std::size_t i = 0; i < netlist.faults.size(); ++i)
    if (signals.fault_state(i).hits() != fabric.fault_state(i).hits())
      found.differences.push_back(
          {cycle, "fault " + std::to_string(i), signals.fault_state(i).hits(), fabric.fault_state(i).hits()});
  const Cycle now = cycle + 1;
  const auto visit_switch = [&](const auto& engine, std::size_t i, auto& v) {
    if (netlist.is_packet_switch(i))
      visit_all(engine.packet_switch(i).params, engine.packet_switch(i).state, now, v);
    else
      visit_all(netlist.kind_of(i), engine.switch_state(i), now, v);
  };
  for (std::size_t i = 0; i < netlist.switches.size(); ++i)
    compare_core(
        netlist.switches[i].name, [&](auto& v) { visit_switch(signals, i, v); },
        [&](auto& v) { visit_switch(fabric, i, v); }, cycle, snapshots, found);
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    compare_core(
        netlist.endpoints[i].name, [&](auto& v) { visit_all(netlist.port_of(i), signals.port_state(i), now, v); },
        [&](auto& v) { visit_all(netlist.port_of(i), fabric.port_state(i), now, v); }, cycle, snapshots, found);
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    if (!netlist.has_interface(i)) {
      compare_core(
          netlist.endpoints[i].name,
          [&](auto& v) { visit_all(signals.workloads(), signals.generator_state(i), now, v); },
          [&](auto& v) { visit_all(fabric.workloads(), fabric.generator_state(i), now, v); }, cycle, snapshots, found);
      continue;
    }
    const network::HostInterface a = signals.interface_state(i), b = fabric.interface_state(i);
    compare_core(
        netlist.endpoints[i].name,
        [&](auto& v) {
          visit(netlist.interface_of(i), signals.workloads(), signals.nic_place(i), a, now, v, true);
          visit_counters(netlist.interface_of(i), signals.workloads(), signals.nic_place(i), a, now, v);
        },
        [&](auto& v) {
          visit(netlist.interface_of(i), fabric.workloads(), fabric.nic_place(i), b, now, v, true);
          visit_counters(netlist.interface_of(i), fabric.workloads(), fabric.nic_place(i), b, now, v);
        },
        cycle, snapshots, found);
  }
  check_all_derived("signal_network", signals, cycle, found);
  check_all_derived("fabric", fabric, cycle, found);
  compare_latencies(signals, fabric, cycle, snapshots, found);
  compare_channels(signals, fabric, cycle, found);
}

std::vector<Comparison> compare_engines(const std::vector<network::Netlist>& netlists, Cycle end, network::Check check,
                                        const Inspect& inspect, const IsOver& is_over, std::uint64_t cycles_between) {
  const sc_core::sc_time period(1, sc_core::SC_NS);
  std::vector<std::unique_ptr<Pair>> pairs;
  for (const network::Netlist& netlist : netlists)
    pairs.push_back(std::make_unique<Pair>(pairs.size(), netlist, check, period));
  std::vector<Comparison> found(pairs.size());
  std::size_t going = pairs.size();
  std::uint64_t step = 0;
  Snapshots snapshots;
  for (Cycle next; next < end && going != 0; next = next + step) {
    step = std::min<std::uint64_t>(cycles_between, end.value - next.value);
    pairs.front()->signals.run_until(next + step);  // the kernel runs all of them
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      Pair& pair = *pairs[i];
      if (!pair.goes_on) continue;
      found[i].channels = found[i].registers = 0;
      pair.fabric.run_until(next + step);
      compare_now(pair.signals, pair.fabric, next + (step - 1), snapshots, found[i]);
      if (pair.unseen && (pair.next_look <= next + step || next + step == end) && found[i].equal()) {
        pair.unseen->run_until(next + step);
        Comparison at_random;
        compare_now(pair.signals, *pair.unseen, next + (step - 1), snapshots, at_random);
        found[i].differences = at_random.differences;
        found[i].stale = at_random.stale;
        pair.look_later();
      }
      found[i].cycles += step;
      ++found[i].comparisons;
      const bool asks = is_over && found[i].cycles % cycles_between_questions < step;
      if (found[i].equal() && !(asks && is_over(pair.fabric))) continue;
      pair.goes_on = false;
      --going;
    }
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Fabric& fabric = pairs[i]->fabric;
    for (std::size_t host = 0; host < fabric.netlist().endpoints.size(); ++host)
      found[i].flits_delivered += fabric.port_state(host).flits_received;
    if (inspect) inspect(i, fabric);
  }
  return found;
}

Comparison compare_engines(const network::Netlist& netlist, Cycle end, network::Check check) {
  return compare_engines(std::vector<network::Netlist>{netlist}, end, check).front();
}

}  // namespace slackline::monitors
