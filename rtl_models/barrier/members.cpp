#include "rtl_models/barrier/members.hpp"

#include <algorithm>

namespace slackline::barrier {

using barrier_unit::Address;
using barrier_unit::Message;
using barrier_unit::Type;

void add_group(Traffic& traffic, std::uint8_t group, std::uint16_t centre, const std::vector<std::uint16_t>& members,
               const std::vector<Cycle>& enters) {
  if (traffic.members.size() <= group) traffic.members.resize(group + 1u);
  traffic.members[group] = members;
  if (traffic.partners.size() <= group) traffic.partners.resize(group + 1u);
  for (const std::uint16_t member : members)
    if (member != centre) traffic.partners[group].push_back(Address::of_host(member));
  for (std::size_t i = 0; i < members.size(); ++i)
    traffic.hosts[members[i]].push_back({group, centre, static_cast<std::uint16_t>(members.size()), enters[i]});
}

Cycle next_message(const Traffic& traffic, const Membership& of, std::uint32_t round, Cycle left) {
  return std::max(left + traffic.think, of.enters + std::uint64_t{round} * traffic.period) + traffic.send_overhead;
}

void reserve(const Traffic& traffic, Arena& counting) {
  std::size_t most = 0;
  for (const std::vector<Membership>& of : traffic.hosts) most = std::max(most, of.size());
  counting.take<Member>(most);
  for (std::size_t i = 0; i < 2 * most; ++i) counting.take<Cycle>(traffic.rounds);
}

void bind(const Traffic& traffic, std::uint32_t node, Member*& members, Arena& arena) {
  const std::vector<Membership>& of = traffic.hosts[node];
  members = arena.take<Member>(of.size());
  for (std::size_t i = 0; i < of.size(); ++i) {
    auto* entered = arena.take<Cycle>(traffic.rounds);
    auto* left = arena.take<Cycle>(traffic.rounds);
    if (members == nullptr) continue;
    members[i].fell_back = of[i].by_software;
    members[i].parent = of[i].parent;
    members[i].enters = of[i].enters == never ? never : of[i].enters + traffic.send_overhead;
    members[i].entered = entered;
    members[i].left = left;
    std::fill_n(entered, traffic.rounds, never);
    std::fill_n(left, traffic.rounds, never);
  }
}

namespace {

class Software {
 public:
  Software(const Traffic& traffic, std::uint32_t node, Member* members, HostPort& port, Cycle now)
      : traffic_(traffic), node_(node), of_(traffic.hosts[node]), members_(members), port_(port), now_(now) {}

  Cycle run() {
    while (port_.in_count != 0) take(pop(port_));
    Cycle next = never;
    for (std::size_t i = 0; i < of_.size(); ++i) next = std::min(next, go_on(of_[i], members_[i]));
    return next;
  }

 private:
  bool is_centre(const Membership& of) const { return of.centre == node_; }
  /// Whose arrivals it counts: its children, or those of a centre without a tree.
  const std::vector<Address>& partners(const Membership& of) const {
    return is_centre(of) && of.children.empty() ? traffic_.partners[of.group] : of.children;
  }
  bool counts(const Membership& of, const Member& member) const {
    return member.fell_back && (is_centre(of) || !of.children.empty());
  }

  // The costs of a message of a partner.
  std::uint32_t send_cost(const Membership& of) const { return of.combines_in_hardware ? 0 : traffic_.send_overhead; }
  std::uint32_t receive_cost(const Membership& of) const {
    return of.combines_in_hardware ? 0 : traffic_.receive_overhead;
  }

  // --- what has come

  void take(const Message& m) {
    const auto group = std::find_if(of_.begin(), of_.end(), [&](const Membership& x) { return x.group == m.group; });
    if (group == of_.end() || !take(*group, members_[group - of_.begin()], m)) ++port_.lost;
  }

  /// False: nothing is known of it.
  bool take(const Membership& of, Member& member, const Message& m) {
    switch (m.type) {
      case Type::build: return m.refused && is_centre(of) && fall_back(of, member);
      case Type::reduce: return counts(of, member) && count_arrival(of, member, m.phase);
      case Type::distribute: return m.refused ? do_without_units(of, member) : leave(of, member, m);
      case Type::release:
      case Type::acknowledge:
      case Type::none: break;
    }
    return false;
  }

  bool leave(const Membership& of, Member& member, const Message& m) {
    if (!member.waits || m.phase != phase_of(member)) return false;
    if (!of.children.empty()) {
      member.software_free = now_ + receive_cost(of);
      begin_sending(of, member, Sending::leave);
      return true;
    }
    member.parent = m.from;
    member.owes_acknowledgement = of.acknowledges;
    leave(of, member, now_ + traffic_.receive_overhead);
    return true;
  }

  void leave(const Membership& of, Member& member, Cycle left) {
    member.waits = false;
    member.left[member.round++] = left;
    member.enters = next_message(traffic_, of, member.round, left);
  }

  /// At the centre: the first of several such messages counts.
  bool fall_back(const Membership& of, Member& member) {
    if (member.fell_back) return true;
    member.fell_back = true;
    member.releases = member.waits;
    begin_sending(of, member, Sending::fall_back);
    return true;
  }

