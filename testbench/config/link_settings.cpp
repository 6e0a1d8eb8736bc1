#include "testbench/config/link_settings.hpp"

#include <vector>

#include "testbench/config/channel_index.hpp"
#include "testbench/config/key.hpp"

namespace slackline::config {

void apply_link_settings(const Experiment& experiment, network::Netlist& netlist) {
  if (experiment.links.empty()) return;
  const ChannelIndex index(netlist);
  const auto set = [&](std::uint32_t c, const LinkSettings& settings) {
    network::Channel& channel = netlist.channels[c];
    if (settings.delay)
      channel.delay = static_cast<std::uint32_t>(cycles_of(*settings.delay, experiment.clock_period, 1));
    if (settings.cycles_per_flit) channel.cycles_per_flit = *settings.cycles_per_flit;
    netlist.channels[index.opposite(c)].stop_delay = channel.delay;
  };
  for (const LinkSettings& settings : experiment.links) {
    const std::optional<std::uint32_t> channel = index.find(settings.link);
    if (!channel) continue;
    set(*channel, settings);
    if (settings.directions == LinkDirections::both) set(index.opposite(*channel), settings);
  }
}

}  // namespace slackline::config
