// costs_clock: whether the costs of a preset, which count in cycles, are for another cycle than the experiment's.
#pragma once

#include <string>

#include "testbench/config/preset.hpp"
#include "testbench/config/reader.hpp"

namespace slackline::config {

/// The preset that says what handlers cost, all of it or what the user leaves to it; nullptr: none.
const Preset* costs_asked(const Reading& reading);

/// "nic.costs lanai4 counts in cycles of 25 ns, and a cycle is 10 ns here: ..."; empty where it counts in those of the
/// experiment.
std::string costs_clock_note(const Reading& reading);

}  // namespace slackline::config
