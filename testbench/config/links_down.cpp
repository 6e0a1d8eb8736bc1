#include "testbench/config/links_down.hpp"

#include <algorithm>
#include <set>

#include "testbench/config/channel_index.hpp"

namespace slackline::config {

using network::InstanceKind;

void take_down(const std::vector<std::string>& down, network::Netlist& netlist) {
  if (down.empty()) return;
  const ChannelIndex index(netlist);
  const std::set<std::string> names(down.begin(), down.end());
  std::vector<bool> switch_down(netlist.switches.size()), gone(netlist.channels.size());
  for (std::size_t s = 0; s < netlist.switches.size(); ++s) switch_down[s] = names.count(netlist.switches[s].name) != 0;
  for (const std::string& name : down)
    if (const std::optional<std::uint32_t> channel = index.find(name))
      gone[*channel] = gone[index.opposite(*channel)] = true;
  std::vector<network::Channel> kept;
  kept.reserve(netlist.channels.size());
  for (std::size_t c = 0; c < netlist.channels.size(); ++c) {
    const network::Channel& channel = netlist.channels[c];
    const bool at_host = channel.from.kind == InstanceKind::endpoint || channel.to.kind == InstanceKind::endpoint;
    const bool is_down =
        !at_host && (gone[c] || switch_down[channel.from.instance] || switch_down[channel.to.instance]);
    if (!is_down) kept.push_back(channel);
  }
  netlist.channels = std::move(kept);
}

std::size_t count_down(const std::vector<std::string>& down, const network::Netlist& whole) {
  const ChannelIndex index(whole);
  std::set<std::uint32_t> links;
  std::set<std::string> switches;
  for (const std::string& name : down)
    if (const std::optional<std::uint32_t> channel = index.find(name))
      links.insert(std::min(*channel, index.opposite(*channel)));
    else
      switches.insert(name);
  return links.size() + switches.size();
}

}  // namespace slackline::config
