#include "testbench/statistics/snapshot.hpp"

namespace slackline::statistics {

HostCounts Snapshot::all_hosts() const {
  HostCounts sum;
  for (const HostCounts& host : hosts) sum += host;
  return sum;
}

std::uint64_t Snapshot::flits_switched(const network::Netlist& netlist) const {
  std::uint64_t flits = 0;
  for (std::size_t c = 0; c < links.size(); ++c)
    if (netlist.channels[c].from.kind == network::InstanceKind::any_switch) flits += links[c].flits;
  return flits;
}

}  // namespace slackline::statistics
