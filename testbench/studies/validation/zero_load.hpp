// zero_load: a packet alone in a network has the latency of the timing contract of a hop, to the cycle.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "testbench/run/experiment.hpp"
#include "testbench/studies/validation/case.hpp"

namespace slackline::validation {

/// The latency of a packet alone, `hops` links between switches on its way: the sum of all link delays and header delays, n - 1 more a
/// link of one flit in n cycles; the tail (L - 1) n later. Fractions are rounded up.
///
/// Stripped routes: at each switch the flit after the route flit becomes the head. It is written n cycles after the
/// route flit, and leaves as a data flit, but not before the edge after the route flit's: max(rd + 1, sd + n).
std::uint64_t zero_load_latency(const features::Experiment& e, std::uint64_t hops);

/// Links between switches on the way from one host to another.
using Hops = std::function<std::uint64_t(std::uint32_t from, std::uint32_t to)>;

/// One packet alone between every pair of hosts: the mean latency, and each latency must be right.
Case zero_load_case(const std::string& name, const std::string& network, const features::Experiment& e,
                    const Hops& hops);

/// The same where the way is drawn at random: the cycles that a packet takes beyond the formula for the links that it
/// passed, which are at least `least`.
Case random_way_case(const std::string& name, const std::string& network, const features::Experiment& e,
                     const Hops& least);

}  // namespace slackline::validation
