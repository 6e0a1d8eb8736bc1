// replay_of: a trace as the program of a network's hosts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/workloads/replay/program/settings.hpp"
#include "testbench/workloads/replay/settings.hpp"

namespace slackline::features {

/// Cycles that an operation takes, exactly; nothing where the fraction is beyond 64 bits.
std::optional<replay::Ratio> cycles_per_operation(const Values& experiment);

/// The hosts of rank 0, 1, ..., where the mapping has one for each.
std::vector<std::uint32_t> hosts_of_ranks(const Values& experiment, const network::Netlist& netlist);

/// The program of the hosts of `netlist`; nullptr without a trace.
std::shared_ptr<port::Program> replay_of(const Values& experiment, const network::Netlist& netlist);

}  // namespace slackline::features
