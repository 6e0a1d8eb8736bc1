#include "tests/testbench/topology/built.hpp"

#include <catch2/catch.hpp>
#include <map>

namespace slackline::test {

using network::InstanceKind;

std::string Built::channel_from(const std::string& switch_name, unsigned port) const {
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::any_switch && channel.from.port.value == port &&
        netlist.name(channel.from) == switch_name)
      return network::channel_name(netlist, channel);
  return "";
}

std::set<std::string> Built::channel_names() const {
  std::set<std::string> names;
  for (const network::Channel& channel : netlist.channels) names.insert(network::channel_name(netlist, channel));
  return names;
}

std::vector<std::vector<std::uint32_t>> Built::neighbours() const {
  std::vector<std::map<unsigned, std::uint32_t>> by_port(netlist.switches.size());
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::any_switch && channel.to.kind == InstanceKind::any_switch)
      by_port[channel.from.instance][channel.from.port.value] = channel.to.instance;
  std::vector<std::vector<std::uint32_t>> all(by_port.size());
  for (std::size_t s = 0; s < by_port.size(); ++s)
    for (const auto& [port, behind] : by_port[s]) all[s].push_back(behind);
  return all;
}

Built built(const topology::Shape& shape) {
  for (const Violation& v : topology::violations(shape)) FAIL(v.parameter << " = " << v.value << ": " << v.expected);
  Built b;
  b.structure = topology::build(shape, b.netlist);
  return b;
}

}  // namespace slackline::test
