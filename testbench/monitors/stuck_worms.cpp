#include "testbench/monitors/stuck_worms.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "testbench/monitors/knots.hpp"

namespace slackline::monitors {

namespace {

/// A worm in stuck lanes.
struct Worm {
  std::uint32_t tag = 0;
  std::vector<LaneRef> lanes;  ///< stuck, with a flit of it, or held for it
  HeadPlace head;
  Activity activity;
};

class Analysis {
 public:
  Analysis(const Worms& worms, const std::vector<Stuck>& stuck, Cycle before)
      : worms_(worms), stuck_(stuck), before_(before) {
    gather();
    connect();
  }

  std::optional<Standstill> standstill() const {
    Standstill found;
    found.found = worms_.now();
    found.hosts = count(Stuck::Kind::host);
    found.interfaces = count(Stuck::Kind::interface);
    std::vector<std::vector<std::uint32_t>> knots, ends;
    for (std::vector<std::uint32_t>& nodes : final_components(graph_))
      if (formed(nodes) < before_) (is_knot(graph_, nodes) ? knots : ends).push_back(std::move(nodes));
    found.knots = knots.size();
    if (!knots.empty())
      tell_knot(found, first_formed(knots));
    else
      tell_ends(found, ends);
    if (found.worms.empty() && found.roots.empty()) return std::nullopt;
    const auto waits = std::count_if(all_.begin(), all_.end(), [this](const Worm& w) { return since(w) < before_; });
    found.behind = static_cast<std::size_t>(waits) - found.worms.size();
    return found;
  }

 private:
  std::size_t count(Stuck::Kind kind) const {
    return static_cast<std::size_t>(
        std::count_if(stuck_.begin(), stuck_.end(), [&](const Stuck& s) { return s.kind == kind; }));
  }

  void gather() {
    for (const Stuck& s : stuck_) {
      if (s.kind != Stuck::Kind::lane) continue;
      std::vector<std::uint32_t> tags = worms_.packets_in(s.lane);
      if (const std::uint32_t worm = worms_.worm_at(s.lane); tags.empty() && worm != no_packet) tags.push_back(worm);
      for (const std::uint32_t tag : tags) {
        const auto [entry, is_new] = place_of_.try_emplace(tag, static_cast<std::uint32_t>(all_.size()));
        if (is_new) all_.push_back({tag, {}, {}, {}});
        all_[entry->second].lanes.push_back(s.lane);
      }
    }
    for (Worm& worm : all_) {
      for (const LaneRef& lane : worm.lanes) {
        worm.head = worms_.head_from(lane, worm.tag);
        if (worm.head.kind != HeadPlace::Kind::lost) break;
      }
      worm.activity = worms_.activity(worm.head, worm.tag);
    }
  }

  void connect() {
    graph_.resize(all_.size());
    const auto has_end = [](const Wait& wait) {
      return wait.why == Wait::Why::barrier || wait.why == Wait::Why::placed;
    };
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const std::vector<Wait>& waits = all_[i].activity.waits;
      if (std::any_of(waits.begin(), waits.end(), has_end)) continue;
      for (const Wait& wait : waits)
        if (const auto to = place_of_.find(wait.by); to != place_of_.end()) graph_[i].push_back(to->second);
    }
  }

  Cycle since(const Worm& worm) const {
    if (worm.head.kind == HeadPlace::Kind::lane) return worms_.waits_since(worm.head, worm.tag);
    return waits_at_host(worm) ? worms_.rests_since(host_of(worm)) : last_moved(worm);
  }

  /// Its head has gone on, or is nowhere, and the rest does not come: when a flit of it last came to one of its lanes.
  Cycle last_moved(const Worm& worm) const {
    Cycle last;
    for (const LaneRef& lane : worm.lanes) last = std::max(last, worms_.last_came(lane, worm.tag).value_or(Cycle()));
    return last;
  }

  bool waits_at_host(const Worm& worm) const {
    return worm.head.kind == HeadPlace::Kind::arrived && worm.activity.doing == Doing::waits;
  }
  std::uint32_t host_of(const Worm& worm) const { return worms_.netlist().channels[worm.head.channel].to.instance; }

  /// With the interfaces that are part of it.
  Cycle formed(const std::vector<std::uint32_t>& knot) const {
    Cycle last;
    for (const std::uint32_t n : knot) {
      last = std::max(last, since(all_[n]));
      for (const Wait& wait : all_[n].activity.waits)
        if (wait.why == Wait::Why::interface)
          last = std::max(last, worms_.rests_since(worms_.netlist().channels[wait.channel].to.instance));
    }
    return last;
  }

  const std::vector<std::uint32_t>& first_formed(const std::vector<std::vector<std::uint32_t>>& knots) const {
    return *std::min_element(knots.begin(), knots.end(),
                             [this](const auto& a, const auto& b) { return formed(a) < formed(b); });
  }

  void tell_knot(Standstill& found, const std::vector<std::uint32_t>& knot) const {
    found.formed = formed(knot);
    found.kind = StandstillKind::cycle;
    for (const std::uint32_t n : knot) {
      if (all_[n].activity.waits.size() > 1) found.kind = StandstillKind::knot;
      found.worms.push_back(told(all_[n]));
    }
    found.switches = switches_of(knot);
  }

  /// In the order of the netlist.
  std::vector<std::string> switches_of(const std::vector<std::uint32_t>& knot) const {
    std::set<std::uint32_t> switches;
    for (const std::uint32_t n : knot)
      for (const LaneRef& lane : all_[n].lanes) switches.insert(lane.sw);
    std::vector<std::string> names;
    for (const std::uint32_t sw : switches) names.push_back(worms_.netlist().switches[sw].name);
    return names;
  }

