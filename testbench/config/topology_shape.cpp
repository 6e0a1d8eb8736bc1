#include "testbench/config/topology_shape.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace slackline::config {

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

/// Two switches with a host each.
std::shared_ptr<const topology::GivenNetwork> smallest_file() {
  topology::GivenNetwork network;
  network.switches = {"switch0", "switch1"};
  network.hosts = {{"host0", 0, 1, {}}, {"host1", 1, 1, {}}};
  network.links = {{0, 1, 0, 0, {}}};
  return std::make_shared<const topology::GivenNetwork>(std::move(network));
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

TopologySettings smallest(TopologySettings s) {
  const auto at_most = [](std::uint64_t& value, std::uint64_t most) { value = std::min(value, most); };
  for (std::uint64_t& along : s.size) at_most(along, 2);
  at_most(s.hosts_per_switch, 2);
  at_most(s.dimensions, 2);
  at_most(s.arity, s.kind == Kind::full_tree ? 3 : 2);
  at_most(s.levels, s.kind == Kind::full_tree ? 3 : 2);
  at_most(s.group_switches, 2);
  s.global_links = 1;
  s.groups = std::min(s.groups.value_or(3), s.group_switches + 1);
  at_most(s.switches, 3);
  at_most(s.switch_links, s.switches - 1);
  if (s.kind == Kind::file) s.given = smallest_file();
  return s;
}

}  // namespace slackline::config
