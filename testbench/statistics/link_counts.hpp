// link_counts: what each link carried, read from the registers at its sending end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::statistics {

/// Of a channel since the beginning of the run.
struct LinkCounts {
  std::uint64_t flits = 0;  ///< put on it
};

/// Of a channel in the measured window.
struct LinkUse {
  std::string name;
  std::uint64_t cycles = 0;  ///< of the window
  std::uint64_t flits = 0;
  std::uint64_t busy = 0;  ///< cycles in which it carries a flit

  double utilisation() const { return cycles == 0 ? 0 : static_cast<double>(busy) / static_cast<double>(cycles); }
};

/// A channel for each of the netlist. `begin` empty: nothing had been counted.
std::vector<LinkUse> link_uses(const network::Netlist& netlist, const std::vector<LinkCounts>& begin,
                               const std::vector<LinkCounts>& end, std::uint64_t cycles);

/// `Engine` is network::Fabric or network::SignalNetwork, between two cycles.
template <class Engine>
std::vector<LinkCounts> count_links(const Engine& engine) {
  const network::Netlist& netlist = engine.netlist();
  std::vector<LinkCounts> counts;
  counts.reserve(netlist.channels.size());
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == network::InstanceKind::wormhole_switch)
      counts.push_back({engine.switch_state(channel.from.instance).out[channel.from.port.value].flits});
    else
      counts.push_back({engine.endpoint_state(channel.from.instance).flits_sent});
  return counts;
}

}  // namespace slackline::statistics
