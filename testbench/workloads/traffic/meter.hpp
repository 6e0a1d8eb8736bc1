// Random traffic in a run: it has no end, and its loads and latencies are means.
#pragma once

#include <memory>

#include "testbench/observe/engine.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/settings/values.hpp"

namespace slackline::traffic {

/// nullptr: what hosts send is not random. The engine must outlive it.
std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const settings::Values& experiment,
                                         std::uint64_t look);

}  // namespace slackline::traffic
