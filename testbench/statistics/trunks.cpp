#include "testbench/statistics/trunks.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace slackline::statistics {

std::vector<Trunk> trunks(const network::Netlist& netlist, const std::vector<LinkUse>& links) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Trunk> by_ends;
  for (std::size_t c = 0; c < links.size(); ++c) {
    const network::Channel& channel = netlist.channels[c];
    const auto is_switch = [](const network::PortRef& end) { return end.kind == network::InstanceKind::any_switch; };
    if (!is_switch(channel.from) || !is_switch(channel.to)) continue;
    Trunk& trunk = by_ends[{channel.from.instance, channel.to.instance}];
    trunk.from = netlist.name(channel.from);
    trunk.to = netlist.name(channel.to);
    ++trunk.links;
    trunk.flits += links[c].flits;
    trunk.busy += links[c].busy;
    trunk.cycles += links[c].cycles;
  }
  std::vector<Trunk> all;
  for (auto& [ends, trunk] : by_ends) all.push_back(std::move(trunk));
  std::stable_sort(all.begin(), all.end(),
                   [](const Trunk& a, const Trunk& b) { return a.utilisation() > b.utilisation(); });
  return all;
}

}  // namespace slackline::statistics
