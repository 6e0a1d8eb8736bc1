// Networks whose switches take part in barriers: random groups of their hosts, beside random data traffic.
#pragma once

#include <string>

#include "rtl_models/network/fabric.hpp"

namespace slackline::test {

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
  bool planned = false;        ///< trees that stand in the tables, on one tree over all switches, with acknowledgements
  bool paths = false;          ///< paths that stand in the tables, on ways up and down
  std::string firmware;        ///< of network interfaces; empty: hosts have none
  bool slow_handlers = false;  ///< likewise: all that they do costs cycles
};

/// A random irregular network with routes up and down, and random groups, drawn from `seed`.
network::Netlist barrier_network(const BarrierSettings& settings, std::uint64_t seed);

/// What is wrong with the barriers of a network at its end: "" where all have been left by all their members, none of
/// them before the last one had entered, and no unit has counted a fault.
std::string fault_of_barriers(const network::Fabric& fabric);

/// Of all hosts: barriers left.
std::uint64_t barriers_left(const network::Fabric& fabric);
/// Of all switches: barriers that they have seen complete as a root; of them, acknowledged by all members.
std::uint64_t completed(const network::Fabric& fabric);
std::uint64_t acknowledged(const network::Fabric& fabric);
/// Of all switches: worms cut, and padding flits made.
std::uint64_t preemptions(const network::Fabric& fabric);
std::uint64_t padding(const network::Fabric& fabric);

}  // namespace slackline::test
