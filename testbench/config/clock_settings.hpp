// The clocks of network interfaces: the result of nic.drift, nic.offset, their spreads and `nic.clocks`.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/config/experiment.hpp"

namespace slackline::config {

/// The clock of one interface.
struct HostClock {
  std::int64_t drift = 0;    ///< in 10^-9
  std::uint32_t offset = 0;  ///< ticks of slot 0 that have gone by at reset
  local_clock::Params hardware;
};

/// The clocks of all hosts of a network, by number. Hosts of `nic.clocks` that it has not are left out: check_clocks
/// reports them.
std::vector<HostClock> clocks_of(const Experiment& experiment, const network::Netlist& netlist);

}  // namespace slackline::config
