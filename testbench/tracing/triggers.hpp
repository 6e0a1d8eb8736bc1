// triggers: the events that a dump waits for, checked after every edge. Stalls are reported by their writer
// (switch_waves), and deadlocks when a run has ended so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/monitors/worms.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/statistics/error_counters.hpp"
#include "testbench/tracing/event.hpp"

namespace slackline::tracing {

/// A packet comes to a place.
class PacketTrigger {
 public:
  enum class Place : std::uint8_t { created, sent, at_switch, arrived };

  PacketTrigger(features::PacketId packet, Place place, std::uint32_t sw) : packet_(packet), place_(place), sw_(sw) {}

  /// To be asked after every edge from the first one on. True once.
  bool fires(const monitors::Worms& worms);
  /// Where it has: the path of a scope.
  std::string scope(const monitors::Worms& worms) const;

 private:
  bool is_created(const monitors::Worms& worms);
  bool follow(const monitors::Worms& worms);

  features::PacketId packet_;
  Place place_;
  std::uint32_t sw_;  // at_switch
  bool done_ = false;
  std::uint32_t tag_ = monitors::no_packet;
  monitors::HeadPlace head_;
  std::optional<generator::TrafficState> next_;  // created: what its host creates, packet by packet
  std::uint64_t created_ = 0;
};

class Triggers {
 public:
  /// The netlist is the engine's own, which must outlive this. The settings are valid: waves_check.
  Triggers(const network::ElaboratedNetlist& netlist, const std::vector<features::TriggerSettings>& settings);

  /// There are any but for deadlocks, which are not waited for here.
  bool any() const { return stall_limit_ || counts_errors_ || !packets_.empty() || !stops_.empty(); }
  /// A stall that lasts longer fires.
  std::optional<std::uint64_t> stall_limit() const { return stall_limit_; }
  /// Packets are followed from their host on.
  bool from_the_first_cycle() const { return !packets_.empty(); }

  /// After each edge: what has fired in the cycle after it, and where. `stall`: one has become longer than the limit.
  template <class Engine>
  std::optional<Event> fired(const Engine& engine, const std::optional<LongestStall>& stall) {
    worms_.look(engine);
    std::optional<Event> event;
    if (counts_errors_) event = error(engine);
    const std::optional<Event> stop = stopped_link([&](const network::PortRef& sender, unsigned vc) {
      if (sender.kind == network::InstanceKind::endpoint)
        return has(engine.port_state(sender.instance).flow.stopped, vc);
      return is_stopped(netlist_.kind_of(sender.instance), engine.switch_state(sender.instance), sender.port.value, vc);
    });
    if (stop) event = stop;
    if (stall) event = {"stall of more than " + std::to_string(*stall_limit_) + " cycles", {}, {}, stall};
    if (const std::optional<Event> packet = packet_at_place()) event = packet;
    if (event) event->cycle = Cycle(engine.now().value - 1);
    return event;
  }

 private:
  struct Stop {
    std::uint32_t channel;
    std::optional<std::uint64_t> vc;  // nothing: any
    VcMask before = static_cast<VcMask>(~0u);
  };
  struct NamedPacket {
    PacketTrigger trigger;
    std::string name;
  };

  void add_packet(const features::TriggerSettings& settings);
  void add_stop(const features::TriggerSettings& settings);
  std::optional<Event> packet_at_place();

  /// One that has come since the look before; at the first one, since the beginning of the run, if that is where it is.
  template <class Engine>
  std::optional<Event> error(const Engine& engine) {
    const std::uint64_t count = statistics::error_count(engine);
    const bool first_look = error_counts_.empty(),
               came = first_look ? engine.now() == Cycle(1) && count != 0 : count != error_count_;
    if (!first_look && !came) return std::nullopt;
    error_count_ = count;
    const std::vector<std::uint64_t> before = std::exchange(error_counts_, statistics::error_counts(engine));
    if (!came) return std::nullopt;
    return error_event(before);
  }
  Event error_event(const std::vector<std::uint64_t>& before) const;

  /// `is_stopped(sender, vc)`.
  template <class IsStopped>
  std::optional<Event> stopped_link(IsStopped&& is_stopped) {
    std::optional<Event> event;
    for (Stop& stop : stops_) {
      const network::Channel& channel = netlist_.channels[stop.channel];
      VcMask now = 0;
      for (unsigned vc = 0; vc < network::virtual_channels(netlist_, channel); ++vc)
        if ((!stop.vc || *stop.vc == vc) && is_stopped(channel.from, vc)) now = static_cast<VcMask>(now | bit(vc));
      if (const VcMask begun = now & ~stop.before; begun != 0) event = stop_event(channel, begun);
      stop.before = now;
    }
    return event;
  }
  Event stop_event(const network::Channel& channel, VcMask vcs) const;

  const network::ElaboratedNetlist& netlist_;
  monitors::Worms worms_;
  std::vector<NamedPacket> packets_;
  std::vector<Stop> stops_;
  std::optional<std::uint64_t> stall_limit_;
  bool counts_errors_ = false;
  std::uint64_t error_count_ = 0;
  std::vector<std::uint64_t> error_counts_;  // at the look before; empty: there was none
};

}  // namespace slackline::tracing
