#include "testbench/topology/from_file.hpp"

#include <algorithm>

namespace slackline::topology {

CyclesPerFlit GivenNetwork::slowest() const {
  CyclesPerFlit most;
  for (const Host& host : hosts) most = std::max(most, host.times.slower);
  for (const Link& link : links) most = std::max(most, link.times.slower);
  return most;
}

namespace {

/// Links from each switch to the nearest that has hosts. In a tree of any number of roots its levels; none where every
/// switch has hosts.
std::vector<std::uint8_t> levels(const GivenNetwork& given) {
  constexpr std::uint8_t unknown = 255;
  std::vector<std::vector<std::uint32_t>> neighbours(given.switches.size());
  for (const GivenNetwork::Link& link : given.links) {
    neighbours[link.a].push_back(link.b);
    neighbours[link.b].push_back(link.a);
  }
  std::vector<std::uint8_t> level(given.switches.size(), unknown);
  for (const GivenNetwork::Host& host : given.hosts) level[host.at] = 0;
  std::vector<std::uint32_t> order;
  for (std::uint32_t s = 0; s < level.size(); ++s)
    if (level[s] == 0) order.push_back(s);
  if (order.size() == level.size()) return {};
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const std::uint32_t other : neighbours[order[i]]) {
      if (level[other] != unknown) continue;
      level[other] = static_cast<std::uint8_t>(std::min(level[order[i]] + 1, unknown - 1));
      order.push_back(other);
    }
  return level;
}

}  // namespace

std::string FromFile::text() const { return given ? "file " + given->name + " (" + given->format + ")" : "file"; }

Violations FromFile::violations() const {
  Violations found;
  if (!given) found.push_back({"file", "", "a file that can be read"});
  return found;
}

Structure build(const FromFile& shape, network::Netlist& netlist) {
  Structure structure;
  structure.kind = Kind::file;
  if (!shape.given) return structure;
  const GivenNetwork& given = *shape.given;
  Wiring wiring(netlist, given.ports, given.hosts.size());
  for (const std::string& name : given.switches) wiring.add_switch(name);
  for (const GivenNetwork::Host& host : given.hosts) wiring.add_host(host.at, host.port, host.name);
  for (const GivenNetwork::Link& link : given.links) wiring.link(link.a, link.port_of_a, link.b, link.port_of_b);
  structure.level = levels(given);
  return structure;
}

void set_link_times(const GivenNetwork& given, network::Netlist& netlist) {
  std::size_t next = 0;
  const auto set = [&](const LinkTimes& of_file) {
    network::Channel &there = netlist.channels[next], &back = netlist.channels[next + 1];
    next += 2;
    if (of_file.there != 0) there.delay = back.stop_delay = of_file.there;
    if (of_file.back != 0) back.delay = there.stop_delay = of_file.back;
    for (network::Channel* channel : {&there, &back})
      channel->cycles_per_flit = times(channel->cycles_per_flit, of_file.slower);
  };
  for (const GivenNetwork::Host& host : given.hosts) set(host.times);
  for (const GivenNetwork::Link& link : given.links) set(link.times);
}

}  // namespace slackline::topology
