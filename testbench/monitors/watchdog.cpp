#include "testbench/monitors/watchdog.hpp"

#include <utility>

namespace slackline::monitors {

using network::InstanceKind;
using network::PortRef;

Watchdog::Watchdog(const network::Netlist& netlist)
    : netlist_(netlist),
      lanes_(netlist.switch_params.lanes()),
      first_host_(static_cast<Index>(netlist.switches.size() * lanes_)),
      switches_(netlist.switches.size()),
      hosts_(netlist.endpoints.size()),
      sender_was_gone_(first_host_, false) {
  const std::size_t ports = netlist.switch_params.ports;
  behind_.resize(switches_.size() * ports + hosts_.size());
  before_.resize(switches_.size() * ports);
  for (const network::Channel& channel : netlist.channels) {
    const bool from_switch = channel.from.kind == InstanceKind::wormhole_switch;
    behind_[from_switch ? channel.from.instance * ports + channel.from.port.value
                        : switches_.size() * ports + channel.from.instance] = channel.to;
    if (channel.to.kind == InstanceKind::wormhole_switch)
      before_[channel.to.instance * ports + channel.to.port.value] = channel.from;
  }
}

Watchdog::Index Watchdog::lane_at(const PortRef& port, unsigned vc) const {
  return port.instance * lanes_ + unsigned{port.port.value} * netlist_.switch_params.virtual_channels + vc;
}

Watchdog::Signature Watchdog::signature_of(Index i) const {
  if (is_host(i)) return {static_cast<std::uint32_t>(hosts_[i - first_host_]->flits_sent), 0};
  const slack_buffer::State& buffer = state_of(i).in[i % lanes_].buffer;
  const unsigned last = buffer.write == 0 ? netlist_.switch_params.buffer.flits - 1u : buffer.write - 1u;
  return {buffer.slots[last].written_at, buffer.read};
}

/// In the middle of something, or held back from it.
bool Watchdog::is_busy(Index i) const {
  if (is_host(i)) {
    const endpoint::State& host = *hosts_[i - first_host_];
    return host.sent != 0 ||
           (now_ >= host.next.created && endpoint::open_channels(netlist_.endpoint_params, host) == 0);
  }
  const wormhole_switch::State& s = state_of(i);
  const unsigned vcs = netlist_.switch_params.virtual_channels, lane = i % lanes_;
  return s.in[lane].buffer.count != 0 || has(s.crossbar.connected[lane % vcs], lane / vcs);
}

bool Watchdog::awaits_response(const endpoint::State& host) const {
  return host.sent == 0 && host.requests == 0 && now_ >= host.next.created &&
         netlist_.endpoint_params.traffic.response_flits != 0 &&
         host.outstanding >= netlist_.endpoint_params.traffic.max_outstanding;
}

std::vector<Stall> Watchdog::compare() {
  const std::vector<Index> still = find_still();
  clear_those_who_may_move(still);
  for (Index i = 0; i < first_host_; ++i) sender_was_gone_[i] = is_busy(i) && sender_of(i) == none;
  std::vector<Stall> stalls;
  for (const Index i : still)
    if (stuck_[i]) stalls.push_back({name_of(i), describe(i)});
  if (!anything_moves_ && stalls.size() == busy_)
    for (std::size_t h = 0; h < hosts_.size(); ++h)
      if (same_[first_host_ + h] && awaits_response(*hosts_[h]))
        stalls.push_back({netlist_.endpoints[h].name, "the response to a request does not come"});
  return stalls;
}

/// Takes the signatures of this look, and returns what is busy and as it was at the look before. All of it may be
/// stuck.
std::vector<Watchdog::Index> Watchdog::find_still() {
  const Index all = first_host_ + static_cast<Index>(hosts_.size());
  stuck_.assign(all, false);
  same_.assign(all, false);
  std::vector<Index> still;
  std::vector<Signature> now(all);
  busy_ = 0;
  anything_moves_ = !has_looked_;
  for (Index i = 0; i < all; ++i) {
    now[i] = signature_of(i);
    same_[i] = has_looked_ && now[i] == seen_[i];
    anything_moves_ = anything_moves_ || !same_[i];
    if (!is_busy(i)) continue;
    ++busy_;
    if (!same_[i]) continue;
    stuck_[i] = true;
    still.push_back(i);
  }
  seen_ = std::move(now);
  has_looked_ = true;
  return still;
}

/// Who waits for something that moves is not stuck, and those who wait for him are not either, and so on.
void Watchdog::clear_those_who_may_move(const std::vector<Index>& still) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Index i : still)
      if (stuck_[i] && !waits_in_vain(i)) {
        stuck_[i] = false;
        changed = true;
      }
  }
}

bool Watchdog::waits_in_vain(Index i) const {
  if (is_host(i)) return host_waits_in_vain(i - first_host_);
  const wormhole_switch::State& s = state_of(i);
  const unsigned vcs = netlist_.switch_params.virtual_channels, lane = i % lanes_;
  if (!has(s.crossbar.connected[lane % vcs], lane / vcs)) return header_waits_in_vain(i);
  return s.in[lane].buffer.count != 0 ? receiver_is_stuck(i / lanes_, s.crossbar.output_of[lane]) : sender_is_stuck(i);
}

