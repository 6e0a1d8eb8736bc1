// empty_network: whether anything is still under way.
#pragma once

#include "testbench/observe/engine.hpp"
#include "testbench/statistics/host_counts.hpp"

namespace slackline::observe {

/// No flit is in a switch or on a link, and no network interface has anything to do: what has not arrived is lost. `counter`: of the
/// engine's network.
bool is_empty(const Engine& engine, statistics::HostCounter& counter);

}  // namespace slackline::observe
