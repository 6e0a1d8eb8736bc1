#include "testbench/monitors/worms.hpp"

#include <algorithm>
#include <utility>

#include "testbench/monitors/header_options.hpp"

namespace slackline::monitors {

using network::InstanceKind;

namespace {

constexpr std::uint32_t no_channel = ~0u;

bool is_header_of(Flit flit, std::uint32_t tag) { return flit.valid() && flit.opens_worm() && flit.tag() == tag; }

}  // namespace

std::string lane_name(const network::Netlist& netlist, const LaneRef& lane) {
  return netlist.switches[lane.sw].name + "_p" + std::to_string(lane.lane.port) + "_vc" + std::to_string(lane.lane.vc);
}

Worms::Worms(const network::ElaboratedNetlist& netlist)
    : netlist_(netlist),
      from_port_(netlist.switch_ports(), no_channel),
      from_host_(netlist.endpoints.size(), no_channel),
      to_host_(from_host_) {
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::PortRef &from = netlist.channels[c].from, &to = netlist.channels[c].to;
    if (to.kind == InstanceKind::endpoint) to_host_[to.instance] = c;
    if (from.kind == InstanceKind::endpoint)
      from_host_[from.instance] = c;
    else
      from_port_[netlist.first_port(from.instance) + from.port.value] = c;
  }
}

const wormhole_switch::InputLane& Worms::input_lane(const LaneRef& lane) const {
  return state_of(lane).in[crossbar::lane_index(lane.lane, vcs_of(lane.sw))];
}

bool Worms::is_connected(const LaneRef& lane) const {
  return crossbar::is_connected(netlist_.kind_of(lane.sw).crossbar_params(), state_of(lane).crossbar, lane.lane);
}

std::optional<crossbar::Lane> Worms::held_by(const LaneRef& lane) const {
  if (!is_connected(lane)) return std::nullopt;
  return state_of(lane).crossbar.output_of[crossbar::lane_index(lane.lane, vcs_of(lane.sw))];
}

std::uint32_t Worms::worm_at(const LaneRef& lane) const {
  const slack_buffer::State& buffer = input_lane(lane).buffer;
  if (buffer.count == 0 && !is_connected(lane)) return no_packet;
  const Flit flit =
      buffer.count != 0 ? slack_buffer::front(buffer) : slack_buffer::back(kind_of(lane).buffer, buffer).flit();
  return flit.valid() && flit.kind() != FlitKind::abort ? flit.tag() : no_packet;
}

std::vector<std::uint32_t> Worms::packets_in(const LaneRef& lane) const {
  const slack_buffer::State& buffer = input_lane(lane).buffer;
  std::vector<std::uint32_t> tags;
  for (unsigned n = 0; n < buffer.count; ++n) {
    const Flit flit = slack_buffer::slot_at(kind_of(lane).buffer, buffer, n).flit();
    if (flit.kind() != FlitKind::abort && (tags.empty() || tags.back() != flit.tag())) tags.push_back(flit.tag());
  }
  return tags;
}

std::optional<unsigned> Worms::header_in(const LaneRef& lane, std::uint32_t tag) const {
  const slack_buffer::State& buffer = input_lane(lane).buffer;
  for (unsigned n = 0; n < buffer.count; ++n)
    if (is_header_of(slack_buffer::slot_at(kind_of(lane).buffer, buffer, n).flit(), tag)) return n;
  return std::nullopt;
}

bool Worms::header_is_promoted(const LaneRef& lane, std::uint32_t tag) const {
  return input_lane(lane).promote && is_connected(lane) && worm_at(lane) == tag;
}

bool Worms::is_on_link(std::uint32_t channel, std::uint32_t tag) const {
  const network::Channel& link = netlist_.channels[channel];
  if (link.from.kind == InstanceKind::any_switch) {
    const wormhole_switch::Params& p = netlist_.kind_of(link.from.instance);
    const wormhole_switch::State& s = *switches_[link.from.instance];
    const unsigned port = link.from.port.value;
    for (unsigned row = 0; row < p.stages_after_grant(); ++row)
      if (is_staged(p, s, row, port) && is_header_of(s.stage_flits[row * p.ports + port], tag)) return true;
  }
  for (unsigned stage = 0; stage < link.latency(); ++stage)
    if (is_header_of(wire_(channel, stage), tag)) return true;
  return false;
}

