#include "tests/testbench/routing/networks.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

namespace slackline::test {

using network::InstanceKind;
using network::Netlist;
using network::PortRef;

namespace {

void join(Netlist& netlist, const PortRef& a, const PortRef& b) {
  netlist.channels.push_back({{}, a, b});
  netlist.channels.push_back({{}, b, a});
}

}  // namespace

Netlist joined(unsigned switches, const LinkList& links, const std::vector<unsigned>& hosts) {
  Netlist netlist;
  std::vector<std::uint8_t> used(switches, 0);
  const auto next_port = [&](unsigned s) { return PortRef{InstanceKind::any_switch, s, PortId(used[s]++)}; };
  for (unsigned s = 0; s < switches; ++s) netlist.switches.push_back({"switch" + std::to_string(s), {}});
  for (const auto& [a, b] : links) {
    const PortRef at_a = next_port(a);
    join(netlist, at_a, next_port(b));
  }
  for (unsigned s = 0; s < switches; ++s)
    for (unsigned h = 0; h < hosts[s]; ++h) {
      const auto node = static_cast<std::uint32_t>(netlist.endpoints.size());
      netlist.endpoints.push_back({"host" + std::to_string(node), {NodeId(node)}});
      join(netlist, {InstanceKind::endpoint, node, PortId(0)}, next_port(s));
    }
  netlist.switch_kinds[0].ports = std::max<std::uint8_t>(2, *std::max_element(used.begin(), used.end()));
  netlist.workloads[0].traffic.nodes = static_cast<std::uint32_t>(netlist.endpoints.size());
  return netlist;
}

Netlist random_network(RandomStream& random, unsigned switches, unsigned more) {
  LinkList links;
  const auto add = [&](unsigned a, unsigned b) {
    const std::pair<unsigned, unsigned> link = std::minmax(a, b);
    if (a != b && std::find(links.begin(), links.end(), link) == links.end()) links.push_back(link);
  };
  for (unsigned s = 1; s < switches; ++s) add(s, random.below(s));
  for (unsigned i = 0; i < more; ++i) add(random.below(switches), random.below(switches));
  std::vector<unsigned> hosts;
  for (unsigned s = 0; s < switches; ++s) hosts.push_back(s < 2 ? 1 : random.below(3));
  return joined(switches, links, hosts);
}

std::vector<Step> steps_between_switches(const Netlist& netlist) {
  std::vector<Step> steps;
  for (const network::Channel& c : netlist.channels)
    if (c.from.kind == InstanceKind::any_switch && c.to.kind == InstanceKind::any_switch)
      steps.push_back({c.from.instance, c.from.port.value, c.to.instance, c.to.port.value});
  return steps;
}

const Step& step_by(const std::vector<Step>& steps, unsigned from, unsigned port) {
  for (const Step& step : steps)
    if (step.from == from && step.port == port) return step;
  FAIL("no channel from switch " << from << " by port " << port);
  return steps.front();
}

std::pair<unsigned, unsigned> place_of(const Netlist& netlist, unsigned node) {
  for (const network::Channel& c : netlist.channels)
    if (c.to.kind == InstanceKind::endpoint && netlist.endpoints[c.to.instance].place.node.value == node)
      return {c.from.instance, c.from.port.value};
  return {no_way, 0};
}

std::vector<std::vector<unsigned>> all_distances(unsigned switches, const std::vector<Step>& steps) {
  std::vector<std::vector<unsigned>> distance(switches, std::vector<unsigned>(switches, no_way));
  for (unsigned s = 0; s < switches; ++s) distance[s][s] = 0;
  for (const Step& step : steps) distance[step.from][step.to] = 1;
  for (unsigned by = 0; by < switches; ++by)
    for (unsigned a = 0; a < switches; ++a)
      for (unsigned b = 0; b < switches; ++b)
        distance[a][b] = std::min(distance[a][b], distance[a][by] + distance[by][b]);
  return distance;
}

route_unit::TableEntry table_entry(const network::RouteTables& tables, const Netlist& netlist, unsigned s,
                                   unsigned node) {
  return route_unit::TableEntry(tables.entries[s * netlist.endpoints.size() + node]);
}

}  // namespace slackline::test
