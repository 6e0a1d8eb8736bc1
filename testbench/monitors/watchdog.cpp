#include "testbench/monitors/watchdog.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "testbench/monitors/header_options.hpp"

namespace slackline::monitors {

using network::InstanceKind;
using network::PortRef;

namespace {

/// The first lane of each switch, and the number of all.
std::vector<std::uint32_t> first_lanes(const network::Netlist& netlist) {
  std::vector<std::uint32_t> first{0};
  for (std::size_t i = 0; i < netlist.switches.size(); ++i) first.push_back(first.back() + netlist.kind_of(i).lanes());
  return first;
}

}  // namespace

Watchdog::Watchdog(const network::ElaboratedNetlist& netlist)
    : netlist_(netlist),
      first_lane_(first_lanes(netlist)),
      first_host_(first_lane_.back()),
      first_interface_(first_host_ + static_cast<Index>(netlist.endpoints.size())),
      switches_(netlist.switches.size()),
      packet_switches_(netlist.switches.size()),
      hosts_(netlist.endpoints.size()),
      interfaces_(netlist.interfaces != nullptr ? hosts_.size() : 0),
      sender_was_gone_(first_host_, false),
      links_to_hosts_(interfaces_.size() * wormhole_switch::most_virtual_channels) {
  for (std::uint32_t sw = 0; sw < switches_.size(); ++sw) switch_of_.resize(first_lane_[sw + 1], sw);
  const std::size_t places = place_of_host(static_cast<std::uint32_t>(hosts_.size()));
  behind_.resize(places);
  before_.resize(places);
  ending_stops_.resize(places);
  dead_.resize(hosts_.size());
  for (const network::Channel& channel : netlist.channels) {
    behind_[place_of(channel.from)] = channel.to;
    before_[place_of(channel.to)] = channel.from;
  }
}

std::size_t Watchdog::place_of_port(std::uint32_t sw, unsigned port) const { return netlist_.first_port(sw) + port; }

std::size_t Watchdog::place_of_host(std::uint32_t host) const { return netlist_.switch_ports() + host; }

std::size_t Watchdog::place_of(const PortRef& port) const {
  return port.kind == InstanceKind::endpoint ? place_of_host(port.instance)
                                             : place_of_port(port.instance, port.port.value);
}

Watchdog::Index Watchdog::index_of(std::uint32_t sw, crossbar::Lane lane) const {
  return first_lane_[sw] + crossbar::lane_index(lane, netlist_.kind_of(sw).virtual_channels);
}

Watchdog::Index Watchdog::index_of(const PortRef& port, unsigned vc) const {
  return index_of(port.instance, crossbar::lane_of(port.port.value, vc));
}

crossbar::Lane Watchdog::lane_of(Index i) const {
  return crossbar::lane_at(lane_number(i), kind_of(i).virtual_channels);
}

/// In the middle of a worm, of which the head has left.
bool Watchdog::is_connected(Index i) const {
  return crossbar::is_connected(kind_of(i).crossbar_params(), state_of(i).crossbar, lane_of(i));
}

nic::Waiting Watchdog::waiting(std::uint32_t host) const {
  const nic::State& s = interfaces_[host].nic;
  const port::State& port = *hosts_[host];
  return nic::waiting(netlist_.interface_of(host).nic, s.send, port, s.time, s.receive,
                      port::open_channels(netlist_.port_of(host), port));
}

bool Watchdog::is_at_rest(std::uint32_t host) const {
  if (dead_[host]) return true;
  const VcMask open = port::open_channels(netlist_.port_of(host), *hosts_[host]);
  return network::is_at_rest(netlist_.interface_of(host), interfaces_[host], *hosts_[host], open, now_);
}

bool Watchdog::holds_link_back(std::uint32_t host) const {
  for (unsigned vc = 0; vc < vcs_at(host); ++vc)
    if (!links_to_hosts_[link_of(host, vc)].is_empty) return true;
  return false;
}

void Watchdog::look_at_links_to_hosts() {
  for (std::uint32_t h = 0; h < interfaces_.size(); ++h)
    for (unsigned vc = 0; vc < vcs_at(h); ++vc) {
      const slack_buffer::State* fifos = interfaces_[h].nic.receive.fifos;
      LinkToHost& link = links_to_hosts_[link_of(h, vc)];
      link.is_quiet = has_looked_ && link.received == hosts_[h]->flits_received;
      link.received = hosts_[h]->flits_received;
      link.was_free = std::exchange(link.is_free, holder_of(before_[place_of_host(h)], vc) == none);
      link.was_empty = std::exchange(link.is_empty, fifos == nullptr || fifos[vc].count == 0);
    }
}

Watchdog::Signature Watchdog::signature_of(Index i) const {
  if (is_interface(i)) {
    const nic::Processor& processor = interfaces_[i - first_interface_].nic.processor;
    const auto runs = std::accumulate(processor.runs.begin(), processor.runs.end(), std::uint64_t{0});
    return {static_cast<std::uint32_t>(hosts_[i - first_interface_]->flits_received), static_cast<std::uint32_t>(runs)};
  }
  if (is_host(i)) return {static_cast<std::uint32_t>(hosts_[i - first_host_]->flits_sent), 0};
  if (is_of_packets(i)) {
    const packet_switch::Counters& counters = packets_of(i).counters[lane_number(i)];
    const auto came = static_cast<std::uint32_t>(counters.frames_in + counters.flits_dropped);
    return {came + packet_input(i).received, packet_input(i).frames};
  }
  const slack_buffer::State& buffer = input_lane(i).buffer;
  return {slack_buffer::back(kind_of(i).buffer, buffer).written_at.value, buffer.read};
}

/// In the middle of something, or held back from it; of an interface: nothing goes on in it.
bool Watchdog::is_busy(Index i) const {
  if (is_interface(i)) return netlist_.has_interface(i - first_interface_) && is_at_rest(i - first_interface_);
  if (is_host(i)) {
    const port::State& host = *hosts_[i - first_host_];
    return host.sent != 0 ||
           (now_ >= host.created && port::open_channels(netlist_.port_of(i - first_host_), host) == 0);
  }
  if (is_of_packets(i)) return packet_input(i).frames != 0 || packet_input(i).is_open;
  return input_lane(i).buffer.count != 0 || is_connected(i);
}

/// At the look before, too.
bool Watchdog::had_packet(Index host) const {
  const port::State& s = *hosts_[host];
  return s.sent != 0 || looked_ >= s.created;
}

bool Watchdog::awaits_response(const port::State& host) const {
  return host.sent == 0 && looked_ >= host.created && host.due == never;
}

/// The wire back from the end of a channel carries credits.
bool Watchdog::has_credits(const network::Channel& channel) const {
  return channel.to.kind == InstanceKind::any_switch ? netlist_.kind_of(channel.to.instance).has_credits()
                                                     : netlist_.port_of(channel.to.instance).links.has_credits();
}

/// STOP wires that a fault has kept high since the look before, and will let go; and hosts that are dead.
void Watchdog::note_faults() {
  std::fill(ending_stops_.begin(), ending_stops_.end(), VcMask{0});
  std::fill(dead_.begin(), dead_.end(), false);
  for (const network::ChannelFault& f : netlist_.faults) {
    if (f.fault.kind == LinkFaultKind::host_dead && f.fault.acts(now_))
      for (const PortRef& end : {netlist_.channels[f.channel].from, netlist_.channels[f.channel].to})
        if (end.kind == InstanceKind::endpoint) dead_[end.instance] = true;
    const bool ends = f.fault.to != never && f.fault.from < now_ && looked_ < f.fault.to;
    // Where the wire carries credits, high is one in every cycle.
    const bool holds =
        f.fault.kind == LinkFaultKind::stop_stuck && f.fault.level && !has_credits(netlist_.channels[f.channel]);
    if (ends && holds) ending_stops_[place_of(netlist_.channels[f.channel].from)] |= f.fault.vcs;
  }
}

void Watchdog::remember_who_stands() {
  remembered_ = seen_;
  stood_.resize(seen_.size());
  for (Index i = 0; i < seen_.size(); ++i) stood_[i] = is_busy(i);
}

bool Watchdog::has_stood(const Stuck& stuck) const {
  const Index i = (stuck.kind == Stuck::Kind::host ? first_host_ : first_interface_) + stuck.host;
  return stood_[i] && remembered_[i] == seen_[i];
}

/// A dead host is known to be so: only those that wait for it are reported. An interface counts where it holds
/// others back.
bool Watchdog::is_worth_telling(Index i) const {
  if (is_host(i)) return !dead_[i - first_host_];
  if (is_interface(i)) return !dead_[i - first_interface_] && holds_link_back(i - first_interface_);
  return true;
}

std::vector<Stuck> Watchdog::compare() {
  look_at_links_to_hosts();
  note_faults();
  const std::vector<Index> still = find_still();
  clear_those_who_may_move(still);
  for (Index i = 0; i < first_host_; ++i) sender_was_gone_[i] = is_busy(i) && sender_of(i) == none;
  std::vector<Stuck> stalls;
  for (const Index i : still)
    if (stuck_[i] && is_worth_telling(i)) stalls.push_back(stuck_at(i, describe(i)));
  if (!anything_moves_ && stalls.size() == busy_)
    for (std::size_t h = 0; h < hosts_.size(); ++h)
      if (same_[first_host_ + h] && awaits_response(*hosts_[h]))
        stalls.push_back(stuck_at(first_host_ + static_cast<Index>(h), "the response to a request does not come"));
  return stalls;
}

/// Takes the signatures of this look, and returns what is busy and as it was at the look before. All of it may be
/// stuck.
std::vector<Watchdog::Index> Watchdog::find_still() {
  const bool hold_links = netlist_.some_host_may_stop();
  const Index all = first_interface_ + static_cast<Index>(hold_links ? interfaces_.size() : 0);
  stuck_.assign(all, false);
  same_.assign(all, false);
  std::vector<Index> still;
  std::vector<Signature> now(all);
  busy_ = free_ = 0;
  anything_moves_ = !has_looked_;
  for (Index i = 0; i < all; ++i) {
    if (is_interface(i) && !netlist_.has_interface(i - first_interface_)) continue;  // a host with a generator
    now[i] = signature_of(i);
    same_[i] = has_looked_ && now[i] == seen_[i];
    anything_moves_ = anything_moves_ || !same_[i];
    const bool busy = is_busy(i);
    busy_ += busy && !is_interface(i);
    if (!busy || !same_[i] || (is_host(i) && !had_packet(i - first_host_))) {
      free_ += busy || is_interface(i);
      continue;
    }
    stuck_[i] = true;
    still.push_back(i);
  }
  seen_ = std::move(now);
  has_looked_ = true;
  return still;
}

/// A lane that waits for something that moves is not stuck, nor are those that wait for it, and so on.
void Watchdog::clear_those_who_may_move(const std::vector<Index>& still) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Index i : still)
      if (stuck_[i] && !waits_in_vain(i)) {
        stuck_[i] = false;
        ++free_;
        changed = true;
      }
  }
}

