// firmware_experiment: experiments in which the hosts' network interfaces run one of the firmwares of the catalogue: load,
// lengths of packets and messages, groups, memory, queues, buffers, clocks and costs from one seed.
#pragma once

#include <cstdint>
#include <string>

#include "rtl_models/network/netlist.hpp"

namespace slackline::soak {

/// A valid experiment of 2 to 16 hosts, as the text of its file. The same seed gives the same one; each firmware has
/// its turn as seeds go up.
std::string firmware_experiment(std::uint64_t seed);

/// A valid experiment of 2 to 16 hosts that send a number of multicasts, by schemes that do not deadlock, to drawn groups, some next
/// to unicast traffic: it ends when each member has all of them. The same seed gives the same one.
std::string multicast_experiment(std::uint64_t seed);

/// The network of firmware_experiment().
network::Netlist firmware_network(std::uint64_t seed);

/// A firmware_network whose switches are packet switches, or some of them, with links of several speeds. Firmware that does not expect
/// packets to get lost may fail in it.
network::Netlist firmware_packet_network(std::uint64_t seed);

}  // namespace slackline::soak
