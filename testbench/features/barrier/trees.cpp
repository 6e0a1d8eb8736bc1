#include "testbench/features/barrier/trees.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "rtl_models/route_unit/table_entry.hpp"
#include "testbench/routing/dimension_order.hpp"
#include "testbench/routing/in_tree.hpp"

namespace slackline::barriers {

using barrier_unit::Address;
using barrier_unit::Planned;
using routing::no_port;
using routing::SwitchGraph;
using Rows = std::vector<std::vector<std::uint16_t>>;

namespace {

Rows no_ways(std::uint32_t switches) { return Rows(switches, std::vector<std::uint16_t>(switches, no_port)); }

/// The first of the channels that are there.
template <class IsIt>
const SwitchGraph::Link& link_of(const SwitchGraph& graph, std::uint32_t from, IsIt&& is_it) {
  return *std::find_if(graph.from(from).begin(), graph.from(from).end(), is_it);
}

const SwitchGraph::Link& link_by(const SwitchGraph& graph, std::uint32_t from, std::uint16_t port) {
  return link_of(graph, from, [port](const SwitchGraph::Link& link) { return link.out == port; });
}

const SwitchGraph::Link& link_to(const SwitchGraph& graph, std::uint32_t from, std::uint32_t to) {
  return link_of(graph, from, [to](const SwitchGraph::Link& link) { return link.other == to; });
}

}  // namespace

Rows spanning_tree_ports(const SwitchGraph& graph, const std::vector<std::uint32_t>& order) {
  const std::uint32_t n = graph.switches();
  std::vector<std::uint32_t> rank(n);
  for (std::uint32_t r = 0; r < n; ++r) rank[order[r]] = r;
  std::vector<const SwitchGraph::Link*> up(n, nullptr);
  for (std::uint32_t s = 0; s < n; ++s)
    for (const SwitchGraph::Link& link : graph.from(s))
      if (rank[link.other] < rank[s] && (up[s] == nullptr || rank[link.other] < rank[up[s]->other])) up[s] = &link;
  Rows rows = no_ways(n);
  for (std::uint32_t to = 0; to < n; ++to) {
    for (std::uint32_t at = to; up[at] != nullptr; at = up[at]->other)
      rows[up[at]->other][to] = link_to(graph, up[at]->other, at).out;
    for (const std::uint32_t s : order)  // those above a switch are done before it
      if (s != to && rows[s][to] == no_port && up[s] != nullptr &&
          (up[s]->other == to || rows[up[s]->other][to] != no_port))
        rows[s][to] = up[s]->out;
  }
  return rows;
}

Rows dimension_order_ports(const SwitchGraph& graph, const topology::Structure& structure) {
  const network::RouteTables tables = routing::dimension_order(graph, structure, routing::Dateline::none);
  Rows rows = no_ways(graph.switches());
  for (std::uint32_t to = 0; to < graph.switches(); ++to)
    for (std::uint32_t s = 0; s < graph.switches(); ++s)
      if (s != to)
        rows[s][to] =
            route_unit::TableEntry(tables.entries[std::size_t{s} * graph.nodes() + graph.nodes_at(to).front()]).port();
  return rows;
}

namespace {

struct Group {
  std::uint16_t centre = 0;
  std::vector<std::uint32_t> members;
};

std::map<std::uint8_t, Group> groups_of(const barrier::Traffic& traffic) {
  std::map<std::uint8_t, Group> groups;
  for (std::uint32_t node = 0; node < traffic.hosts.size(); ++node)
    for (const barrier::Membership& of : traffic.hosts[node]) {
      groups[of.group].centre = of.centre;
      groups[of.group].members.push_back(node);
    }
  return groups;
}

/// The trees of the groups, one after another.
class Planner {
 public:
  Planner(const SwitchGraph& graph, const barrier::NetworkWays& ways) : graph_(graph), ways_(ways) {}

  std::uint32_t next(std::uint32_t at, std::uint32_t to) const { return link_by(graph_, at, port(at, to)).other; }

  /// The first switch that is on the ways of all members to `top`.
  std::uint32_t where_all_meet(const Group& group, std::uint32_t top) const {
    std::map<std::uint32_t, std::size_t> passed;
    for (const std::uint32_t member : group.members)
      for (std::uint32_t at = graph_.host(member).at;; at = next(at, top)) {
        ++passed[at];
        if (at == top) break;
      }
    std::uint32_t at = graph_.host(group.members.front()).at;
    while (passed[at] != group.members.size()) at = next(at, top);
    return at;
  }

