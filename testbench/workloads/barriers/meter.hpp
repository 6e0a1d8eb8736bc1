// Whether the barriers of a run are over: when all hosts have left the last one, or when the members of a group wait and
// nothing happens in it any more.
#pragma once

#include <memory>

#include "testbench/observe/engine.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/settings/values.hpp"

namespace slackline::barriers {

/// nullptr: no host has any. `look`: cycles between two looks. The engine must outlive it.
std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const settings::Values& experiment,
                                         std::uint64_t look);

}  // namespace slackline::barriers
