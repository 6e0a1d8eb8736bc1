// link_counts: the activity of each link, and of the buffer at its end, read from the counters of the switches and
// hosts at its ends.
//
// In each cycle a link is
//   busy     a flit is on it
//   stalled  no flit is on it, but a header asks for the output before it, a worm holds that output, or a host has
//            something to send: STOP, credits, other inputs, or flits that are still to come hold it up. A message of
//            a barrier that waits is not looked for.
//   idle     no flit wants it
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "rtl_models/packet_switch/packet_switch_instance.hpp"

namespace slackline::statistics {

/// Counts of a channel since the beginning of the run.
struct LinkCounts {
  std::uint64_t flits = 0;  ///< put on it, of whatever kind; among them:
  std::uint64_t barrier_flits = 0, padding_flits = 0;
  std::uint64_t busy = 0;      ///< cycles
  std::uint64_t demanded = 0;  ///< cycles busy or stalled
  // The buffer at its end, all virtual channels together:
  std::uint64_t occupancy = 0;                     ///< sum over cycles of the flits held
  std::uint64_t peak = 0;                          ///< most flits held by one virtual channel
  std::uint64_t header_wait = 0, hol_blocked = 0;  ///< cycles
};

/// Use of a channel in the measured window.
struct LinkUse {
  std::string name;
  std::uint64_t cycles = 0;                                       ///< of the window
  std::uint64_t flits = 0, barrier_flits = 0, padding_flits = 0;  ///< as in LinkCounts
  std::uint64_t busy = 0, stalled = 0;
  bool has_buffer = false;        ///< it ends at a switch
  std::uint64_t occupancy = 0;    ///< as in LinkCounts
  std::uint64_t peak = 0;         ///< of the whole run
  std::uint64_t header_wait = 0;  ///< cycles that headers asked before they were let go, of those let go in the window
  std::uint64_t hol_blocked = 0;  ///< of header_wait, those with another header after it in the buffer

  std::uint64_t idle() const { return cycles - busy - stalled; }
  double utilisation() const { return share(busy); }
  double mean_occupancy() const { return share(occupancy); }

 private:
  double share(std::uint64_t sum) const {
    return cycles == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(cycles);
  }
};

/// A channel for each of the netlist. `begin` empty: nothing had been counted.
std::vector<LinkUse> link_uses(const network::Netlist& netlist, const std::vector<LinkCounts>& begin,
                               const std::vector<LinkCounts>& end, std::uint64_t cycles);

/// Those that carried any flits, by cycles that they did: up to `most` of them.
std::vector<const LinkUse*> busiest_links(const std::vector<LinkUse>& links, std::size_t most);

// The parts of it that need no engine.
void add_sender(LinkCounts& link, const network::Netlist& netlist, const wormhole_switch::State& sender,
                const network::Channel& channel, Cycle now);
/// A packet switch's link is never stalled: what waits for it is not looked for.
void add_sender(LinkCounts& link, const packet_switch::Instance& sender, unsigned output, Cycle now);
void add_sender(LinkCounts& link, const port::State& sender, Cycle now);
void add_buffer(LinkCounts& link, const network::Netlist& netlist, const wormhole_switch::State& receiver,
                const network::Channel& channel, Cycle now);

/// A channel without the buffer at its end. `Engine` is network::Fabric or network::SignalNetwork, between two cycles.
template <class Engine>
LinkCounts count_sender(const Engine& engine, const network::Channel& channel) {
  LinkCounts link;
  if (channel.from.kind == network::InstanceKind::any_switch &&
      engine.netlist().is_packet_switch(channel.from.instance))
    add_sender(link, engine.packet_switch(channel.from.instance), channel.from.port.value, engine.now());
  else if (channel.from.kind == network::InstanceKind::any_switch)
    add_sender(link, engine.netlist(), engine.switch_state(channel.from.instance), channel, engine.now());
  else
    add_sender(link, engine.port_state(channel.from.instance), engine.now());
  return link;
}

template <class Engine>
std::vector<LinkCounts> count_links(const Engine& engine) {
  const network::Netlist& netlist = engine.netlist();
  std::vector<LinkCounts> counts;
  counts.reserve(netlist.channels.size());
  for (const network::Channel& channel : netlist.channels) {
    LinkCounts link = count_sender(engine, channel);
    if (channel.to.kind == network::InstanceKind::any_switch)
      add_buffer(link, netlist, engine.switch_state(channel.to.instance), channel, engine.now());
    counts.push_back(link);
  }
  return counts;
}

}  // namespace slackline::statistics
