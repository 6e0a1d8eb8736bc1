// Amounts of data and data rates, which a flit's width turns into flits and cycles.
#pragma once

#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Bits of a flit: as given, otherwise as wide as the packet format's.
std::uint64_t flit_bits_of(const Experiment& experiment);
/// Bits of a word of a message, where hosts have network interfaces: those of the flits that it takes.
std::uint64_t word_bits_of(const Experiment& experiment);

/// The rate of a link of one flit in `cycles` cycles, in Gb/s.
double gigabits_per_second(CyclesPerFlit cycles, const Experiment& experiment);

/// Turns what was given as an amount of data into flits, rounded up to whole ones, and a data rate into the nearest
/// number of cycles per flit. Adds the faults of what is out of range then, or is a rate without a clock.
void resolve_units(Reading& reading);

}  // namespace slackline::config
