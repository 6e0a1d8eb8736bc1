// square_cases: cases that meshes and tori share.
#pragma once

#include "testbench/config/experiment.hpp"
#include "testbench/studies/validation/case.hpp"
#include "testbench/studies/validation/sampling.hpp"

namespace slackline::validation {

/// The ratio of a count on a network under load, as a 95 % interval.
Finding measured(const config::Experiment& experiment, const Sampling& sampling, const Count& count, std::uint64_t seed,
                 unsigned times);

/// Accepted load when every host has packets waiting at all times.
Finding saturated(config::Experiment experiment, std::uint64_t seed, unsigned times);

/// "mesh 8x8, 2 VCs", "mesh-8-2vc"
std::string title_of(const config::Experiment& experiment);
std::string short_name_of(const config::Experiment& experiment);

/// Mean channels between switches on a packet's way, under uniform traffic that leaves the source out.
Case hops_case(const config::Experiment& experiment, double expected);
/// Below saturation the network accepts what is offered.
Case accepted_case(const config::Experiment& experiment, double tolerance);
/// Past saturation the accepted load lies below the bound of the bisection, and above `least` of it.
Case bound_case(const config::Experiment& experiment, double bound, double least);

}  // namespace slackline::validation
