#include "testbench/schedule/paths.hpp"

#include "testbench/routing/routes.hpp"
#include "testbench/routing/uniform_load.hpp"

namespace slackline::schedule {

using network::InstanceKind;
using network::Netlist;
using routing::Routes;

std::string Paths::objection(const Netlist& netlist) { return routing::no_uniform_load(netlist); }

Paths::Paths(const Netlist& netlist)
    : inject_(netlist.endpoints.size(), none), eject_(inject_), behind_(netlist.channels.size(), none) {
  const Routes routes(netlist);
  states_ = netlist.switches.size() * routes.rows();
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::PortRef &from = netlist.channels[c].from, &to = netlist.channels[c].to;
    if (to.kind == InstanceKind::any_switch) behind_[c] = routes.state_behind(c);
    if (from.kind == InstanceKind::endpoint) inject_[netlist.endpoints[from.instance].place.node.value] = c;
    if (to.kind == InstanceKind::endpoint) eject_[netlist.endpoints[to.instance].place.node.value] = c;
  }
  next_.assign(netlist.endpoints.size() * states_, none);
  std::vector<Routes::Way> ways;
  for (std::uint32_t node = 0; node < netlist.endpoints.size(); ++node) {
    routes.towards(node, ways);
    for (std::uint32_t state = 0; state < states_; ++state)
      if (!is_empty(ways[state].ports))
        next_[node * states_ + state] = routes.channel_at(routes.switch_of(state), lowest(ways[state].ports));
  }
}

void Paths::find(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& channels) const {
  channels.clear();
  std::uint32_t channel = inject_[from];
  while (channel != none && channels.size() <= states_) {
    channels.push_back(channel);
    if (channel == eject_[to]) return;
    if (behind_[channel] == none) break;
    channel = next_[to * states_ + behind_[channel]];
  }
  channels.clear();
}

std::vector<std::uint32_t> Paths::between(std::uint32_t from, std::uint32_t to) const {
  std::vector<std::uint32_t> channels;
  find(from, to, channels);
  return channels;
}

}  // namespace slackline::schedule