bool Watchdog::waits_in_vain(Index i) const {
  if (is_host(i)) return host_waits_in_vain(i - first_host_);
  if (is_interface(i)) return interface_waits_in_vain(i - first_interface_);
  if (is_of_packets(i)) return packets_wait_in_vain(i);
  if (!is_connected(i)) return header_waits_in_vain(i);
  if (input_lane(i).buffer.count == 0) return sender_is_stuck(i);
  const crossbar::Lane output = state_of(i).crossbar.output_of[lane_number(i)];
  return holds_worm_back(kind_of(i), state_of(i), output) && receiver_is_stuck(switch_of(i), output);
}

bool Watchdog::host_waits_in_vain(Index host) const {
  if (dead_[host]) return true;
  const PortRef& to = behind_[place_of_host(host)];
  const VcMask ending = ending_stops_[place_of_host(host)];
  if (to.kind == InstanceKind::endpoint) return ending == 0;
  if (netlist_.has_interface(host)) {
    const nic::Waiting waits = waiting(host);
    if (waits.what == nic::SendWait::word) return sender_to_host_is_stuck(host, waits.channel);
    if (waits.what != nic::SendWait::link) return false;
  }
  const VcMask channels = hosts_[host]->sent != 0 ? vc_bit(hosts_[host]->vc) : first_vcs(vcs_at(host));
  bool in_vain = true;
  for_each_bit(channels, [&](unsigned vc) {
    const Index lane = index_of(to, vc);
    if ((is_busy(lane) && !stuck_[lane]) || (ending & vc_bit(vc)) != 0) in_vain = false;
  });
  return in_vain;
}

