// The network interfaces that an experiment describes, and their clocks.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/nic/settings.hpp"

namespace slackline::features {

bool has_nics(const Values& experiment);

/// Whether hosts have interfaces that run the firmware fbs.
bool synchronizes(const Values& experiment);
/// Whether they run isotach.
bool hands_out_tokens(const Values& experiment);

/// Words of a packet, with the firmware's header.
std::uint64_t most_packet_words(const Values& experiment);
/// Whether interfaces hold their links back.
bool hosts_stop(const Values& experiment);

/// The interfaces of the hosts of a network.
std::shared_ptr<const network::HostInterfaces> nics_of(const Values& experiment, const network::Netlist& netlist);

/// The clock of one interface.
struct HostClock {
  std::int64_t drift = 0;    ///< in 10^-9
  std::uint32_t offset = 0;  ///< ticks of slot 0 that have gone by at reset
  local_clock::Params hardware;
};

/// The clocks of all hosts of a network, by number. Hosts of `nic.clocks` that it has not are left out: check_clocks
/// reports them.
std::vector<HostClock> clocks_of(const Values& experiment, const network::Netlist& netlist);

}  // namespace slackline::features
