#include "testbench/tracing/triggers.hpp"

#include <algorithm>

#include "testbench/config/channel_index.hpp"

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
  if (netlist.interfaces != nullptr) return worms.packets_made_by(packet_.host) > packet_.sequence;
  const endpoint::TrafficSource traffic(netlist.endpoint_params.traffic);
  const endpoint::Place& place = netlist.endpoints[packet_.host].place;
  if (!next_) next_ = traffic.first(place);
  for (; created_ <= packet_.sequence && next_->created < worms.now(); ++created_) traffic.next(place, *next_);
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

Triggers::Triggers(const network::Netlist& netlist, const std::vector<config::TriggerSettings>& settings)
    : netlist_(netlist), worms_(netlist) {
  for (const config::TriggerSettings& trigger : settings) {
    switch (trigger.kind) {
      case config::TriggerKind::packet: add_packet(trigger); break;
      case config::TriggerKind::stall:
        stall_limit_ = std::min(trigger.cycles, stall_limit_.value_or(trigger.cycles));
        break;
      case config::TriggerKind::stop: add_stop(trigger); break;
      case config::TriggerKind::fault: counts_faults_ = true; break;
      case config::TriggerKind::deadlock: break;
    }
  }
}

void Triggers::add_packet(const config::TriggerSettings& settings) {
  const config::PacketId packet = config::packet_id_of(settings.packet, netlist_).id.value();
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

void Triggers::add_stop(const config::TriggerSettings& settings) {
  stops_.push_back({config::ChannelIndex(netlist_).find(settings.link).value(), settings.vc});
}

/// Since the look before; at the first one, since the beginning of the run, if that is where it is.
bool Triggers::fault_came(std::uint64_t count, Cycle now) {
  const bool came = count > faults_before_.value_or(now == Cycle(1) ? 0 : count);
  faults_before_ = count;
  return came;
}

std::string Triggers::arrived_packet() {
  std::string name;
  for (NamedPacket& packet : packets_)
    if (packet.trigger.fires(worms_)) name = packet.name;
  return name;
}

}  // namespace slackline::tracing