std::optional<LaneRef> Worms::lane_behind(std::uint32_t channel, unsigned vc) const {
  const network::PortRef& to = netlist_.channels[channel].to;
  if (to.kind == InstanceKind::endpoint) return std::nullopt;
  return LaneRef{to.instance, crossbar::lane_of(to.port.value, vc)};
}

HeadPlace Worms::head_in(const LaneRef& lane, std::uint32_t tag) const {
  const std::optional<unsigned> before = header_in(lane, tag);
  if (!before && !header_is_promoted(lane, tag)) return {};
  return {HeadPlace::Kind::lane, 0, lane, before.value_or(0) == 0};
}

HeadPlace Worms::head_from(LaneRef lane, std::uint32_t tag) const {
  std::size_t lanes_left = netlist_.switch_ports() * wormhole_switch::most_virtual_channels;
  for (; lanes_left != 0; --lanes_left) {  // a worm without a head may hold a ring of channels
    const HeadPlace here = head_in(lane, tag);
    if (here.kind == HeadPlace::Kind::lane) return here;
    if (!is_connected(lane) || worm_at(lane) != tag) return {};
    const crossbar::Lane output = *held_by(lane);
    const std::uint32_t channel = channel_from(lane.sw, output.port);
    if (is_on_link(channel, tag)) return {HeadPlace::Kind::link, channel, {}, false};
    const std::optional<LaneRef> next = lane_behind(channel, output.vc);
    if (!next) return {HeadPlace::Kind::arrived, channel, {}, false};
    lane = *next;
  }
  return {};
}

HeadPlace Worms::head_behind(const HeadPlace& before, std::uint32_t tag) const {
  if (before.kind == HeadPlace::Kind::link) {
    if (is_on_link(before.channel, tag)) return before;
    if (!lane_behind(before.channel, 0)) return {HeadPlace::Kind::arrived, before.channel, {}, false};
    const std::uint32_t sw = netlist_.channels[before.channel].to.instance;
    for (unsigned vc = 0; vc < vcs_of(sw); ++vc) {
      const HeadPlace here = head_in(*lane_behind(before.channel, vc), tag);
      if (here.kind == HeadPlace::Kind::lane) return here;
    }
    return {};
  }
  if (before.kind != HeadPlace::Kind::lane) return before;
  const HeadPlace here = head_in(before.at, tag);
  if (here.kind == HeadPlace::Kind::lane) return here;
  for (unsigned port = 0; port < kind_of(before.at).ports; ++port) {
    const std::uint32_t channel = channel_from(before.at.sw, port);
    if (channel != no_channel && is_on_link(channel, tag)) return {HeadPlace::Kind::link, channel, {}, false};
  }
  return {};
}

HeadPlace Worms::head_of_blocker(const Wait& wait, const HeadPlace& waiting) const {
  if (wait.why == Wait::Why::held) {
    const network::PortRef& from = netlist_.channels[wait.channel].from;
    const unsigned output = crossbar::lane_index(from.port.value, wait.vc, vcs_of(from.instance));
    return head_from({from.instance, switches_[from.instance]->crossbar.input_of[output]}, wait.by);
  }
  if (wait.why == Wait::Why::full) return head_from(*lane_behind(wait.channel, wait.vc), wait.by);
  if (wait.why == Wait::Why::interface) return head_near_interface(wait.channel, wait.by);
  return waiting.kind == HeadPlace::Kind::host ? head_sent_on(waiting.channel, wait.by)
                                               : head_from(waiting.at, wait.by);
}

/// The activity of a packet that its host is sending on `channel`.
HeadPlace Worms::head_sent_on(std::uint32_t channel, std::uint32_t tag) const {
  if (is_on_link(channel, tag)) return {HeadPlace::Kind::link, channel, {}, false};
  const std::optional<LaneRef> lane = lane_behind(channel, hosts_[netlist_.channels[channel].from.instance]->vc);
  return lane ? head_from(*lane, tag) : HeadPlace{HeadPlace::Kind::arrived, channel, {}, false};
}

