// experiments: the runs of the study as experiments, the same as an input file would say them.
#pragma once

#include "testbench/config/experiment.hpp"
#include "testbench/studies/song2005/measurement.hpp"

namespace slackline::song2005 {

constexpr std::uint64_t slot_flits = 2000;  ///< of Tables 3 and 4
constexpr std::uint64_t tokens = 50;        ///< of an Isotach network

/// Throws std::runtime_error where the network of a run is not as it must be.
config::Experiment experiment_of(const Run& run);

}  // namespace slackline::song2005
