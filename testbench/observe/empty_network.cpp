#include "testbench/observe/empty_network.hpp"

#include "testbench/statistics/run_totals.hpp"

namespace slackline::observe {

bool is_empty(const Engine& engine, statistics::HostCounter& counter) {
  const network::ElaboratedNetlist& netlist = engine.netlist();
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    if (netlist.has_interface(i) && !network::is_idle(netlist.interface_of(i), engine.interface_state(i))) return false;
  const statistics::RunTotals totals = statistics::collect(engine, {}, counter);
  return totals.flits_in_switches + totals.flits_on_links == 0;
}

}  // namespace slackline::observe
