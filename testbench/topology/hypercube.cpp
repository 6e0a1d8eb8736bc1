#include "testbench/topology/hypercube.hpp"

namespace slackline::topology {

std::string Hypercube::text() const {
  return "hypercube of " + std::to_string(dimensions) + (dimensions == 1 ? " dimension" : " dimensions");
}

Violations Hypercube::violations() const {
  Violations found;
  check_range(found, "dimensions", dimensions, 1, 16);
  if (found.empty()) check_range(found, "hosts_per_switch", hosts_per_switch, 1, 256 - dimensions);
  return found;
}

Structure build(const Hypercube& shape, network::Netlist& netlist) {
  Wiring wiring(netlist, shape.ports(), shape.hosts());
  for (std::uint64_t s = 0; s < shape.switches(); ++s) {
    wiring.add_switch("switch" + std::to_string(s));
    for (std::uint64_t i = 0; i < shape.dimensions; ++i)
      if (const std::uint64_t other = s ^ (std::uint64_t{1} << i); other > s) wiring.link(s, i, other, i);
    for (std::uint64_t h = 0; h < shape.hosts_per_switch; ++h) wiring.add_host(s, shape.dimensions + h);
  }
  Structure structure;
  structure.kind = Kind::hypercube;
  structure.size.assign(shape.dimensions, 2);
  return structure;
}

}  // namespace slackline::topology