  /// Worms that wait for no other worm; without any, it is the hosts.
  void tell_ends(Standstill& found, const std::vector<std::vector<std::uint32_t>>& ends) const {
    std::set<std::uint32_t> roots;
    for (const std::vector<std::uint32_t>& end : ends) {
      roots.insert(end[0]);
      found.worms.push_back(told(all_[end[0]]));
      found.formed = std::max(found.formed, formed(end));
    }
    const auto in_root = [&](const LaneRef& lane) {
      const auto at = place_of_.find(worms_.worm_at(lane));
      return at != place_of_.end() && roots.count(at->second) != 0;
    };
    const auto is_root = [&](const Stuck& s) {
      switch (s.kind) {
        case Stuck::Kind::lane: return is_packet_switch(s.lane.sw) || in_root(s.lane);
        case Stuck::Kind::host: return !sends_to_packet_switch(s.host) && !waits_for_a_lane(s.host);
        case Stuck::Kind::interface: break;
      }
      return waits_for_nothing(s.host);
    };
    for (const Stuck& s : stuck_) {
      if (!is_root(s)) continue;
      found.roots.push_back(s.stall);
      // Packets that wait in a packet switch are not followed: it is not known since when they do.
      if (s.kind == Stuck::Kind::lane && is_packet_switch(s.lane.sw))
        found.formed = std::max(found.formed, std::min(before_, found.found));
      if (s.kind == Stuck::Kind::interface) found.formed = std::max(found.formed, worms_.rests_since(s.host));
    }
  }

  bool is_packet_switch(std::uint32_t sw) const { return worms_.netlist().is_packet_switch(sw); }

  bool sends_to_packet_switch(std::uint32_t host) const {
    const std::vector<network::Channel>& channels = worms_.netlist().channels;
    return std::any_of(channels.begin(), channels.end(), [&](const network::Channel& channel) {
      return channel.from.kind == network::InstanceKind::endpoint && channel.from.instance == host &&
             is_packet_switch(channel.to.instance);
    });
  }

  bool waits_for_a_lane(std::uint32_t host) const {
    const Activity activity = worms_.activity_in_host(host);
    return std::any_of(activity.waits.begin(), activity.waits.end(),
                       [this](const Wait& w) { return place_of_.count(w.by) != 0; });
  }

  bool waits_for_nothing(std::uint32_t interface) const {
    return worms_.waits_of_interface(worms_.channel_to_host(interface), 0).front().by == no_packet;
  }

  StuckWorm told(const Worm& worm) const {
    StuckWorm told;
    told.packet = worms_.packet_name(worm.tag);
    if (const PacketRecord* packet = worms_.record(worm.tag)) {
      told.source = worms_.netlist().endpoints[packet->source.value].name;
      told.destination = worms_.netlist().endpoints[packet->destination.value].name;
      told.flits = packet->flits;
    }
    if (worm.head.kind == HeadPlace::Kind::lane || waits_at_host(worm)) told.head = worms_.place_name(worm.head);
    told.since = since(worm);
    for (const LaneRef& lane : from_tail(worm))
      if (const auto output = worms_.held_by(lane))
        told.holds.push_back({worms_.channel_name(worms_.channel_from(lane.sw, output->port)), output->vc});
    told.waits = worms_.named(worm.activity.waits);
    return told;
  }

  /// The lanes that hold an output for a worm, each before the one that it leads to.
  std::vector<LaneRef> from_tail(const Worm& worm) const {
    std::vector<LaneRef> lanes;
    for (const LaneRef& lane : worm.lanes)
      if (worms_.held_by(lane) && worms_.worm_at(lane) == worm.tag) lanes.push_back(lane);
    const auto behind = [&](const LaneRef& lane) {
      const crossbar::Lane output = *worms_.held_by(lane);
      const auto next = worms_.lane_behind(worms_.channel_from(lane.sw, output.port), output.vc);
      return next ? std::find(lanes.begin(), lanes.end(), *next) : lanes.end();
    };
    std::vector<bool> has_before(lanes.size(), false);
    for (const LaneRef& lane : lanes)
      if (const auto next = behind(lane); next != lanes.end())
        has_before[static_cast<std::size_t>(next - lanes.begin())] = true;
    std::vector<LaneRef> ordered;
    for (std::size_t i = 0; i < lanes.size(); ++i)
      for (auto at = has_before[i] ? lanes.end() : lanes.begin() + static_cast<std::ptrdiff_t>(i);
           at != lanes.end() && ordered.size() < lanes.size(); at = behind(*at))
        ordered.push_back(*at);
    return ordered;
  }

  const Worms& worms_;
  const std::vector<Stuck>& stuck_;
  Cycle before_;
  std::vector<Worm> all_;
  std::map<std::uint32_t, std::uint32_t> place_of_;  // in all_, by tag
  WaitGraph graph_;
};

}  // namespace

std::optional<Standstill> standstill_of(const Worms& worms, const std::vector<Stuck>& stuck, Cycle before) {
  return Analysis(worms, stuck, before).standstill();
}

bool heads_wait_for_one_another(const Worms& worms, Cycle before) {
  const network::Netlist& netlist = worms.netlist();
  std::vector<Stuck> lanes;  // all of them, as if none moved
  for (std::uint32_t sw = 0; sw < netlist.switches.size(); ++sw)
    for (unsigned lane = 0; lane < netlist.kind_of(sw).lanes(); ++lane)
      lanes.push_back({Stuck::Kind::lane, {sw, crossbar::lane_at(lane, netlist.kind_of(sw).virtual_channels)}, 0, {}});
  const std::optional<Standstill> found = standstill_of(worms, lanes, before);
  return found && found->is_deadlock();
}

}  // namespace slackline::monitors
