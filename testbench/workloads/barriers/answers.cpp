#include "testbench/workloads/barriers/answers.hpp"

#include <algorithm>

namespace slackline::barriers {

namespace {

const barrier::Traffic& traffic_of(const View& view) { return *view.netlist->barriers; }

/// Calls visit(membership, member, host) for each host and group.
template <class Visit>
void for_each_member(const View& view, Visit&& visit) {
  for (std::size_t i = 0; i < view.hosts.size(); ++i) {
    const std::uint32_t host = view.netlist->endpoints[i].place.node.value;
    const std::vector<barrier::Membership>& of = traffic_of(view).hosts[host];
    for (std::size_t g = 0; g < of.size(); ++g) visit(of[g], view.members[i][g], host);
  }
}

void add(const barrier::Membership& of, const barrier::Member& member, Group& group) {
  ++group.members;
  group.centre = of.centre;
  group.fell_back = group.fell_back || member.fell_back;
  const std::uint32_t entered = member.round + std::uint32_t{member.waits};
  if (group.rounds.size() < entered) group.rounds.resize(entered);
  for (std::uint32_t n = 0; n < entered; ++n) {
    Round& round = group.rounds[n];
    ++round.entered;
    round.first_in = std::min(round.first_in, member.entered[n]);
    round.last_in = std::max(round.last_in, member.entered[n]);
    if (n == member.round) continue;
    ++round.left;
    round.first_out = std::min(round.first_out, member.left[n]);
    round.last_out = std::max(round.last_out, member.left[n]);
  }
}

/// Messages whose first flit is still to be sent.
void add_held_up(const View& view, std::vector<HeldUp>& held_up) {
  for (std::uint32_t c = 0; c < view.netlist->channels.size(); ++c) {
    const network::PortRef& from = view.netlist->channels[c].from;
    if (from.kind == network::InstanceKind::endpoint) {
      const port::State& host = *view.hosts[from.instance];
      const unsigned lane = view.netlist->kind_of(view.netlist->channels[c].to.instance).virtual_channels;
      const bool stopped = (host.flow.stopped >> lane & 1) != 0;
      if (host.barrier != nullptr && host.barrier->out_count != 0 && !host.barrier->second)
        held_up.push_back({c, stopped});
    } else if (const barrier::SwitchState* b = view.switches[from.instance]; b != nullptr) {
      const wormhole_switch::Params& p = view.netlist->kind_of(from.instance);
      if (has(b->unit.offers, from.port.value) && !has(b->unit.second, from.port.value))
        held_up.push_back({c, is_stopped(p, *view.states[from.instance], from.port.value, p.virtual_channels)});
    }
  }
}

/// Such as messages that wait for ways round a link that has failed.
void add_holding(const View& view, Hardware& hardware) {
  for (std::uint32_t s = 0; s < view.switches.size(); ++s) {
    const barrier::SwitchState* b = view.switches[s];
    if (b != nullptr && (!is_empty(b->unit.waiting) || b->unit.owing != 0) && is_empty(b->unit.offers))
      hardware.holding.push_back(view.netlist->switches[s].name);
  }
}

Hardware hardware_of(const View& view) {
  Hardware hardware;
  for (std::size_t s = 0; s < view.switches.size(); ++s) {
    const barrier::SwitchState* b = view.switches[s];
    if (b == nullptr) continue;  // barriers by packets need no units
    const wormhole_switch::Params& params = view.netlist->kind_of(s);
    for (unsigned o = 0; o < params.ports; ++o) {
      hardware.passed += b->counters[o].passed;
      hardware.cuts += b->counters[o].preemptions;
      hardware.cut_cycles += b->counters[o].cut_cycles;
    }
    for (unsigned v = 0; v < params.virtual_channels; ++v) hardware.padding_flits += b->padding[v].flits;
    hardware.barrier_flits += b->sent;
    hardware.refused += b->unit.refused;
    hardware.cut_off += b->unit.cut_off;
    hardware.most_entries = std::max<std::uint32_t>(hardware.most_entries, b->unit.most_used);
  }
  for (std::uint32_t c = 0; c < view.netlist->channels.size(); ++c) {
    const network::PortRef& from = view.netlist->channels[c].from;
    if (from.kind != network::InstanceKind::any_switch) continue;
    const barrier::SwitchState* b = view.switches[from.instance];
    if (b != nullptr && has(b->unit.cut_off_ports, from.port.value)) hardware.cut_off_links.push_back(c);
  }
  add_held_up(view, hardware.held_up);
  add_holding(view, hardware);
  for (const port::State* host : view.hosts)
    if (host->barrier != nullptr) hardware.barrier_flits += host->barrier->sent;
  return hardware;
}

}  // namespace

bool Group::early() const {
  return std::any_of(rounds.begin(), rounds.end(), [&](const Round& round) {
    return round.left != 0 && (round.entered < members || round.first_out < round.last_in);
  });
}

bool Answers::complete() const {
  return std::all_of(groups.begin(), groups.end(),
                     [&](const Group& group) { return group.members == 0 || group.complete == asked_rounds; });
}

bool Progress::is_over() const {
  return std::all_of(over.begin(), over.end(), [](bool is_over) { return is_over; });
}

bool has_barriers(const network::Netlist& netlist) { return netlist.barriers != nullptr; }

Progress progress_of(const View& view) {
  Progress progress;
  const std::size_t groups = traffic_of(view).members.size();
  progress.of_group.resize(groups);
  progress.waits.resize(groups);
  progress.busy_until.resize(groups);
  progress.over.resize(groups, true);
  std::vector<std::uint64_t> of_host(traffic_of(view).hosts.size());
  for_each_member(view, [&](const barrier::Membership& of, const barrier::Member& member, std::uint32_t host) {
    Cycle& busy_until = progress.busy_until[of.group];
    if (member.round == 0 && !member.waits && of.enters != never) busy_until = std::max(busy_until, of.enters);
    if (member.sending != barrier::Sending::nothing) busy_until = std::max<Cycle>(busy_until, member.sends);
    const std::uint64_t steps = 2 * std::uint64_t{member.round} + std::uint64_t{member.waits};
    of_host[host] += steps;
    progress.of_group[of.group] += steps;
    progress.waits[of.group] = progress.waits[of.group] || member.waits;
    progress.over[of.group] = progress.over[of.group] && member.round == traffic_of(view).rounds;
  });
  // Firmware runs a host's barriers one after another: a host in a barrier of another group is not missing.
  if (view.netlist->has_barriers_of_firmware())
    for_each_member(view, [&](const barrier::Membership& of, const barrier::Member&, std::uint32_t host) {
      progress.of_group[of.group] += of_host[host];
    });
  return progress;
}

std::vector<const barrier::Member*> members_of(const View& view, unsigned group) {
  std::vector<const barrier::Member*> members;
  for_each_member(view, [&](const barrier::Membership& of, const barrier::Member& member, std::uint32_t) {
    if (of.group == group) members.push_back(&member);
  });
  return members;
}

Answers answers_of(const View& view) {
  Answers answers;
  answers.asked_rounds = traffic_of(view).rounds;
  answers.by_firmware = view.netlist->has_barriers_of_firmware();
  for_each_member(view, [&](const barrier::Membership& of, const barrier::Member& member, std::uint32_t) {
    if (answers.groups.size() <= of.group) answers.groups.resize(of.group + 1u);
    add(of, member, answers.groups[of.group]);
  });
  for (Group& group : answers.groups)
    group.complete = static_cast<std::uint32_t>(std::count_if(
        group.rounds.begin(), group.rounds.end(), [&](const Round& round) { return round.left == group.members; }));
  for_each_member(view, [&](const barrier::Membership& of, const barrier::Member& member, std::uint32_t host) {
    Group& group = answers.groups[of.group];
    if (group.complete == answers.asked_rounds || member.round > group.complete) return;
    (member.waits ? group.waiting : group.missing).push_back(host);
  });
  for (Group& group : answers.groups) {
    std::sort(group.missing.begin(), group.missing.end());
    std::sort(group.waiting.begin(), group.waiting.end());
  }
  answers.hardware = hardware_of(view);
  return answers;
}

}  // namespace slackline::barriers