/// For an interface in which nothing goes on. Its firmware acts when its own packet goes on, or when one comes that
/// finds a buffer: that may be what frees another one. A packet that finds none is not reported to the firmware, and
/// changes nothing.
bool Watchdog::interface_waits_in_vain(Index host) const {
  if (dead_[host]) return true;
  const nic::SendWait what = waiting(host).what;
  if ((what == nic::SendWait::link || what == nic::SendWait::word) && !stuck_[first_host_ + host]) return false;
  const PortRef& from = before_[place_of_host(host)];
  for (unsigned vc = 0; vc < vcs_at(host); ++vc) {
    if (links_to_hosts_[link_of(host, vc)].is_empty && may_be_told(host, vc)) {
      const Index holder = holder_of(from, vc);
      if (holder != none ? !stuck_[holder] : anything_may_move()) return false;
    }
  }
  return true;
}

/// Its firmware learns of what comes on an empty channel: the rest of a packet that is in a buffer already, or one that
/// finds a free buffer, which must be of its class. What waits on the other channels waits with the rest.
bool Watchdog::may_be_told(Index host, unsigned vc) const {
  const nic::ReceiveEngine& receive = interfaces_[host].nic.receive;
  return receive.lanes[vc].filling ||
         std::any_of(receive.free.begin(), receive.free.end(), [](const auto& list) { return !list.empty(); });
}

