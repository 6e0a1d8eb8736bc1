#include "testbench/tracing/triggers.hpp"

#include <algorithm>
#include <utility>

#include "testbench/features/topology/names.hpp"
#include "testbench/tracing/scopes.hpp"

namespace slackline::tracing {

using Place = PacketTrigger::Place;

bool PacketTrigger::fires(const monitors::Worms& worms) {
  if (done_) return false;
  done_ = place_ == Place::created ? is_created(worms) : follow(worms);
  return done_;
}

/// Packets are created whether or not the host can send them; those of a network interface when its firmware hands them
/// to the send engine.
bool PacketTrigger::is_created(const monitors::Worms& worms) {
  const network::Netlist& netlist = worms.netlist();
  if (netlist.has_interface(packet_.host)) return worms.packets_made_by(packet_.host) > packet_.sequence;
  const NodeId host = netlist.endpoints[packet_.host].place.node;
  const auto& all = netlist.workloads;
  const auto own = std::find_if(all.begin(), all.end(), [&](const generator::Workload& w) {
    return w.hosts.empty() || std::find(w.hosts.begin(), w.hosts.end(), host.value) != w.hosts.end();
  });  // the only one, says triggers_check
  if (own == all.end()) return false;
  const generator::RandomTraffic traffic(own->traffic, static_cast<unsigned>(own - all.begin()));
  if (!next_) next_ = traffic.first(host);
  for (; created_ <= packet_.sequence && next_->created < worms.now(); ++created_) traffic.next(host, *next_);
  return created_ > packet_.sequence;
}

bool PacketTrigger::follow(const monitors::Worms& worms) {
  if (tag_ == monitors::no_packet) {
    tag_ = worms.packet_of_host(packet_.host, packet_.sequence);
    head_ = {monitors::HeadPlace::Kind::link, worms.channel_from_host(packet_.host), {}, false};
    return tag_ != monitors::no_packet && place_ == Place::sent;
  }
  if (place_ == Place::arrived) {
    const PacketRecord* record = worms.record(tag_);
    return record != nullptr && record->delivered != never;
  }
  head_ = worms.head_behind(head_, tag_);
  return head_.kind == monitors::HeadPlace::Kind::lane && head_.at.sw == sw_;
}

std::string PacketTrigger::scope(const monitors::Worms& worms) const {
  const network::Netlist& netlist = worms.netlist();
  if (place_ == Place::at_switch)
    return vc_scope(port_scope(netlist.switches[head_.at.sw].name, head_.at.lane.port), head_.at.lane.vc);
  if (place_ == Place::sent) return channel_name(netlist, netlist.channels[head_.channel]);
  const PacketRecord* record = place_ == Place::arrived ? worms.record(tag_) : nullptr;
  return netlist.endpoints[record == nullptr ? packet_.host : record->destination.value].name;
}

Triggers::Triggers(const network::ElaboratedNetlist& netlist, const std::vector<features::TriggerSettings>& settings)
    : netlist_(netlist), worms_(netlist) {
  for (const features::TriggerSettings& trigger : settings) {
    switch (trigger.kind) {
      case features::TriggerKind::packet: add_packet(trigger); break;
      case features::TriggerKind::stall:
        stall_limit_ = std::min(trigger.cycles, stall_limit_.value_or(trigger.cycles));
        break;
      case features::TriggerKind::stop: add_stop(trigger); break;
      case features::TriggerKind::error: counts_errors_ = true; break;
      case features::TriggerKind::deadlock: break;
    }
  }
}

void Triggers::add_packet(const features::TriggerSettings& settings) {
  const features::PacketId packet = features::packet_id_of(settings.packet, netlist_).id.value();
  const auto& switches = netlist_.switches;
  const auto at = std::find_if(switches.begin(), switches.end(),
                               [&](const network::SwitchInstance& s) { return s.name == settings.at; });
  const Place place = settings.at == "created"   ? Place::created
                      : settings.at == "sent"    ? Place::sent
                      : settings.at == "arrived" ? Place::arrived
                                                 : Place::at_switch;
  const std::string where = place == Place::at_switch ? "at " + settings.at : settings.at;
  packets_.push_back({PacketTrigger(packet, place, static_cast<std::uint32_t>(at - switches.begin())),
                      "packet " + settings.packet + " " + where});
}

void Triggers::add_stop(const features::TriggerSettings& settings) {
  stops_.push_back({features::ChannelIndex(netlist_).find(settings.link).value(), settings.vc});
}

/// The instances that have counted, as far as they are worth a place.
Event Triggers::error_event(const std::vector<std::uint64_t>& before) const {
  constexpr std::size_t most_places = 4;
  Event event{"error", {}, {}};
  std::size_t n = 0;
  const auto add = [&](std::string scope, const std::string& what) {
    const std::uint64_t counted = error_counts_[n] - (n < before.size() ? before[n] : 0);
    ++n;
    if (counted != 0 && event.places.size() < most_places) event.places.push_back({what, std::move(scope)});
  };
  for (const network::SwitchInstance& s : netlist_.switches) add(s.name, "counted by " + s.name);
  for (const network::EndpointInstance& host : netlist_.endpoints) add(host.name, "counted by " + host.name);
  for (std::size_t i = 0; i < netlist_.endpoints.size(); ++i) {
    if (!netlist_.has_interface(i)) continue;
    const std::string scope = nic_scope(netlist_.endpoints[i].name);
    add(scope, "counted by " + scope);
  }
  for (const network::ChannelFault& fault : netlist_.faults) {
    const std::string link = channel_name(netlist_, netlist_.channels[fault.channel]);
    add(link, "injected into " + link);
  }
  return event;
}

/// The sender that it stops, and the receiver that asserts it.
Event Triggers::stop_event(const network::Channel& channel, VcMask vcs) const {
  const std::string link = channel_name(netlist_, channel);
  Event event{"stop of " + link, {}, {}};
  for_each_bit(vcs, [&](unsigned vc) {
    const auto scope_of = [&](const network::PortRef& end) {
      if (end.kind == network::InstanceKind::endpoint) return vc_scope(netlist_.endpoints[end.instance].name, vc);
      return vc_scope(port_scope(netlist_.switches[end.instance].name, end.port.value), vc);
    };
    const std::string from = scope_of(channel.from), to = scope_of(channel.to);
    event.places.push_back({from + " is stopped", from, "output"});
    event.places.push_back({to + " has no room", to, "input"});
  });
  event.places.push_back({link, link});
  return event;
}

std::optional<Event> Triggers::packet_at_place() {
  std::optional<Event> event;
  for (NamedPacket& packet : packets_)
    if (packet.trigger.fires(worms_)) {
      const std::string scope = packet.trigger.scope(worms_);
      event = {packet.name, {}, {{scope, scope}}};
    }
  return event;
}

}  // namespace slackline::tracing
