// lost_packets: packets of which nothing is left in the network though they have not arrived: the check that finds
// what no host can miss, because all of a packet got lost.
#pragma once

#include <vector>

#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/network/netlist.hpp"
#include "rtl_models/packet_switch/packet_switch_instance.hpp"
#include "testbench/statistics/instance_error.hpp"

namespace slackline::statistics {

namespace detail {

using Tags = std::vector<std::uint32_t>;

/// The tags of all flits in a switch: buffers and crossbar stages.
void add_tags(const wormhole_switch::Params& params, const wormhole_switch::State& state, Tags& tags);
/// Those of all packets in a packet switch.
void add_tags(const packet_switch::Instance& core, Tags& tags);
/// An error for each host that sent a packet in flight whose tag is not in `present`.
void add_absent(const network::Netlist& netlist, const PacketTable& packets, Tags present,
                std::vector<InstanceError>& errors);

}  // namespace detail

/// Appends an error for every host whose packets got lost. `Engine` is network::Fabric or network::SignalNetwork,
/// between two cycles. Takes a walk over all flits in the network.
template <class Engine>
void add_lost_packets(const Engine& engine, std::vector<InstanceError>& errors) {
  const network::Netlist& netlist = engine.netlist();
  detail::Tags present;
  for (std::size_t i = 0; i < netlist.switches.size(); ++i) {
    detail::add_tags(netlist.kind_of(i), engine.switch_state(i), present);
    if (netlist.is_packet_switch(i)) detail::add_tags(engine.packet_switch(i), present);
  }
  for (std::size_t c = 0; c < netlist.channels.size(); ++c)
    for (unsigned stage = 0; stage < netlist.channels[c].latency(); ++stage)
      if (const Flit flit = engine.channel_flit(c, stage); flit.valid()) present.push_back(flit.tag());
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    if (const port::State& host = engine.port_state(i); host.sent != 0) present.push_back(host.tag);
  detail::add_absent(netlist, engine.packets(), std::move(present), errors);
}

}  // namespace slackline::statistics
