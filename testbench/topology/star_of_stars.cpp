#include "testbench/topology/star_of_stars.hpp"

#include <algorithm>

namespace slackline::topology {

std::uint64_t StarOfStars::ports() const { return std::max(arity, hosts_per_switch + 1); }

std::optional<std::uint64_t> StarOfStars::bisection() const {
  return arity % 2 == 0 ? arity / 2 : arity / 2 + hosts_per_switch / 2;
}

Violations StarOfStars::violations() const {
  Violations found;
  check_range(found, "arity", arity, 2, 256);
  check_range(found, "hosts_per_switch", hosts_per_switch, 1, 255);
  return found;
}

Structure build(const StarOfStars& shape, network::Netlist& netlist) {
  Wiring wiring(netlist, shape.ports(), shape.hosts());
  Structure structure;
  structure.kind = Kind::star_of_stars;
  structure.level.assign(shape.arity, 0);
  structure.level.push_back(1);
  for (std::uint64_t i = 0; i < shape.arity; ++i) {
    wiring.add_switch("switch_l0_" + std::to_string(i));
    wiring.link(i, shape.hosts_per_switch, shape.arity, i);
    for (std::uint64_t h = 0; h < shape.hosts_per_switch; ++h) wiring.add_host(i, h);
  }
  wiring.add_switch("switch_center");
  return structure;
}

}  // namespace slackline::topology