  /// The group's entry in each switch on the ways to `root`.
  std::map<std::uint32_t, Planned> tree(std::uint8_t number, const Group& group, std::uint32_t root) const {
    std::map<std::uint32_t, Planned> at_switch;
    for (const std::uint32_t member : group.members)
      walk(member, root, [&](std::uint32_t at, std::uint8_t in) { insert(at_switch[at].entry.children, in); });
    for (auto& [at, planned] : at_switch) {
      planned.entry.valid = true;
      planned.entry.group = number;
      planned.entry.root = at == root;
      planned.entry.node = at == root || count_of(planned.entry.children) > 1;
    }
    at_switch[root].entry.parent = Address::of_host(group.centre);
    at_switch[root].entry.members = at_switch[root].entry.counted = static_cast<std::uint16_t>(group.members.size());
    for (const std::uint32_t member : group.members) join(member, root, at_switch);
    return at_switch;
  }

  /// The group's entry in each switch with members, the centre not counted. `ends`: the last of each path.
  std::map<std::uint32_t, Planned> paths(std::uint8_t number, const Group& group, std::vector<Address>& ends) const {
    const std::uint32_t top = graph_.host(group.centre).at;
    std::map<std::uint32_t, Planned> at_switch;
    std::vector<std::uint32_t> starts;  // a member of each
    for (const std::uint32_t member : group.members) {
      if (member == group.centre) continue;
      Planned& planned = at_switch[graph_.host(member).at];
      if (!planned.entry.valid) starts.push_back(member);
      planned.entry.valid = planned.entry.node = true;
      planned.entry.group = number;
      hang_on(planned, graph_.host(member).port, Address::of_host(member));
    }
    std::sort(starts.begin(), starts.end(), [&](std::uint32_t a, std::uint32_t b) {
      const std::size_t of_a = length(a, top), of_b = length(b, top);
      return of_a != of_b ? of_a > of_b : graph_.host(a).at < graph_.host(b).at;
    });
    std::set<std::uint32_t> picked_up;
    for (const std::uint32_t start : starts) {
      if (picked_up.count(graph_.host(start).at) != 0) continue;
      Planned* last = nullptr;
      Address self;
      walk(start, top, [&](std::uint32_t at, std::uint8_t in) {
        const auto found = at_switch.find(at);
        if (found == at_switch.end() || !picked_up.insert(at).second) return;
        if (last != nullptr) {
          hang_on(found->second, in, self);
          last->entry.parent = Address::of_switch(at);
        }
        last = &found->second;
        self = Address::of_switch(at);
      });
      last->entry.parent = Address::of_host(group.centre);
      ends.push_back(self);
    }
    return at_switch;
  }

 private:
  static void hang_on(Planned& node, std::uint8_t in, Address child) {
    insert(node.entry.children, in);
    node.children.emplace_back(in, child);
  }

  std::uint16_t port(std::uint32_t at, std::uint32_t to) const {
    return ways_.ports_to_switch[std::size_t{at} * graph_.switches() + to];
  }

  /// How many switches are on the way of a host to `top`.
  std::size_t length(std::uint32_t host, std::uint32_t top) const {
    std::size_t switches = 0;
    walk(host, top, [&](std::uint32_t, std::uint8_t) { ++switches; });
    return switches;
  }

  /// Calls body(switch, input port) for all on the way from a host to `root`.
  template <class Body>
  void walk(std::uint32_t host, std::uint32_t root, Body&& body) const {
    std::uint32_t at = graph_.host(host).at;
    std::uint8_t in = graph_.host(host).port;
    for (;;) {
      body(at, in);
      if (at == root) return;
      const SwitchGraph::Link& link = link_by(graph_, at, port(at, root));
      at = link.other;
      in = link.in;
    }
  }

  /// Adds the children on the way of a member.
  void join(std::uint32_t member, std::uint32_t root, std::map<std::uint32_t, Planned>& at_switch) const {
    Address last = Address::of_host(member);
    Planned* below = nullptr;
    walk(member, root, [&](std::uint32_t at, std::uint8_t in) {
      Planned& here = at_switch[at];
      if (!here.entry.node) return;
      if (std::find(here.children.begin(), here.children.end(), std::pair(in, last)) == here.children.end())
        here.children.emplace_back(in, last);
      last = Address::of_switch(at);
      if (below != nullptr) below->entry.parent = last;
      below = &here;
    });
  }

