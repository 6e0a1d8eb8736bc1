#include "testbench/topology/ring.hpp"

namespace slackline::topology {

Violations Ring::violations() const {
  Violations found;
  check_range(found, "size", size, 2, 1024);
  check_range(found, "hosts_per_switch", hosts_per_switch, 1, 254);
  return found;
}

Mesh as_torus(const Ring& ring) {
  Mesh torus;
  torus.size = {static_cast<std::uint16_t>(ring.size)};
  torus.hosts_per_switch = static_cast<std::uint8_t>(ring.hosts_per_switch);
  torus.wraps = true;
  return torus;
}

Structure build(const Ring& shape, network::Netlist& netlist) {
  Structure structure = build(as_torus(shape), netlist);
  structure.kind = Kind::ring;
  return structure;
}

}  // namespace slackline::topology
