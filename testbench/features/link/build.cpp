#include "testbench/features/link/build.hpp"

#include <vector>

#include "testbench/features/topology/names.hpp"

namespace slackline::features {

void apply_link_settings(const Values& experiment, network::Netlist& netlist) {
  if (experiment.get<LinkSettings>().own.empty()) return;
  const ChannelIndex index(netlist);
  const auto set = [&](std::uint32_t c, const OwnLinkSettings& settings) {
    network::Channel& channel = netlist.channels[c];
    if (settings.delay)
      channel.delay = static_cast<std::uint32_t>(cycles_of(*settings.delay, experiment.clock_period, 1));
    if (settings.cycles_per_flit) channel.cycles_per_flit = *settings.cycles_per_flit;
    netlist.channels[index.opposite(c)].stop_delay = channel.delay;
  };
  for (const OwnLinkSettings& settings : experiment.get<LinkSettings>().own) {
    const std::optional<std::uint32_t> channel = index.find(settings.link);
    if (!channel) continue;
    set(*channel, settings);
    if (settings.directions == LinkDirections::both) set(index.opposite(*channel), settings);
  }
}

std::uint64_t flit_bits_of(const Values& experiment) {
  return experiment.get<LinkSettings>().flit_bits.value_or(port::data_bits(experiment.get<PacketSettings>().format));
}

std::uint64_t word_bits_of(const Values& experiment) {
  return flit_bits_of(experiment) * port::flits_per_word(experiment.get<PacketSettings>().format);
}

double gigabits_per_second(CyclesPerFlit cycles, const Values& experiment) {
  return static_cast<double>(flit_bits_of(experiment)) * megahertz(experiment.clock_period) / 1000 / cycles.value();
}

double rate_error_percent(const Values& experiment) {
  const Rate& rate = *experiment.asked_rate;
  const double asked = static_cast<double>(rate.numerator) / static_cast<double>(rate.denominator);
  return 100 * (asked / gigabits_per_second(experiment.get<LinkSettings>().cycles_per_flit, experiment) - 1);
}

}  // namespace slackline::features
