#include "tests/rtl_models/barrier/barrier_unit/unit_network.hpp"

#include <algorithm>

#include "testbench/routing/in_tree.hpp"
#include "testbench/routing/up_down.hpp"

namespace slackline::barrier_unit::test {

Graph graph_of(const network::Netlist& netlist, unsigned root) {
  Graph graph;
  graph.ports.resize(netlist.switches.size());
  graph.switch_of_host.resize(netlist.endpoints.size());
  graph.port_of_host.resize(netlist.endpoints.size());
  for (const network::Channel& channel : netlist.channels) {
    if (channel.from.kind == network::InstanceKind::endpoint) continue;
    std::vector<Graph::End>& ports = graph.ports[channel.from.instance];
    ports.resize(std::max<std::size_t>(ports.size(), channel.from.port.value + 1u));
    Graph::End& end = ports[channel.from.port.value];
    end = {channel.to.instance, channel.to.port.value, channel.to.kind == network::InstanceKind::endpoint};
    if (!end.is_host) continue;
    end.node = netlist.endpoints[channel.to.instance].place.node.value;
    graph.switch_of_host[end.node] = static_cast<std::uint16_t>(channel.from.instance);
    graph.port_of_host[end.node] = channel.from.port.value;
  }
  const routing::SwitchGraph switches(netlist);
  graph.ports_to_switch = routing::in_tree_ports(switches, routing::order_from_root(switches, root));
  return graph;
}

Tree tree_of_routes(const Graph& graph, const Group& group) {
  const unsigned root = graph.switch_of_host[group.centre];
  // The switch or host that sends through each channel, by switch and channel.
  std::map<unsigned, std::map<unsigned, Graph::End>> inputs;
  for (const unsigned host : group.members) {
    unsigned at = graph.switch_of_host[host];
    inputs[at][graph.port_of_host[host]] = {host, 0, true};
    while (at != root) {
      const Graph::End& end = graph.ports[at][graph.ports_to_switch[at][root]];
      inputs[end.node][end.port] = {at, 0, false};
      at = end.node;
    }
  }
  Tree tree;
  for (const auto& [at, channels] : inputs) {
    if (at != root && channels.size() < 2) continue;
    for (const auto& [channel, first] : channels) {
      Graph::End below = first;  // follows a branch down to where it forks or ends
      while (!below.is_host && inputs[below.node].size() == 1) below = inputs[below.node].begin()->second;
      tree[at][channel] = below.is_host ? Address::of_host(below.node) : Address::of_switch(below.node);
    }
  }
  return tree;
}

UnitNetwork::UnitNetwork(const Graph& graph, const Params& params, std::vector<Group> groups, std::uint64_t seed)
    : trees(groups.size()),
      completed(groups.size()),
      notices(groups.size()),
      graph_(graph),
      groups_(std::move(groups)),
      random_(seed, 0, RandomPurpose::test),
      half_(graph.hosts()),
      taken_(graph.switches()) {
  for (unsigned s = 0; s < graph.switches(); ++s) {
    Params here = params;
    here.ports = static_cast<std::uint8_t>(std::max<std::size_t>(2, graph.ports[s].size()));
    Place place;
    place.self = Address::of_switch(s);
    place.ports_to_switch = graph.ports_to_switch[s].data();
    place.switch_of_host = graph.switch_of_host.data();
    place.port_of_host = graph.port_of_host.data();
    place.switches = static_cast<std::uint16_t>(graph.switches());
    place.hosts = static_cast<std::uint16_t>(graph.hosts());
    units.push_back(std::make_unique<Instance>(here, place));
    to_switch_.emplace_back(here.ports);
  }
  for (unsigned g = 0; g < groups_.size(); ++g)
    for (const unsigned host : groups_[g].members) {
      Member member;
      member.host = host;
      member.group = g;
      member.ready_at = random_.below(200);
      members_.push_back(member);
    }
}

void UnitNetwork::append(Link& link, std::uint32_t word, std::uint64_t due) {
  if (!link.empty()) due = std::max(due, link.back().due + 1);
  link.push_back({word, due});
}

/// The receiver has room for the flits in flight and one more message.
bool UnitNetwork::has_room(const Graph::End& end) const {
  if (end.is_host) return true;
  const Instance& unit = *units[end.node];
  const unsigned held = 2u * unit.state.in[end.port].count + has(unit.state.has_half, end.port);
  return held + to_switch_[end.node][end.port].size() + 2 <= 2u * unit.params.buffer;
}

void UnitNetwork::host_sends(Member& member, Message message) {
  const Group& group = groups_[member.group];
  message.group = group.number;
  message.from = Address::of_host(member.host);
  const unsigned at = graph_.switch_of_host[member.host];
  for (const std::uint32_t word : message.flits())
    append(to_switch_[at][graph_.port_of_host[member.host]], word, some_delay());
  last_event_ = now_;
}

void UnitNetwork::hosts_act() {
  for (Member& member : members_) {
    const Group& group = groups_[member.group];
    const Graph::End end{graph_.switch_of_host[member.host], graph_.port_of_host[member.host], false};
    if (now_ < member.ready_at || !has_room(end)) continue;
    Message message;
    if (member.sent == member.done && member.sent < group.barriers) {
      message.phase = member.sent % 2 != 0;
      message.to = Address::of_host(group.centre);
      if (member.sent == 0) {
        message.type = Type::build;
        if (member.host == group.centre) message.node = static_cast<std::uint16_t>(group.members.size());
      } else {
        message.type = Type::reduce;
        message.to = member.parent;
      }
      ++member.sent;
      host_sends(member, message);
    } else if (member.done == group.barriers && !member.released && release_at_end) {
      message.type = Type::release;
      message.to = Address::of_host(group.centre);
      member.released = true;
      host_sends(member, message);
    }
  }
}

void UnitNetwork::host_receives(unsigned host, const Message& message) {
  last_event_ = now_;
  const auto of_group = [&](const Member& m) { return groups_[m.group].number == message.group; };
  const auto member =
      std::find_if(members_.begin(), members_.end(), [&](const Member& m) { return m.host == host && of_group(m); });
  if (member == members_.end() || message.to != Address::of_host(host)) {
    problems.push_back("host " + std::to_string(host) + " gets what is not for it");
    return;
  }
  if (message.type == Type::build && message.refused) {
    ++notices[member->group];
    return;
  }
  if (message.type != Type::distribute || member->sent != member->done + 1) {
    problems.push_back("host " + std::to_string(host) + " comes out of a barrier at which it has not arrived");
    return;
  }
  for (const Member& other : members_)
    if (other.group == member->group && other.sent <= member->done)
      problems.push_back("host " + std::to_string(host) + " comes out before host " + std::to_string(other.host) +
                         " has arrived");
  if (message.phase != (member->done % 2 != 0)) problems.push_back("host " + std::to_string(host) + ": wrong phase");
  if (member->done == 0) {
    member->parent = message.from;
    if (trees[member->group].empty()) trees[member->group] = tree_in_tables(groups_[member->group]);
  } else if (member->parent != message.from) {
    problems.push_back("host " + std::to_string(host) + " gets another parent");
  }
  ++member->done;
  member->ready_at = now_ + random_.below(60);
  if (std::all_of(members_.begin(), members_.end(),
                  [&](const Member& m) { return m.group != member->group || m.done >= member->done; }))
    completed[member->group] = member->done;
}

void UnitNetwork::links_take_flits() {
  for (unsigned s = 0; s < graph_.switches(); ++s) {
    taken_[s] = 0;
    const Instance& unit = *units[s];
    for_each_bit(unit.state.offers, [&](unsigned port) {
      const Graph::End& end = graph_.ports[s][port];
      if (random_.below(4) == 0 || (!has(unit.state.second, port) && !has_room(end))) return;
      taken_[s] |= bit(port);
      messages_ += has(unit.state.second, port) && !end.is_host;
      const std::uint32_t word = word_out(unit.params, unit.state, port);
      if (!end.is_host) {
        append(to_switch_[end.node][end.port], word, some_delay());
        return;
      }
      half_[end.node].push_back(word);
      if (half_[end.node].size() < 2) return;
      const Message message = Message::from_flits(half_[end.node][0], half_[end.node][1]);
      half_[end.node].clear();
      host_receives(end.node, message);
    });
  }
}

void UnitNetwork::edge() {
  for (unsigned s = 0; s < graph_.switches(); ++s) {
    Instance& unit = *units[s];
    Inputs in;
    std::vector<std::uint32_t> words(unit.params.ports);
    for (unsigned port = 0; port < unit.params.ports; ++port) {
      Link& link = to_switch_[s][port];
      if (link.empty() || link.front().due > now_) continue;
      in.arrivals |= bit(port);
      words[port] = link.front().word;
      link.pop_front();
    }
    in.words = words.data();
    in.taken = taken_[s];
    unit.step(in);
  }
}

void UnitNetwork::run() {
  constexpr std::uint64_t patience = 2000;
  for (; now_ < last_event_ + patience; ++now_) {
    hosts_act();
    links_take_flits();
    edge();
  }
}

Tree UnitNetwork::tree_in_tables(const Group& group) const {
  Tree tree;
  for (unsigned s = 0; s < graph_.switches(); ++s) {
    const Instance& unit = *units[s];
    const Entry* entry = find(unit.params, unit.state, group.number);
    if (entry == nullptr || !entry->node) continue;
    for_each_bit(entry->children, [&](unsigned c) { tree[s][c] = children_of(unit.params, unit.state, *entry)[c]; });
  }
  return tree;
}

}  // namespace slackline::barrier_unit::test