HeadPlace Worms::head_near_interface(std::uint32_t channel, std::uint32_t tag) const {
  const std::uint32_t host = netlist_.channels[channel].to.instance, own = from_host_[host];
  if (hosts_[host]->sent != 0 && hosts_[host]->tag == tag) return head_sent_on(own, tag);
  for (unsigned vc = 0; vc < port_of(host).links.virtual_channels; ++vc) {
    if (const auto lane = lane_behind(own, vc); lane && worm_at(*lane) == tag) return head_from(*lane, tag);
    if (const auto lane = lane_holding(channel, vc); lane && worm_at(*lane) == tag) return head_from(*lane, tag);
  }
  return {};
}

/// The lane whose worm holds a virtual channel.
std::optional<LaneRef> Worms::lane_holding(std::uint32_t channel, unsigned vc) const {
  const network::PortRef& from = netlist_.channels[channel].from;
  if (from.kind == InstanceKind::endpoint) return std::nullopt;
  const crossbar::Params p = netlist_.kind_of(from.instance).crossbar_params();
  const crossbar::State& crossbar = switches_[from.instance]->crossbar;
  const crossbar::Lane out = crossbar::lane_of(from.port.value, vc);
  if (!crossbar::is_held(p, crossbar, out) || crossbar::is_placed(p, crossbar, out)) return std::nullopt;
  const unsigned output = crossbar::lane_index(from.port.value, vc, vcs_of(from.instance));
  return LaneRef{from.instance, switches_[from.instance]->crossbar.input_of[output]};
}

std::uint32_t Worms::head_sent_by(std::uint32_t host) const {
  const Flit flit = wire_(from_host_[host], 0);
  return flit.valid() && flit.opens_worm() ? flit.tag() : no_packet;
}

std::uint32_t Worms::packet_of_host(std::uint32_t host, std::uint32_t n) const {
  const port::State& s = *hosts_[host];
  const std::uint32_t tag = s.sent != 0 && s.packets_sent == n ? s.tag : head_sent_by(host);  // the second: sent whole
  const PacketRecord* packet = tag == no_packet ? nullptr : record(tag);
  return packet != nullptr && packet->source == NodeId(host) && packet->sequence == n ? tag : no_packet;
}

Wait Worms::wait_for_buffer_of_switch(std::uint32_t channel, unsigned vc) const {
  Wait wait{Wait::Why::stop, channel, static_cast<std::uint8_t>(vc), no_packet};
  const std::optional<LaneRef> behind = lane_behind(channel, vc);
  if (behind && input_lane(*behind).buffer.count != 0) {
    wait.why = Wait::Why::full;
    wait.by = worm_at(*behind);
  }
  return wait;
}

std::vector<Wait> Worms::waits_for_buffer(std::uint32_t channel, unsigned vc) const {
  const network::PortRef& to = netlist_.channels[channel].to;
  if (to.kind == InstanceKind::endpoint && interface_is_full(to.instance, vc)) return waits_of_interface(channel, vc);
  return {wait_for_buffer_of_switch(channel, vc)};
}

std::vector<Wait> Worms::waits_for(std::uint32_t sw, crossbar::Lane output, bool header) const {
  const wormhole_switch::Params& p = netlist_.kind_of(sw);
  const wormhole_switch::State& s = *switches_[sw];
  const std::uint32_t channel = channel_from(sw, output.port);
  if (header && crossbar::is_held(p.crossbar_params(), s.crossbar, output)) {
    if (crossbar::is_placed(p.crossbar_params(), s.crossbar, output))
      return {{Wait::Why::placed, channel, output.vc, no_packet}};
    const LaneRef holder{sw, s.crossbar.input_of[crossbar::lane_index(output, p.virtual_channels)]};
    return {{Wait::Why::held, channel, output.vc, worm_at(holder)}};
  }
  if (is_barred(s, output.port, output.vc)) return {{Wait::Why::barrier, channel, output.vc, no_packet}};
  if (!(header ? holds_header_back(p, s, output) : holds_worm_back(p, s, output))) return {};
  return waits_for_buffer(channel, output.vc);
}

bool Worms::interface_is_full(std::uint32_t host, unsigned vc) const {
  if (!port_of(host).links.host_stops) return false;
  return nic::is_full(netlist_.interface_of(host).nic, interface(host).nic.receive, vc);
}

