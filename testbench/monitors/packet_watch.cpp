#include "testbench/monitors/packet_watch.hpp"

#include <algorithm>

namespace slackline::monitors {

namespace {

std::string words_of(const std::vector<Blocker>& blockers) {
  std::string words;
  for (const Blocker& blocker : blockers) words += blocker.packet + ' ' + blocker.where + ' ' + blocker.doing + '\n';
  return words;
}

}  // namespace

PacketWatch::PacketWatch(const network::ElaboratedNetlist& netlist, std::uint32_t source, std::uint32_t sequence)
    : worms_(netlist),
      source_(source),
      sequence_(sequence),
      head_{HeadPlace::Kind::host, worms_.channel_from_host(source), {}, false} {}

/// The packet cannot leave before: each one before it takes a cycle or more.
Cycle PacketWatch::next_look() const {
  const Cycle now = worms_.now();
  if (tag_ != no_packet) return head_.kind == HeadPlace::Kind::lost ? never : now + 1;  // it stays lost
  const port::State& s = host();
  if (s.packets_sent < sequence_) return now + (sequence_ - s.packets_sent);
  if (has_interface()) return now + 1;  // firmware may do anything next
  const auto& workloads = worms_.netlist().workloads;
  const bool answers = std::any_of(workloads.begin(), workloads.end(), [](const generator::Workload& workload) {
    return workload.traffic.response_flits != 0;
  });
  return answers || s.sent != 0 ? now + 1 : std::max(now + 1, s.created);
}

void PacketWatch::note() {
  const Cycle cycle(worms_.now().value - 1);
  if (tag_ == no_packet) find_tag();
  if (tag_ != no_packet)
    note_in_network(cycle);
  else if (has_interface())
    note_in_interface(cycle);
  else
    note_in_host(cycle);
}

void PacketWatch::find_tag() {
  tag_ = worms_.packet_of_host(source_, sequence_);
  if (tag_ != no_packet) head_ = {HeadPlace::Kind::link, worms_.channel_from_host(source_), {}, false};
}

void PacketWatch::note_in_host(Cycle cycle) {
  const port::State& s = host();
  const bool answers = requests_at_source() != 0;
  if (s.packets_sent != sequence_ || s.sent != 0 || (!answers && s.created > cycle)) return;
  if (answers != answers_) {  // from here on another packet
    close_stretch();
    answers_ = answers;
  }
  if (s.due == never)
    add(cycle, "waits for a response to an earlier request", {});
  else
    add(cycle, "", worms_.activity_in_host(source_));
}

void PacketWatch::note_in_interface(Cycle cycle) {
  const port::State& s = host();
  if (s.packets_sent != sequence_ || s.sent != 0 || worms_.packets_made_by(source_) <= sequence_) return;
  const nic::State& nic = worms_.interface(source_).nic;
  const VcMask open = port::open_channels(worms_.netlist().port_of(source_), s);
  switch (nic::waiting(worms_.netlist().interface_of(source_).nic, nic.send, s, nic.time, nic.receive, open).what) {
    case nic::SendWait::slot: add(cycle, "waits for its time slot", {}); break;
    case nic::SendWait::firmware: add(cycle, "waits for firmware to note what was sent before", {}); break;
    default: add(cycle, "", worms_.activity_in_host(source_));
  }
}

void PacketWatch::note_in_network(Cycle cycle) {
  packet_ = *worms_.record(tag_);
  head_ = worms_.head_behind(head_, tag_);
  add(cycle, "", worms_.activity(head_, tag_));
  done_ = packet_.delivered != never;
}

/// `doing`: where it is none of an activity's words.
void PacketWatch::add(Cycle cycle, const std::string& doing, const Activity& activity) {
  const std::string where = worms_.place_name(head_), what = doing.empty() ? word_of(activity.doing) : doing;
  if (!open_ || open_->where != where || open_->doing != what || !(activity_ == activity)) {
    close_stretch();
    chains_.clear();
    open_.emplace();
    open_->from = cycle;
    open_->where = where;
    open_->doing = what;
    open_->waits = worms_.named(activity.waits);
    activity_ = activity;
  }
  open_->to = cycle;
  if (activity.waits.empty()) return;
  WaitChain chain = wait_chain(worms_, tag_, head_, activity);
  Chain& seen = chains_[words_of(chain.blockers)];
  ++seen.cycles;
  seen.chain = std::move(chain);
}

void PacketWatch::close_stretch() {
  if (!open_) return;
  const auto longest = std::max_element(chains_.begin(), chains_.end(),
                                        [](const auto& a, const auto& b) { return a.second.cycles < b.second.cycles; });
  if (longest != chains_.end()) {
    open_->blockers = longest->second.chain.blockers;
    open_->in_a_cycle = longest->second.chain.in_a_cycle;
    open_->blocked_so = longest->second.cycles;
  }
  stretches_.push_back(std::move(*open_));
  open_.reset();
}

/// Requests that wait for a response of the source.
std::uint64_t PacketWatch::requests_at_source() const {
  std::uint64_t requests = 0;
  for (std::size_t w = 0; w < worms_.netlist().workloads.size(); ++w)
    requests += worms_.sources(source_).of[w].requests;
  return requests;
}

/// Where several workloads take turns, it is not known which packet is next before it leaves.
std::uint64_t PacketWatch::packets_of_source() const {
  if (has_interface()) return worms_.packets_made_by(source_);
  const network::Netlist& netlist = worms_.netlist();
  if (netlist.workloads.size() != 1) return host().packets_sent;
  const generator::SourceState& source = worms_.sources(source_).of[0];
  if (netlist.workloads[0].program != nullptr) return host().packets_sent + (source.due < worms_.now());
  const generator::RandomTraffic traffic(netlist.workloads[0].traffic);
  return host().packets_sent + source.requests +
         traffic.created_before(netlist.endpoints[source_].place.node, source.next, worms_.now()).packets;
}

/// Stretches from before its creation belong to another packet: a response went first and got the number.
void PacketWatch::drop_before(Cycle created) {
  while (!stretches_.empty() && stretches_.front().from < created) stretches_.erase(stretches_.begin());
}

/// From its creation on until it was looked at.
void PacketWatch::add_queued(Explanation& told) const {
  const Cycle to = told.stretches.empty() ? told.end : told.stretches.front().from;
  if (told.created >= to) return;
  Stretch queued;
  queued.from = told.created;
  queued.to = Cycle(to.value - 1);
  queued.where = told.source;
  queued.doing = "waits behind earlier packets";
  if (told.stretches.empty()) {  // it still does: the root of that, as it is now
    const HeadPlace in_host{HeadPlace::Kind::host, worms_.channel_from_host(source_), {}, false};
    const Activity activity = worms_.activity_in_host(source_);
    WaitChain chain = wait_chain(worms_, no_packet, in_host, activity);
    queued.waits = worms_.named(activity.waits);
    queued.blockers = std::move(chain.blockers);
    queued.in_a_cycle = chain.in_a_cycle;
  }
  told.stretches.insert(told.stretches.begin(), std::move(queued));
}

/// The packet that its source will make of it.
void PacketWatch::tell_unsent(Explanation& told) const {
  const network::Netlist& netlist = worms_.netlist();
  if (has_interface()) {
    const auto place = static_cast<std::uint32_t>(sequence_ - host().packets_sent);
    const nic::Descriptor& descriptor = nic::packet_at(worms_.interface(source_).nic.send, place);
    told.destination = netlist.endpoints[descriptor.destination].name;
    told.flits = port::packet_flits(netlist.port_params.format, descriptor.words());
    told.created = descriptor.pushed;
    return;
  }
  const generator::SourceState& source = worms_.sources(source_).of[0];
  generator::TrafficState next = source.next;
  if (netlist.workloads[0].program != nullptr) {
    next.destination = source.program.packet.destination;
    next.flits = source.program.packet.flits;
    next.created = source.due;
  }
  const generator::RandomTraffic traffic(netlist.workloads[0].traffic);
  const NodeId node = netlist.endpoints[source_].place.node;
  for (std::uint64_t n = host().packets_sent; n < sequence_; ++n) traffic.next(node, next);
  told.destination = netlist.endpoints[next.destination.value].name;
  told.flits = next.flits;
  told.created = next.created;
}

void PacketWatch::finish(Cycle end) {
  close_stretch();
  const network::Netlist& netlist = worms_.netlist();
  if (tag_ == no_packet && sequence_ >= packets_of_source()) return;
  Explanation told;
  told.source = netlist.endpoints[source_].name;
  told.packet = told.source + ':' + std::to_string(sequence_);
  told.end = end;
  if (tag_ != no_packet) {
    told.destination = netlist.endpoints[packet_.destination.value].name;
    told.flits = packet_.flits;
    told.created = packet_.created;
    told.injected = packet_.injected;
    told.delivered = packet_.delivered;
  } else {
    tell_unsent(told);
  }
  drop_before(told.created);
  told.stretches = std::move(stretches_);
  add_queued(told);
  explanation_ = std::move(told);
}

bool PacketWatch::ends_in_a_cycle() const {
  if (!explanation_ || explanation_->delivered != never || explanation_->stretches.empty()) return false;
  const auto in_a_cycle = [](const auto& chain) { return chain.second.chain.in_a_cycle; };
  return explanation_->stretches.back().in_a_cycle || std::any_of(chains_.begin(), chains_.end(), in_a_cycle);
}

/// After the end of the run: true when it is known.
bool PacketWatch::conclude(const std::vector<Stuck>& stuck) {
  if (has_moved_on()) return true;
  if (!is_among(stuck)) return false;
  note_deadlock();
  return true;
}

bool PacketWatch::has_moved_on() const {
  if (tag_ != no_packet) return !(worms_.head_behind(head_, tag_) == head_);
  return host().packets_sent > sequence_ || worms_.packet_of_host(source_, sequence_) != no_packet;
}

bool PacketWatch::is_among(const std::vector<Stuck>& stuck) const {
  return std::any_of(stuck.begin(), stuck.end(), [this](const Stuck& s) {
    switch (head_.kind) {
      case HeadPlace::Kind::lane: return s.kind == Stuck::Kind::lane && s.lane == head_.at;
      case HeadPlace::Kind::host: return s.kind == Stuck::Kind::host && s.host == source_;
      case HeadPlace::Kind::arrived: return s.kind == Stuck::Kind::interface && s.host == packet_.destination.value;
      case HeadPlace::Kind::link:
      case HeadPlace::Kind::lost: break;
    }
    return false;
  });
}

/// It is stuck. Packets that go round in its waits are stuck too, and reported if they did so when the run ended.
void PacketWatch::note_deadlock() {
  const WaitChain now = wait_chain(worms_, tag_, head_,
                                   tag_ != no_packet ? worms_.activity(head_, tag_) : worms_.activity_in_host(source_));
  if (!now.in_a_cycle) return;
  Stretch& last = explanation_->stretches.back();
  const std::string words = words_of(now.blockers);
  if (const auto seen = chains_.find(words); seen != chains_.end()) {
    last.blockers = seen->second.chain.blockers;
    last.blocked_so = seen->second.cycles;
    last.in_a_cycle = true;
  }
  last.for_ever = words == words_of(last.blockers);
}

}  // namespace slackline::monitors