  bool do_without_units(const Membership& of, Member& member) {
    if (member.fell_back || member.round != 0) return false;
    member.fell_back = true;
    member.parent = Address::of_host(of.centre);
    member.releases = member.reports_again = member.waits;
    if (member.waits) member.enters = now_ + traffic_.receive_overhead + traffic_.send_overhead;
    return true;
  }

  bool count_arrival(const Membership& of, Member& member, bool phase) {
    if (member.arrived[phase ? 1 : 0] == partners(of).size()) return false;
    ++member.arrived[phase ? 1 : 0];
    member.software_free = std::max<Cycle>(member.software_free, now_) + receive_cost(of);
    return true;
  }

  // --- what is to be done

  /// Returns the next edge at which there is something to do.
  Cycle go_on(const Membership& of, Member& member) {
    if (member.owes_acknowledgement && has_room(port_)) {
      Message m = message(of, member, Type::acknowledge, member.parent);
      m.phase = !m.phase;  // of the barrier that it has come out of last
      push(port_, m);
      member.owes_acknowledgement = false;
    }
    if (member.releases && has_room(port_)) {
      push(port_, message(of, member, Type::release, Address::of_host(of.centre)));
      member.releases = false;
    }
    if (is_due(member) && !member.owes_acknowledgement && member.enters <= now_ && has_room(port_)) enter(of, member);
    if (counts(of, member)) direct(of, member);
    Cycle next = member.releases || member.owes_acknowledgement ? now_ + 1 : never;
    if (is_due(member)) next = std::min(next, std::max<Cycle>(member.enters, now_ + 1));
    if (member.sending != Sending::nothing) next = std::min(next, std::max<Cycle>(member.sends, now_ + 1));
    if (has_all(of, member)) next = now_ + 1;
    return next;
  }

  /// It and all its partners have entered.
  bool has_all(const Membership& of, const Member& member) const {
    return counts(of, member) && !member.reported && member.sending == Sending::nothing && member.waits &&
           member.arrived[phase_of(member) ? 1 : 0] == partners(of).size();
  }

  bool is_due(const Member& member) const {
    return member.reports_again || (!member.waits && member.round != traffic_.rounds);
  }

  void enter(const Membership& of, Member& member) {
    if (!member.waits) member.entered[member.round] = Cycle(now_.value - traffic_.send_overhead);
    member.waits = true;
    member.reports_again = false;
    if (counts(of, member)) return;  // it reports when all its partners have entered
    const bool builds = member.round == 0 && !member.fell_back && !of.planned;
    push(port_, builds ? message(of, member, Type::build, Address::of_host(of.centre))
                       : message(of, member, Type::reduce, member.parent));
  }

  /// A host that counts arrivals.
  void direct(const Membership& of, Member& member) {
    if (has_all(of, member)) {
      member.arrived[phase_of(member) ? 1 : 0] = 0;
      if (is_centre(of)) {
        if (of.combines_in_hardware) member.software_free = now_;
        begin_sending(of, member, Sending::leave);
      } else {  // its own entry has cost the software already
        member.sending = Sending::report;
        member.sends = std::max<Cycle>(now_, member.software_free + send_cost(of));
      }
    }
    if (member.sending == Sending::nothing || member.sends > now_) return;
    if (member.sending == Sending::report) {
      if (!has_room(port_)) return;
      push(port_, message(of, member, Type::reduce, member.parent));
      member.sending = Sending::nothing;
      member.reported = true;
      return;
    }
    const std::vector<Address>& all = partners(of);
    if (member.sent < all.size()) {
      if (!has_room(port_)) return;
      Message m = message(of, member, Type::distribute, all[member.sent++]);
      m.refused = member.sending == Sending::fall_back;
      push(port_, m);
      member.sends = now_ + send_cost(of);
    }
    if (member.sent < all.size()) return;
    if (member.sending == Sending::leave)
      leave(of, member, of.combines_in_hardware ? member.software_free + traffic_.receive_overhead : now_);
    member.sending = Sending::nothing;
    member.reported = false;
  }

  void begin_sending(const Membership& of, Member& member, Sending what) {
    member.sending = what;
    member.sent = 0;
    member.sends = std::max<Cycle>(member.software_free, now_) + send_cost(of);
    if (what == Sending::fall_back) member.sends = member.sends + traffic_.receive_overhead;
  }

  static bool phase_of(const Member& member) { return (member.round & 1) != 0; }

  Message message(const Membership& of, const Member& member, Type type, Address to) const {
    Message m;
    m.type = type;
    m.group = of.group;
    m.to = to;
    m.from = Address::of_host(node_);
    m.phase = phase_of(member);
    if (type == Type::build && is_centre(of)) m.node = of.members;
    return m;
  }

  const Traffic& traffic_;
  const std::uint32_t node_;
  const std::vector<Membership>& of_;
  Member* const members_;
  HostPort& port_;
  const Cycle now_;
};

}  // namespace

Cycle step(const Traffic& traffic, std::uint32_t node, Member* members, HostPort& port, Cycle now) {
  return Software(traffic, node, members, port, now).run();
}

}  // namespace slackline::barrier