std::vector<Wait> Worms::waits_of_interface(std::uint32_t channel, unsigned vc) const {
  const std::uint32_t host = netlist_.channels[channel].to.instance;
  const port::State& port = *hosts_[host];
  const network::HostInterface& s = interface(host);
  const VcMask open = port::open_channels(port_of(host), port);
  const Wait alone{Wait::Why::interface, channel, static_cast<std::uint8_t>(vc), no_packet};
  if (!network::is_at_rest(netlist_.interface_of(host), s, port, open, now_)) return {alone};
  std::vector<Wait> waits;
  const auto add = [&](std::uint32_t by) {
    Wait wait = alone;
    wait.by = by;
    if (std::find(waits.begin(), waits.end(), wait) == waits.end()) waits.push_back(wait);
  };
  const auto what =
      nic::waiting(netlist_.interface_of(host).nic, s.nic.send, port, s.nic.time, s.nic.receive, open).what;
  if (port.sent != 0) add(port.tag);
  for (unsigned v = 0; v < port_of(host).links.virtual_channels; ++v) {
    if (what == nic::SendWait::link && port.sent == 0) add(wait_for_buffer_of_switch(from_host_[host], v).by);
    if (const auto sender = lane_holding(channel, v); sender && !interface_is_full(host, v)) add(worm_at(*sender));
  }
  return waits.empty() ? std::vector<Wait>{alone} : waits;
}

Cycle Worms::rests_since(std::uint32_t host) const {
  const nic::State& s = interface(host).nic;
  Cycle since = s.processor.ends;
  for (unsigned vc = 0; vc < port_of(host).links.virtual_channels; ++vc)
    if (interface_is_full(host, vc))
      since = std::max(since, Cycle(now_.value - slack_buffer::front_age(s.receive.fifos[vc], now_)));
  return since;
}

/// The activity of a packet whose head has reached the host at the end of `channel`.
Activity Worms::activity_at_host(std::uint32_t channel, std::uint32_t tag) const {
  const std::uint32_t host = netlist_.channels[channel].to.instance;
  for (unsigned vc = 0; vc < port_of(host).links.virtual_channels; ++vc) {
    const port::SinkLane& lane = hosts_[host]->sink[vc];
    if (lane.worm_open && lane.open_tag == tag && interface_is_full(host, vc))
      return {Doing::waits, waits_of_interface(channel, vc)};
  }
  std::vector<Wait> cuts = cuts_of(tag);
  const Doing doing = cuts.empty() ? Doing::arrives : Doing::cut;
  return {doing, std::move(cuts)};
}

std::vector<Wait> Worms::cuts_of(std::uint32_t tag) const {
  std::vector<Wait> cuts;
  for (std::uint32_t sw = 0; sw < switches_.size(); ++sw) {
    const wormhole_switch::State& s = *switches_[sw];
    if (s.barrier == nullptr) continue;
    for_each_bit(s.barrier->busy, [&](unsigned port) {
      for (unsigned vc = 0; vc < vcs_of(sw); ++vc) {
        if (!is_barred(s, port, vc)) continue;
        const std::uint32_t channel = channel_from(sw, port);
        if (const auto holder = lane_holding(channel, vc); holder && worm_at(*holder) == tag)
          cuts.push_back({Wait::Why::barrier, channel, static_cast<std::uint8_t>(vc), no_packet});
      }
    });
  }
  return cuts;
}

Activity Worms::activity(const HeadPlace& head, std::uint32_t tag) const {
  switch (head.kind) {
    case HeadPlace::Kind::link: return {Doing::travels, {}};
    case HeadPlace::Kind::arrived: return activity_at_host(head.channel, tag);
    case HeadPlace::Kind::lane: break;
    case HeadPlace::Kind::host:
    case HeadPlace::Kind::lost: return {};
  }
  if (!head.front) return {Doing::waits, {{Wait::Why::behind, 0, 0, worm_at(head.at)}}};
  if (header_is_promoted(head.at, tag)) {
    std::vector<Wait> waits = waits_for(head.at.sw, *held_by(head.at), false);
    const Doing doing = waits.empty() ? Doing::competes : Doing::waits;
    return {doing, std::move(waits)};
  }
  Activity activity{Doing::waits, {}};
  const unsigned lane = crossbar::lane_index(head.at.lane, vcs_of(head.at.sw));
  for (const HeaderOption& option : header_options(kind_of(head.at), state_of(head.at), lane))
    for_each_bit(option.vcs, [&](unsigned vc) {
      const std::vector<Wait> waits = waits_for(head.at.sw, crossbar::lane_of(option.port, vc), true);
      activity.waits.insert(activity.waits.end(), waits.begin(), waits.end());
      if (waits.empty()) activity.doing = Doing::competes;
    });
  if (activity.doing == Doing::competes) activity.waits.clear();
  if (activity.doing == Doing::waits && activity.waits.empty()) activity.doing = Doing::routed;
  return activity;
}

