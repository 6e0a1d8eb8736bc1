// credit_balance: whether any credit has been lost. Between two cycles, each place of a buffer is known somewhere on
// its loop:
//
//   sender: credits, flits in crossbar stages -> flits on the link -> flits in the buffer
//        ^                                                                  |
//        pulses in the sender's registers <- pulses on the wire <- pulses in the receiver's registers
//
// Credits missing from the sum were lost: with their pulse, or with the flit that held them.
#pragma once

#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/statistics/instance_error.hpp"

namespace slackline::statistics {

namespace detail {

/// A flit of a worm, or padding, on this virtual channel.
inline bool takes_a_place(Flit flit, unsigned vc) {
  return flit.valid() && !flit.is_barrier() && flit.vc().value == vc;
}
/// Places that the sending end of a channel knows of, on one virtual channel.
std::uint64_t places_at_switch_output(const network::Netlist& netlist, const wormhole_switch::State& sender,
                                      const network::Channel& channel, unsigned vc);
std::uint64_t places_at_host(const port::Params& p, const port::State& sender, unsigned vc);
/// Places that the receiving end knows of: flits in its buffer, and credits that are not on the wire yet.
std::uint64_t places_at_switch_input(const network::Netlist& netlist, const wormhole_switch::State& receiver,
                                     const network::Channel& channel, unsigned vc);

}  // namespace detail

/// Appends an error for every virtual channel of a link that has lost credits; none without credits. `Engine` is
/// network::Fabric or network::SignalNetwork, between two cycles.
template <class Engine>
void add_missing_credits(const Engine& engine, std::vector<InstanceError>& errors) {
  const network::ElaboratedNetlist& netlist = engine.netlist();
  for (std::size_t c = 0; c < netlist.channels.size(); ++c) {
    const network::Channel& channel = netlist.channels[c];
    if (channel.to.kind == network::InstanceKind::endpoint) continue;
    const wormhole_switch::Params& receiver = netlist.kind_of(channel.to.instance);
    if (!receiver.has_credits()) continue;
    for (unsigned vc = 0; vc < network::virtual_channels(netlist, channel); ++vc) {
      std::uint64_t places =
          detail::places_at_switch_input(netlist, engine.switch_state(channel.to.instance), channel, vc);
      places += channel.from.kind == network::InstanceKind::endpoint
                    ? detail::places_at_host(netlist.port_of(channel.from.instance),
                                             engine.port_state(channel.from.instance), vc)
                    : detail::places_at_switch_output(netlist, engine.switch_state(channel.from.instance), channel, vc);
      for (unsigned stage = 0; stage < channel.latency(); ++stage) {
        const Flit flit = engine.channel_flit(c, stage);
        places += detail::takes_a_place(flit, vc);
      }
      for (unsigned stage = 0; stage < channel.stop_delay; ++stage) places += has(engine.channel_stop(c, stage), vc);
      if (const std::uint64_t all = receiver.flow.credits; places < all)
        errors.push_back(
            {network::channel_name(netlist, channel), "credits_missing[" + std::to_string(vc) + "]", all - places});
    }
  }
}

}  // namespace slackline::statistics
