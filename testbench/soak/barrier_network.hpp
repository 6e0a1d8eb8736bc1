// barrier_network: irregular networks whose switches take part in barriers: random groups of their hosts, with random
// data traffic.
#pragma once

#include <cstdint>
#include <string>

#include "rtl_models/network/netlist.hpp"

namespace slackline::soak {

struct BarrierSettings {
  preemption_unit::Architecture architecture = preemption_unit::Architecture::any_channel;
  unsigned switches = 12;
  unsigned groups = 3;
  unsigned rounds = 4;
  std::uint8_t virtual_channels = 1;
  flow_controller::Kind flow_control = flow_controller::Kind::stop_go;
  double load = 0.5;  ///< flits per cycle and host
  std::uint16_t packet_flits = 40;
  std::uint16_t entries = 16;    ///< of the status tables
  std::uint8_t reliability = 0;  ///< of the barrier units
  bool adaptive = false;         ///< messages choose among all legal ports
  bool planned = false;          ///< trees that are in the tables, on one tree over all switches, with acknowledgements
  bool paths = false;            ///< paths that are in the tables, on ways up and down
  bool of_members = false;       ///< binomial trees of members, switch by switch
  std::uint64_t held = 0;        ///< edges from 500 on for which worms hold half of the links between switches
  std::string firmware;          ///< of network interfaces; empty: hosts have none
  bool slow_handlers = false;    ///< of network interfaces: all that they do costs cycles
  unsigned dead_links = 0;       ///< draws of links between switches that fail at edge `dead_from`, one may come twice
  Cycle dead_from;
};

/// A random irregular network with routes up and down, and random groups, drawn from `seed`.
network::Netlist barrier_network(const BarrierSettings& settings, std::uint64_t seed);

/// A network of a soak of barriers, by its seed: three groups of a hundred barriers each, with heavy
/// traffic. Its architecture is one of the three that cut worms, in turn; 36 in a row have one to four virtual
/// channels, all kinds of flow control, packets of 1 to 69 flits and loads of 0.3 to 0.9.
BarrierSettings heavy_barriers(std::uint64_t seed);
network::Netlist heavy_barrier_network(std::uint64_t seed);

}  // namespace slackline::soak
