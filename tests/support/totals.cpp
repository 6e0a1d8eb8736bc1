#include "tests/support/totals.hpp"

#include <algorithm>

namespace slackline::test {

Totals totals(const network::Fabric& fabric) {
  const network::Netlist& netlist = fabric.netlist();
  Totals sum;
  for (std::size_t i = 0; i < netlist.switches.size(); ++i) {
    const wormhole_switch::State& s = fabric.switch_state(i);
    sum.in_buffers += wormhole_switch::flits_held(netlist.kind_of(i), s);
    for (unsigned o = 0; o < netlist.kind_of(i).ports; ++o) sum.switch_flits += s.out[o].flits;
    sum.stripped += s.stripped;
    sum.overflows += s.errors.overflows;
    sum.switch_errors = sum.switch_errors || s.errors.any();
  }
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    const port::State& e = fabric.port_state(i);
    sum.sent += e.flits_sent;
    sum.received += e.flits_received;
    sum.packets_received += e.packets_received;
    sum.endpoint_errors = sum.endpoint_errors || e.errors.any();
  }
  sum.on_links = fabric.flits_on_links();
  return sum;
}

unsigned run_for_fullest_buffer(network::Fabric& fabric, Cycle end) {
  const network::Netlist& netlist = fabric.netlist();
  unsigned most = 0;
  while (fabric.now() < end) {
    fabric.run_until(fabric.now() + 1);
    for (std::size_t s = 0; s < netlist.switches.size(); ++s)
      for (unsigned lane = 0; lane < netlist.kind_of(s).lanes(); ++lane)
        most = std::max<unsigned>(most, fabric.switch_state(s).in[lane].buffer.count);
  }
  return most;
}

}  // namespace slackline::test