  const SwitchGraph& graph_;
  const barrier::NetworkWays& ways_;
};

barrier::Membership& membership(barrier::Traffic& traffic, std::uint32_t host, std::uint8_t group) {
  return *std::find_if(traffic.hosts[host].begin(), traffic.hosts[host].end(),
                       [group](const barrier::Membership& of) { return of.group == group; });
}

}  // namespace

void plan_trees(const SwitchGraph& graph, TreeRoot root, bool acknowledged, barrier::NetworkWays& ways,
                barrier::Traffic& traffic) {
  ways.planned.assign(graph.switches(), {});
  const Planner planner(graph, ways);
  for (const auto& [number, group] : groups_of(traffic)) {
    const std::uint32_t top =
        root.top.has_value() ? planner.where_all_meet(group, *root.top) : graph.host(group.centre).at;
    std::map<std::uint32_t, Planned> tree = planner.tree(number, group, top);
    for (const std::uint32_t member : group.members) {
      std::uint32_t at = graph.host(member).at;
      while (!tree[at].entry.node) at = planner.next(at, top);
      barrier::Membership& of = membership(traffic, member, number);
      of.planned = true;
      of.parent = Address::of_switch(at);
      of.acknowledges = acknowledged;
    }
    for (auto& [at, planned] : tree)
      if (planned.entry.node) {
        planned.entry.acknowledges = acknowledged;
        ways.planned[at].push_back(std::move(planned));
      }
  }
}

void plan_paths(const SwitchGraph& graph, barrier::NetworkWays& ways, barrier::Traffic& traffic) {
  ways.planned.assign(graph.switches(), {});
  const Planner planner(graph, ways);
  for (const auto& [number, group] : groups_of(traffic)) {
    std::vector<Address>& ends = traffic.partners[number];
    ends.clear();
    for (auto& [at, planned] : planner.paths(number, group, ends)) ways.planned[at].push_back(planned);
    for (const std::uint32_t member : group.members) {
      barrier::Membership& of = membership(traffic, member, number);
      of.planned = true;
      of.by_software = member == group.centre;
      of.parent = of.by_software ? Address::of_host(static_cast<std::uint16_t>(member))
                                 : Address::of_switch(graph.host(member).at);
    }
  }
}

std::vector<std::uint32_t> depth_first(const SwitchGraph& graph, const std::vector<std::uint32_t>& order) {
  const std::uint32_t n = graph.switches();
  std::vector<std::uint32_t> rank(n), found;
  for (std::uint32_t r = 0; r < n; ++r) rank[order[r]] = r;
  std::vector<std::vector<std::uint32_t>> below(n);
  std::vector<std::uint32_t> open;
  for (const std::uint32_t s : order) {  // each hangs on the first of its neighbours
    std::uint32_t up = s;
    for (const SwitchGraph::Link& link : graph.from(s))
      if (rank[link.other] < rank[up]) up = link.other;
    if (up == s)
      open.push_back(s);
    else
      below[up].push_back(s);
  }
  std::reverse(open.begin(), open.end());
  while (!open.empty()) {
    const std::uint32_t s = open.back();
    open.pop_back();
    found.push_back(s);
    open.insert(open.end(), below[s].rbegin(), below[s].rend());
  }
  return found;
}

namespace {

/// The tree of the members from `first` on, up to `end`: the first is the parent of the one in the middle, which has the second
/// half below it, and so on.
void join_halves(const std::vector<std::uint16_t>& members, std::size_t first, std::size_t end, std::uint8_t group,
                 barrier::Traffic& traffic) {
  while (end - first > 1) {
    const std::size_t middle = first + (end - first + 1) / 2;
    membership(traffic, members[first], group).children.push_back(Address::of_host(members[middle]));
    membership(traffic, members[middle], group).parent = Address::of_host(members[first]);
    join_halves(members, middle, end, group, traffic);
    end = middle;
  }
}

}  // namespace

void plan_member_trees(const SwitchGraph& graph, const std::vector<std::uint32_t>& switches, bool in_hardware,
                       barrier::Traffic& traffic) {
  std::vector<std::uint32_t> rank(graph.switches());
  for (std::uint32_t r = 0; r < switches.size(); ++r) rank[switches[r]] = r;
  for (const auto& [number, group] : groups_of(traffic)) {
    std::vector<std::uint16_t> members(group.members.begin(), group.members.end());
    const auto place = [&](std::uint16_t host) { return std::pair(rank[graph.host(host).at], host); };
    std::sort(members.begin(), members.end(), [&](auto a, auto b) { return place(a) < place(b); });
    std::rotate(members.begin(), std::find(members.begin(), members.end(), group.centre), members.end());
    for (const std::uint16_t member : members) {
      membership(traffic, member, number).by_software = true;
      membership(traffic, member, number).combines_in_hardware = in_hardware;
    }
    membership(traffic, members.front(), number).parent = Address::of_host(members.front());
    join_halves(members, 0, members.size(), number, traffic);
  }
}

}  // namespace slackline::barriers