bool Watchdog::header_waits_in_vain(Index i) const {
  const wormhole_switch::State& s = state_of(i);
  const wormhole_switch::Params& p = kind_of(i);
  const std::vector<HeaderOption> options = header_options(p, s, lane_number(i));
  bool in_vain = !options.empty();  // otherwise it has not been routed yet
  for (const HeaderOption& option : options)
    for_each_bit(option.vcs, [&](unsigned w) {
      const crossbar::Lane output = crossbar::lane_of(option.port, w);
      const bool is_held = crossbar::is_held(p.crossbar_params(), s.crossbar, output);
      const bool open =
          is_held && crossbar::is_placed(p.crossbar_params(), s.crossbar, output) ? true  // a fault that ends
          : is_held
              ? !stuck_[index_of(switch_of(i), s.crossbar.input_of[crossbar::lane_index(output, p.virtual_channels)])]
              : !holds_header_back(p, s, output) || !receiver_is_stuck(switch_of(i), output);
      if (open) in_vain = false;
    });
  return in_vain;
}

/// Packets that wait for an output that may send free the others, too, so all outputs are looked at that packets wait for. One that cuts
/// through waits for the rest of its own, and those for its output wait with it.
bool Watchdog::packets_wait_in_vain(Index i) const {
  const packet_switch::State& s = packets_of(i);
  if (packet_input(i).frames == 0 || packet_input(i).leaves()) return sender_is_stuck(i);
  const packet_switch::Params& p = packet_switches_[switch_of(i)]->params;
  PortSet held;  // outputs of packets that cut through, and whose rest does not come
  for (unsigned port = 0; port < p.ports; ++port) {
    const packet_switch::Input& in = s.inputs[port];
    if (!in.is_moving) continue;
    if (!in.leaves() || !stuck_[index_of(switch_of(i), crossbar::lane_of(port, 0))]) return false;
    insert(held, in.moving_to);
  }
  bool in_vain = true;
  const auto look_at = [&](unsigned port) {
    if (has(held, port)) return;
    const PortRef& to = behind_[place_of_port(switch_of(i), port)];
    if (network::takes_in_everything(netlist_, to) || !receiver_is_stuck(switch_of(i), crossbar::lane_of(port, 0)))
      in_vain = false;
  };
  for (unsigned port = 0; port < p.ports; ++port) {
    if (!s.outputs[port].queue.empty()) look_at(port);
    const packet_switch::Queue& queue = s.inputs[port].queue;
    if (queue.empty()) continue;
    if (Cycle(s.slots[queue.first].ready) >= now_) return false;
    look_at(s.slots[queue.first].output);
  }
  return in_vain;
}

/// The receiver of an output lane, and what is held back by it, will take nothing: it is stuck itself or has nothing to
/// do. (A lane that is not held back waits for the link, or for a choice among lanes.)
bool Watchdog::receiver_is_stuck(std::uint32_t sw, crossbar::Lane output) const {
  if ((ending_stops_[place_of_port(sw, output.port)] & vc_bit(output.vc)) != 0) return false;
  const PortRef& to = behind_[place_of_port(sw, output.port)];
  if (to.kind == InstanceKind::endpoint) {
    if (!netlist_.port_of(to.instance).links.host_stops || stuck_[first_interface_ + to.instance]) return true;
    const LinkToHost& link = links_to_hosts_[link_of(to.instance, output.vc)];
    return link.is_quiet && link.is_empty && link.was_empty;  // it is not the interface that holds it back
  }
  const Index receiver = index_of(to, output.vc);
  return stuck_[receiver] || (!is_busy(receiver) && same_[receiver]);
}

/// The rest of a worm will not come: its sender is stuck, or had nothing more of it at the look before either.
bool Watchdog::sender_is_stuck(Index i) const {
  const Index sender = sender_of(i);
  return sender == none ? sender_was_gone_[i] : stuck_[sender];
}

/// The same, of a packet that a host's interface is taking in.
bool Watchdog::sender_to_host_is_stuck(std::uint32_t host, unsigned vc) const {
  const Index holder = holder_of(before_[place_of_host(host)], vc);
  const LinkToHost& link = links_to_hosts_[link_of(host, vc)];
  return holder == none ? link.was_free && link.is_quiet : stuck_[holder];
}

