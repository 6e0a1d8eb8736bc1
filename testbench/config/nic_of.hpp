// nic_of: the network interfaces that an experiment describes.
#pragma once

#include <memory>

#include "rtl_models/network/netlist.hpp"
#include "testbench/config/experiment.hpp"

namespace slackline::config {

bool has_nics(const Experiment& experiment);
/// Words of a packet, with the firmware's header.
std::uint64_t most_packet_words(const Experiment& experiment);
/// Whether interfaces hold their links back.
bool hosts_stop(const Experiment& experiment);

/// The interfaces of the hosts of a network.
std::shared_ptr<const network::HostInterfaces> nics_of(const Experiment& experiment, const network::Netlist& netlist);

}  // namespace slackline::config
