// triggers: what a dump waits for, looked at after every edge. Stalls are told by who writes them (switch_waves), and
// deadlocks when a run has ended so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/config/experiment.hpp"
#include "testbench/config/packet_id.hpp"
#include "testbench/monitors/worms.hpp"
#include "testbench/statistics/fault_counters.hpp"

namespace slackline::tracing {

/// A packet comes to a place.
class PacketTrigger {
 public:
  enum class Place : std::uint8_t { created, sent, at_switch, arrived };

  PacketTrigger(config::PacketId packet, Place place, std::uint32_t sw) : packet_(packet), place_(place), sw_(sw) {}

  /// To be asked after every edge from the first one on. True once.
  bool fires(const monitors::Worms& worms);

 private:
  bool is_created(const monitors::Worms& worms);
  bool follow(const monitors::Worms& worms);

  config::PacketId packet_;
  Place place_;
  std::uint32_t sw_;  // at_switch
  bool done_ = false;
  std::uint32_t tag_ = monitors::no_packet;
  monitors::HeadPlace head_;
  std::optional<endpoint::TrafficState> next_;  // created: what its host creates, packet by packet
  std::uint64_t created_ = 0;
};

class Triggers {
 public:
  /// The netlist is the engine's own, which must outlive this. The settings are valid: waves_check.
  Triggers(const network::Netlist& netlist, const std::vector<config::TriggerSettings>& settings);

  /// There are any but for deadlocks, which are not waited for here.
  bool any() const { return stall_limit_ || counts_faults_ || !packets_.empty() || !stops_.empty(); }
  /// A stall that lasts longer fires.
  std::optional<std::uint64_t> stall_limit() const { return stall_limit_; }
  /// Packets are followed from their host on.
  bool from_the_first_cycle() const { return !packets_.empty(); }

  /// After each edge: what has fired, in words; empty: nothing. `stalled`: a stall has become longer than the limit.
  template <class Engine>
  std::string fired(const Engine& engine, bool stalled) {
    worms_.look(engine);
    std::string what;
    if (counts_faults_ && fault_came(statistics::fault_count(engine), engine.now())) what = "fault";
    const std::string stop = stopped_link([&](const network::PortRef& sender, unsigned vc) {
      if (sender.kind == network::InstanceKind::endpoint)
        return has(engine.endpoint_state(sender.instance).flow.stopped, vc);
      return has(engine.switch_state(sender.instance).vc[vc].flow.stopped, sender.port.value);
    });
    if (!stop.empty()) what = stop;
    if (stalled) what = "stall of more than " + std::to_string(*stall_limit_) + " cycles";
    const std::string packet = arrived_packet();
    return packet.empty() ? what : packet;
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

  void add_packet(const config::TriggerSettings& settings);
  void add_stop(const config::TriggerSettings& settings);
  bool fault_came(std::uint64_t count, Cycle now);
  std::string arrived_packet();
  /// `is_stopped(sender, vc)`.
  template <class IsStopped>
  std::string stopped_link(IsStopped&& is_stopped) {
    std::string link;
    for (Stop& stop : stops_) {
      const network::Channel& channel = netlist_.channels[stop.channel];
      VcMask now = 0;
      for (unsigned vc = 0; vc < netlist_.switch_params.virtual_channels; ++vc)
        if ((!stop.vc || *stop.vc == vc) && is_stopped(channel.from, vc)) now = static_cast<VcMask>(now | bit(vc));
      if ((now & ~stop.before) != 0) link = "stop of " + channel_name(netlist_, channel);
      stop.before = now;
    }
    return link;
  }

  const network::Netlist& netlist_;
  monitors::Worms worms_;
  std::vector<NamedPacket> packets_;
  std::vector<Stop> stops_;
  std::optional<std::uint64_t> stall_limit_;
  bool counts_faults_ = false;
  std::optional<std::uint64_t> faults_before_;
};

}  // namespace slackline::tracing