/// The lane that holds an output lane, or the host whose output that is; none: free, or a fault has placed a worm there.
Watchdog::Index Watchdog::holder_of(const PortRef& output, unsigned vc) const {
  if (output.kind == InstanceKind::endpoint) {
    const port::State& host = *hosts_[output.instance];
    return host.sent != 0 && host.vc == vc ? first_host_ + output.instance : none;
  }
  if (netlist_.is_packet_switch(output.instance)) {
    const packet_switch::State& s = packet_switches_[output.instance]->state;
    const packet_switch::Output& out = s.outputs[output.port.value];
    if (!out.is_sending) return none;
    return index_of(output.instance, crossbar::lane_of(s.slots[out.queue.first].input, 0));
  }
  const wormhole_switch::State& s = *switches_[output.instance];
  const crossbar::Params p = netlist_.kind_of(output.instance).crossbar_params();
  const crossbar::Lane out = crossbar::lane_of(output.port.value, vc);
  if (!crossbar::is_held(p, s.crossbar, out) || crossbar::is_placed(p, s.crossbar, out)) return none;
  const unsigned lane = crossbar::lane_index(output.port.value, vc, p.virtual_channels);
  return index_of(output.instance, s.crossbar.input_of[lane]);
}

/// The packet that a lane has its last flit of.
std::uint32_t Watchdog::last_tag(Index lane) const {
  if (is_of_packets(lane)) return packets_of(lane).slots[packet_input(lane).slot].first.tag();
  const slack_buffer::State& buffer = input_lane(lane).buffer;
  const Flit flit =
      buffer.count != 0 ? slack_buffer::front(buffer) : slack_buffer::back(kind_of(lane).buffer, buffer).flit();
  return flit.tag();
}

/// The lane or host from which the rest of a worm must come; none when it is no longer being sent: the sender may be
/// at another packet, and the rest of this one was lost.
Watchdog::Index Watchdog::sender_of(Index i) const {
  const crossbar::Lane lane = lane_of(i);
  const PortRef& from = before_[place_of_port(switch_of(i), lane.port)];
  const Index sender = holder_of(from, lane.vc);
  if (sender == none) return none;
  std::uint32_t tag = 0;
  if (is_host(sender)) {
    tag = hosts_[from.instance]->tag;
  } else if (is_of_packets(sender)) {
    const packet_switch::State& s = packets_of(sender);
    tag = s.slots[s.outputs[from.port.value].queue.first].first.tag();
  } else {
    tag = last_tag(sender);
  }
  return tag == last_tag(i) ? sender : none;
}

std::string Watchdog::name_of(Index i) const {
  if (is_host(i)) return netlist_.endpoints[i - first_host_].name;
  if (is_interface(i)) return netlist_.endpoints[i - first_interface_].name;
  return lane_name(netlist_, {switch_of(i), lane_of(i)});
}

Stuck Watchdog::stuck_at(Index i, const std::string& what) const {
  if (is_host(i)) return {Stuck::Kind::host, {}, i - first_host_, {name_of(i), what}};
  if (is_interface(i)) return {Stuck::Kind::interface, {}, i - first_interface_, {name_of(i), what}};
  return {Stuck::Kind::lane, {switch_of(i), lane_of(i)}, 0, {name_of(i), what}};
}

std::string Watchdog::describe(Index i) const {
  if (is_host(i)) return "its packet is held back";
  if (is_interface(i))
    return waiting(i - first_interface_).what == nic::SendWait::nothing
               ? "its interface holds its link back, and its firmware does nothing to free a buffer"
               : "its interface holds its link back, and has no free buffer before its own packet has left";
  if (is_of_packets(i) && packet_input(i).leaves())
    return "the rest of a packet does not come; it holds output " + netlist_.switches[switch_of(i)].name + "_p" +
           std::to_string(packet_input(i).moving_to);
  if (is_of_packets(i))
    return packet_input(i).frames != 0 ? "packets wait for outputs that are held back"
                                       : "the rest of a packet does not come";
  if (!is_connected(i))
    return "a header waits for output " + netlist_.switches[switch_of(i)].name + "_p" +
           std::to_string(input_lane(i).route.port);
  const std::string holds = lane_name(netlist_, {switch_of(i), state_of(i).crossbar.output_of[lane_number(i)]});
  return input_lane(i).buffer.count != 0 ? "a worm is held back at output " + holds
                                         : "the rest of a worm does not come; it holds output " + holds;
}

}  // namespace slackline::monitors
