#include "rtl_models/host/barrier_calls.hpp"

#include <algorithm>
#include <map>

#include "rtl_models/firmware/barrier_table.h"
#include "rtl_models/firmware/firmware.h"

namespace slackline::host {

using barrier::Member;
using barrier::Membership;
using barrier::Traffic;

namespace {

bool may_enter(const Traffic& traffic, const Member& member) { return !member.waits && member.round != traffic.rounds; }

}  // namespace

std::optional<firmware::Command> enter(const Traffic& traffic, std::uint32_t node, Member* members, Cycle now) {
  const std::vector<Membership>& of = traffic.hosts[node];
  for (std::size_t i = 0; i < of.size(); ++i) {
    Member& member = members[i];
    if (!may_enter(traffic, member) || member.enters > now) continue;
    member.entered[member.round] = Cycle(now.value - traffic.send_overhead);
    member.waits = true;
    return firmware::Command{NIC_COMMAND_BARRIER, of[i].group, member.round, 0};
  }
  return std::nullopt;
}

bool leave(const Traffic& traffic, std::uint32_t node, Member* members, Cycle now,
           const firmware::Completion& completion) {
  const std::vector<Membership>& of = traffic.hosts[node];
  const auto group =
      std::find_if(of.begin(), of.end(), [&](const Membership& x) { return x.group == completion.peer; });
  if (group == of.end()) return false;
  Member& member = members[group - of.begin()];
  if (!member.waits || member.round != completion.message) return false;
  member.waits = false;
  const Cycle left = now + traffic.receive_overhead;
  member.left[member.round++] = left;
  member.enters = barrier::next_message(traffic, *group, member.round, left);
  return true;
}

Cycle next_entry(const Traffic& traffic, std::uint32_t node, const Member* members) {
  Cycle next = never;
  for (std::size_t i = 0; i < traffic.hosts[node].size(); ++i)
    if (may_enter(traffic, members[i])) next = std::min<Cycle>(next, members[i].enters);
  return next;
}

std::vector<std::vector<std::uint32_t>> tables(const Traffic& traffic) {
  std::map<unsigned, std::vector<std::uint32_t>> hosts_of;  // by group, in rank order
  for (std::uint32_t node = 0; node < traffic.hosts.size(); ++node)
    for (const Membership& m : traffic.hosts[node]) hosts_of[m.group].push_back(node);
  std::vector<std::vector<std::uint32_t>> tables(traffic.hosts.size());
  for (std::uint32_t node = 0; node < tables.size(); ++node) {
    const std::vector<Membership>& of = traffic.hosts[node];
    std::vector<std::uint32_t>& table = tables[node];
    table.assign(BARRIER_RECORDS + of.size() * BARRIER_GROUP_WORDS, 0);
    table[BARRIER_GROUPS] = static_cast<std::uint32_t>(of.size());
    for (std::size_t i = 0; i < of.size(); ++i) {
      const std::vector<std::uint32_t>& hosts = hosts_of[of[i].group];
      const auto rank_of = [&](std::uint32_t host) {
        return static_cast<std::uint32_t>(std::lower_bound(hosts.begin(), hosts.end(), host) - hosts.begin());
      };
      const std::size_t record = BARRIER_RECORDS + i * BARRIER_GROUP_WORDS;
      table[record + BARRIER_NUMBER] = of[i].group;
      table[record + BARRIER_CENTRE] = rank_of(of[i].centre);
      table[record + BARRIER_MEMBERS] = static_cast<std::uint32_t>(hosts.size());
      table[record + BARRIER_RANK] = rank_of(node);
      table[record + BARRIER_LIST] = static_cast<std::uint32_t>(table.size());
      table.insert(table.end(), hosts.begin(), hosts.end());
    }
  }
  return tables;
}

}  // namespace slackline::host
