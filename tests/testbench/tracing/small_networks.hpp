// small_networks: busy networks of every topology, flow control and routing, for dumps of them.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/run/experiment.hpp"

namespace slackline::test {

/// A network of any kind except a file, with its usual routing, at a load at which worms wait for one another.
network::Netlist small_network(features::TopologyKind kind);

/// A row of two switches with several banks of ports, at such a load, with two virtual channels.
network::Netlist large_switches(flow_controller::Kind flow_control);

/// A mesh of 3x3 at such a load.
network::Netlist small_mesh(std::uint64_t virtual_channels, flow_controller::Kind flow_control,
                            features::RoutingKind routing = features::RoutingKind::automatic);

/// Three hosts whose firmware, multicast, exports words: they send along a ring with one class of buffers, and deadlock.
network::Netlist multicasting_hosts();
/// Three hosts with RV32 processors that are stepped at every edge, as for a dump.
network::Netlist rv32_hosts();

}  // namespace slackline::test