Activity Worms::activity_in_host(std::uint32_t host) const {
  const port::State& s = *hosts_[host];
  if (s.sent != 0) return {Doing::waits, {{Wait::Why::behind, 0, 0, s.tag}}};
  if (port::open_channels(port_of(host), s) != 0) return {Doing::competes, {}};
  Activity activity{Doing::waits, {}};
  for (unsigned vc = 0; vc < port_of(host).links.virtual_channels; ++vc) {
    const std::vector<Wait> waits = waits_for_buffer(from_host_[host], vc);
    activity.waits.insert(activity.waits.end(), waits.begin(), waits.end());
  }
  return activity;
}

Cycle Worms::waits_since(const HeadPlace& head, std::uint32_t tag) const {
  const wormhole_switch::InputLane& lane = input_lane(head.at);
  if (head.front && lane.route.valid) return lane.ask_at;
  const std::optional<unsigned> before = header_in(head.at, tag);
  const slack_buffer::Slot& slot = before ? slack_buffer::slot_at(kind_of(head.at).buffer, lane.buffer, *before)
                                          : slack_buffer::back(kind_of(head.at).buffer, lane.buffer);
  return Cycle(now_.value - slack_buffer::age(slot, now_));
}

std::optional<Cycle> Worms::last_came(const LaneRef& lane, std::uint32_t tag) const {
  const slack_buffer::Params& p = kind_of(lane).buffer;
  const slack_buffer::State& buffer = input_lane(lane).buffer;
  const auto came = [&](const slack_buffer::Slot& slot) { return Cycle(now_.value - slack_buffer::age(slot, now_)); };
  for (unsigned n = buffer.count; n-- != 0;)
    if (const slack_buffer::Slot& slot = slack_buffer::slot_at(p, buffer, n);
        slot.flit().kind() != FlitKind::abort && slot.flit().tag() == tag)
      return came(slot);
  // Empty after a flit of it that went on.
  if (buffer.count == 0 && worm_at(lane) == tag) return came(slack_buffer::back(p, buffer));
  return std::nullopt;
}

std::string Worms::packet_name(std::uint32_t tag) const {
  const PacketRecord* packet = tag == no_packet ? nullptr : packets_->find(tag);
  if (packet == nullptr) return "an unknown packet";
  return netlist_.endpoints[packet->source.value].name + ':' + std::to_string(packet->sequence);
}

NamedWait Worms::named(const Wait& wait) const {
  constexpr const char* words[] = {"held", "full", "stop", "behind", "interface", "barrier", "placed"};
  NamedWait named;
  named.why = words[static_cast<unsigned>(wait.why)];
  if (wait.by != no_packet) named.packet = packet_name(wait.by);
  if (wait.why == Wait::Why::behind) return named;
  named.channel = {channel_name(wait.channel), wait.vc};
  if (wait.why == Wait::Why::held || wait.why == Wait::Why::barrier || wait.why == Wait::Why::placed) return named;
  const std::optional<LaneRef> behind = lane_behind(wait.channel, wait.vc);
  named.buffer = behind ? lane_name(netlist_, *behind) : netlist_.name(netlist_.channels[wait.channel].to);
  return named;
}

std::vector<NamedWait> Worms::named(const std::vector<Wait>& waits) const {
  std::vector<NamedWait> all;
  for (const Wait& wait : waits) all.push_back(named(wait));
  return all;
}

std::string Worms::place_name(const HeadPlace& head) const {
  switch (head.kind) {
    case HeadPlace::Kind::host: return netlist_.name(netlist_.channels[head.channel].from);
    case HeadPlace::Kind::link: return channel_name(head.channel);
    case HeadPlace::Kind::lane: return lane_name(netlist_, head.at);
    case HeadPlace::Kind::arrived: return netlist_.name(netlist_.channels[head.channel].to);
    case HeadPlace::Kind::lost: break;
  }
  return "nowhere";
}

}  // namespace slackline::monitors
