// replay_of: a trace as the program of a network's hosts.
#pragma once

#include <memory>
#include <optional>

#include "rtl_models/network/netlist.hpp"
#include "testbench/workloads/replay/program/settings.hpp"
#include "testbench/workloads/replay/settings.hpp"

namespace slackline::features {

/// Cycles that an operation takes, exactly; nothing where the fraction is beyond 64 bits.
std::optional<replay::Ratio> cycles_per_operation(const Values& experiment);

/// The program of the hosts of `netlist`; nullptr without a trace.
std::shared_ptr<port::Program> replay_of(const Values& experiment, const network::Netlist& netlist);

}  // namespace slackline::features
