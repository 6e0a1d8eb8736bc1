#include "testbench/features/topology/build.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "testbench/features/topology/names.hpp"

namespace slackline::features {

using topology::Kind;

namespace {

topology::Shape grid(const TopologySettings& s) {
  topology::Mesh mesh;
  mesh.size.assign(s.size.begin(), s.size.end());
  mesh.hosts_per_switch = static_cast<std::uint8_t>(s.hosts_per_switch);
  mesh.wraps = s.kind == Kind::torus;
  return mesh;
}

topology::Shape dragonfly(const TopologySettings& s) {
  return topology::Dragonfly{s.group_switches, s.global_links, s.groups.value_or(s.group_switches * s.global_links + 1),
                             s.hosts_per_switch};
}

}  // namespace

topology::Shape shape_of(const TopologySettings& s) {
  switch (s.kind) {
    case Kind::single_switch: return topology::SingleSwitch{s.hosts_per_switch};
    case Kind::ring: return topology::Ring{s.size.front(), s.hosts_per_switch};
    case Kind::mesh:
    case Kind::torus: return grid(s);
    case Kind::hypercube: return topology::Hypercube{s.dimensions, s.hosts_per_switch};
    case Kind::fat_tree: return topology::FatTree{s.arity, s.levels};
    case Kind::full_tree: return topology::FullTree{s.arity, s.levels};
    case Kind::star_of_stars: return topology::StarOfStars{s.arity, s.hosts_per_switch};
    case Kind::dragonfly: return dragonfly(s);
    case Kind::random: return topology::RandomGraph{s.switches, s.switch_links, s.hosts_per_switch, s.seed};
    case Kind::file: break;
  }
  return topology::FromFile{s.given};
}

topology::Structure outline_of(const TopologySettings& settings) {
  topology::Structure structure;
  structure.kind = settings.kind;
  structure.wraps = settings.kind == Kind::ring || settings.kind == Kind::torus;
  structure.size.assign(settings.size.begin(), settings.size.end());
  return structure;
}

using network::InstanceKind;

std::uint64_t hosts_of(const Values& experiment) {
  return topology::hosts(shape_of(experiment.get<TopologySettings>()));
}

bool has_one_switch(const Values& experiment) {
  return topology::switches(shape_of(experiment.get<TopologySettings>())) == 1;
}

network::Netlist bare_network_of(const Values& experiment) {
  const TopologySettings& settings = experiment.get<TopologySettings>();
  network::Netlist netlist;
  topology::build(shape_of(settings), netlist);
  take_down(settings.down, netlist);
  return netlist;
}

void take_down(const std::vector<std::string>& down, network::Netlist& netlist) {
  if (down.empty()) return;
  const ChannelIndex index(netlist);
  const std::set<std::string> names(down.begin(), down.end());
  std::vector<bool> switch_down(netlist.switches.size()), gone(netlist.channels.size());
  for (std::size_t s = 0; s < netlist.switches.size(); ++s) switch_down[s] = names.count(netlist.switches[s].name) != 0;
  for (const std::string& name : down)
    if (const std::optional<std::uint32_t> channel = index.find(name))
      gone[*channel] = gone[index.opposite(*channel)] = true;
  std::vector<network::Channel> kept;
  kept.reserve(netlist.channels.size());
  for (std::size_t c = 0; c < netlist.channels.size(); ++c) {
    const network::Channel& channel = netlist.channels[c];
    const bool at_host = channel.from.kind == InstanceKind::endpoint || channel.to.kind == InstanceKind::endpoint;
    const bool is_down =
        !at_host && (gone[c] || switch_down[channel.from.instance] || switch_down[channel.to.instance]);
    if (!is_down) kept.push_back(channel);
  }
  netlist.channels = std::move(kept);
}

std::size_t count_down(const std::vector<std::string>& down, const network::Netlist& whole) {
  const ChannelIndex index(whole);
  std::set<std::uint32_t> links;
  std::set<std::string> switches;
  for (const std::string& name : down)
    if (const std::optional<std::uint32_t> channel = index.find(name))
      links.insert(std::min(*channel, index.opposite(*channel)));
    else
      switches.insert(name);
  return links.size() + switches.size();
}

}  // namespace slackline::features
