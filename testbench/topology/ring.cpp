#include "testbench/topology/ring.hpp"

#include "testbench/topology/mesh.hpp"

namespace slackline::topology {

Violations Ring::violations() const {
  Violations found;
  check_range(found, "size", size, 2, 1024);
  check_range(found, "hosts_per_switch", hosts_per_switch, 1, 60);
  return found;
}

Structure build(const Ring& shape, network::Netlist& netlist) {
  Mesh torus;
  torus.size = {static_cast<std::uint16_t>(shape.size)};
  torus.hosts_per_switch = static_cast<std::uint8_t>(shape.hosts_per_switch);
  torus.wraps = true;
  Structure structure = build(torus, netlist);
  structure.kind = Kind::ring;
  return structure;
}

}  // namespace slackline::topology
