#include "rtl_models/endpoint/barrier_members.hpp"

#include <algorithm>

namespace slackline::endpoint {

using barrier_unit::Address;
using barrier_unit::Message;
using barrier_unit::Type;

void reserve(const BarrierTraffic& traffic, Arena& counting) {
  std::size_t most = 0;
  for (const std::vector<Membership>& of : traffic.hosts) most = std::max(most, of.size());
  counting.take<Member>(most);
  for (std::size_t i = 0; i < 2 * most; ++i) counting.take<Cycle>(traffic.rounds);
}

void bind(const BarrierTraffic& traffic, std::uint32_t node, Member*& members, Arena& arena) {
  const std::vector<Membership>& of = traffic.hosts[node];
  members = arena.take<Member>(of.size());
  for (std::size_t i = 0; i < of.size(); ++i) {
    auto* entered = arena.take<Cycle>(traffic.rounds);
    auto* left = arena.take<Cycle>(traffic.rounds);
    if (members == nullptr) continue;
    members[i].enters = of[i].enters + traffic.send_overhead;
    members[i].entered = entered;
    members[i].left = left;
    std::fill_n(entered, traffic.rounds, never);
    std::fill_n(left, traffic.rounds, never);
  }
}

namespace {

Message message_of(const Membership& of, const Member& member, std::uint32_t node) {
  Message m;
  m.group = of.group;
  m.from = Address::of_host(node);
  m.phase = (member.round & 1) != 0;
  m.type = member.round == 0 ? Type::build : Type::reduce;
  m.to = member.round == 0 ? Address::of_host(of.centre) : member.parent;
  if (m.type == Type::build && of.centre == node) m.node = of.members;
  return m;
}

void take(const BarrierTraffic& traffic, std::uint32_t node, Member* members, BarrierPort& port, Cycle now) {
  const Message m = pop(port);
  const std::vector<Membership>& of = traffic.hosts[node];
  const auto group = std::find_if(of.begin(), of.end(), [&](const Membership& x) { return x.group == m.group; });
  Member* member = group == of.end() ? nullptr : members + (group - of.begin());
  if (member != nullptr && m.type == Type::build && m.refused) {
    member->fell_back = true;
    return;
  }
  if (member == nullptr || m.type != Type::distribute || !member->waits || m.phase != ((member->round & 1) != 0)) {
    ++port.lost;
    return;
  }
  member->parent = m.from;
  member->waits = false;
  member->left[member->round++] = now + traffic.receive_overhead;
  member->enters = now + traffic.receive_overhead + traffic.think + traffic.send_overhead;
}

}  // namespace

Cycle step(const BarrierTraffic& traffic, std::uint32_t node, Member* members, BarrierPort& port, Cycle now) {
  while (port.in_count != 0) take(traffic, node, members, port, now);
  const std::vector<Membership>& of = traffic.hosts[node];
  Cycle next = never;
  for (std::size_t i = 0; i < of.size(); ++i) {
    Member& member = members[i];
    if (member.waits || member.round == traffic.rounds) continue;
    if (member.enters > now || !has_room(port)) {
      next = std::min(next, std::max(member.enters, now + 1));
      continue;
    }
    push(port, message_of(of[i], member, node));
    member.entered[member.round] = Cycle(now.value - traffic.send_overhead);
    member.waits = true;
  }
  return next;
}

}  // namespace slackline::endpoint
