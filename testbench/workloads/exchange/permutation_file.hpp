// The steps of an exchange in a file of their own, in CSV: line i has, for step i, the ranks to which ranks 0, 1, ... send. '#' begins a
// comment, empty lines do not count.
//
//   # four ranks: three steps
//   1,0,3,2
//   2,3,0,1
//   3,2,1,0
//
// In each step the destinations are a permutation that leaves no rank in its place, and in all steps a rank has each other one once.
#pragma once

#include "testbench/workloads/workload_kind.hpp"

namespace slackline::exchange {

/// Reads the file that exchange.permutation_file names into the settings, if it is given, and returns the errors of its lines.
settings::InputErrors read_permutation(settings::Values& experiment, const features::WorkloadKind::OpenFile& open);

}  // namespace slackline::exchange
