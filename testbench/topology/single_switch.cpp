#include "testbench/topology/single_switch.hpp"

namespace slackline::topology {

Violations SingleSwitch::violations() const {
  Violations found;
  check_range(found, "hosts_per_switch", hosts_per_switch, 2, 256);
  return found;
}

Structure build(const SingleSwitch& shape, network::Netlist& netlist) {
  Wiring wiring(netlist, shape.ports(), shape.hosts());
  wiring.add_switch("switch0");
  for (std::uint64_t h = 0; h < shape.hosts(); ++h) wiring.add_host(0, h);
  Structure structure;
  structure.kind = Kind::single_switch;
  return structure;
}

}  // namespace slackline::topology
