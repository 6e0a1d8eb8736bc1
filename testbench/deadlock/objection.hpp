// objection: reasons against running a network.
#pragma once

#include <cstdint>
#include <string>

#include "rtl_models/network/netlist.hpp"
#include "testbench/routing/on_progress.hpp"

namespace slackline::deadlock {

/// Where to find out takes more steps, it takes minutes.
constexpr std::uint64_t most_steps = 2'000'000'000;

/// Packets can wait for one another for ever, as far as can be proved: gives the reason, and names the shortest cycle
/// channel by channel where there is one. Nothing is found out where it takes more than `steps` of 15 to 25 ns. Empty:
/// proved to be impossible, as long as hosts take in what comes (hosts_take_all). Of a netlist without faults.
std::string objection(const network::Netlist& netlist, std::uint64_t steps = most_steps,
                      const routing::OnProgress& on_progress = {});

}  // namespace slackline::deadlock