bool Watchdog::host_waits_in_vain(Index host) const {
  const PortRef& to = behind_[switches_.size() * netlist_.switch_params.ports + host];
  if (to.kind == InstanceKind::endpoint) return true;
  const VcMask channels =
      hosts_[host]->sent != 0 ? vc_bit(hosts_[host]->vc) : first_vcs(netlist_.switch_params.virtual_channels);
  bool in_vain = true;
  for_each_bit(channels, [&](unsigned vc) {
    const Index lane = lane_at(to, vc);
    if (is_busy(lane) && !stuck_[lane]) in_vain = false;
  });
  return in_vain;
}

bool Watchdog::header_waits_in_vain(Index i) const {
  const wormhole_switch::State& s = state_of(i);
  const unsigned vcs = netlist_.switch_params.virtual_channels;
  const route_unit::State& asked = s.in[i % lanes_].route;
  if (!asked.valid) return false;  // not routed yet
  bool in_vain = true;
  for_each_bit(asked.vcs, [&](unsigned w) {
    const bool is_held = has(s.crossbar.held[w], asked.port);
    const crossbar::Lane holder = s.crossbar.input_of[asked.port * vcs + w];
    const bool open = is_held ? !stuck_[i / lanes_ * lanes_ + holder.port * vcs + holder.vc]
                              : !receiver_is_stuck(i / lanes_, {asked.port, static_cast<std::uint8_t>(w)});
    if (open) in_vain = false;
  });
  return in_vain;
}

/// What an output lane sends to will take nothing: it holds us back, and is stuck itself or has nothing to do. (Who is
/// not held back waits for the link, or for a choice among lanes.)
bool Watchdog::receiver_is_stuck(std::uint32_t sw, crossbar::Lane output) const {
  const wormhole_switch::State& s = *switches_[sw];
  const PortRef& to = behind_[sw * netlist_.switch_params.ports + output.port];
  const Index receiver = to.kind == InstanceKind::endpoint ? none : lane_at(to, output.vc);
  const wormhole_switch::Params& p = netlist_.switch_params;
  const bool needs_room = p.switching == wormhole_switch::Switching::virtual_cut_through && p.has_credits();
  const bool held_back =
      has(s.vc[output.vc].flow.stopped, output.port) ||
      (needs_room && !flow_controller::has_room(s.vc[output.vc].flow, output.port, p.longest_packet));
  return held_back && (receiver == none || stuck_[receiver] || (!is_busy(receiver) && same_[receiver]));
}

/// The rest of a worm will not come: its sender is stuck, or had nothing more of it at the look before either.
bool Watchdog::sender_is_stuck(Index i) const {
  const Index sender = sender_of(i);
  return sender == none ? sender_was_gone_[i] : stuck_[sender];
}

/// The packet that a lane has its last flit of.
std::uint32_t Watchdog::last_tag(Index lane) const {
  const slack_buffer::State& buffer = state_of(lane).in[lane % lanes_].buffer;
  const unsigned last = buffer.write == 0 ? netlist_.switch_params.buffer.flits - 1u : buffer.write - 1u;
  return buffer.slots[buffer.count != 0 ? buffer.read : last].flit().tag();
}

/// The lane or host from which the rest of a worm must come; none when nobody is at it any more: who sends there may
/// be at another packet, and the rest of this one got lost.
Watchdog::Index Watchdog::sender_of(Index i) const {
  const unsigned vcs = netlist_.switch_params.virtual_channels, lane = i % lanes_;
  const PortRef& from = before_[i / lanes_ * netlist_.switch_params.ports + lane / vcs];
  const unsigned vc = lane % vcs;
  if (from.kind == InstanceKind::endpoint) {
    const endpoint::State& host = *hosts_[from.instance];
    const bool at_it = host.sent != 0 && host.vc == vc && host.tag == last_tag(i);
    return at_it ? first_host_ + from.instance : none;
  }
  const wormhole_switch::State& s = *switches_[from.instance];
  if (!has(s.crossbar.held[vc], from.port.value)) return none;
  const crossbar::Lane sender = s.crossbar.input_of[unsigned{from.port.value} * vcs + vc];
  const Index from_lane = from.instance * lanes_ + sender.port * vcs + sender.vc;
  return last_tag(from_lane) == last_tag(i) ? from_lane : none;
}

std::string Watchdog::lane_name(std::uint32_t sw, unsigned port, unsigned vc) const {
  return netlist_.switches[sw].name + "_p" + std::to_string(port) + "_vc" + std::to_string(vc);
}

std::string Watchdog::name_of(Index i) const {
  if (is_host(i)) return netlist_.endpoints[i - first_host_].name;
  const unsigned vcs = netlist_.switch_params.virtual_channels, lane = i % lanes_;
  return lane_name(i / lanes_, lane / vcs, lane % vcs);
}

std::string Watchdog::describe(Index i) const {
  if (is_host(i)) return "its packet is held back";
  const wormhole_switch::State& s = state_of(i);
  const unsigned vcs = netlist_.switch_params.virtual_channels, lane = i % lanes_;
  if (!has(s.crossbar.connected[lane % vcs], lane / vcs))
    return "a header waits for output " + netlist_.switches[i / lanes_].name + "_p" +
           std::to_string(s.in[lane].route.port);
  const crossbar::Lane output = s.crossbar.output_of[lane];
  const std::string holds = lane_name(i / lanes_, output.port, output.vc);
  return s.in[lane].buffer.count != 0 ? "a worm is held back at output " + holds
                                      : "the rest of a worm does not come; it holds output " + holds;
}

}  // namespace slackline::monitors
