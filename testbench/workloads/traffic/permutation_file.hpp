// A permutation in a file of its own: one destination a line, of host 0, 1, ...; '#' begins a comment, empty lines do
// not count.
//
//   # three hosts in a ring
//   1
//   2
//   0
#pragma once

#include "testbench/workloads/traffic/settings.hpp"

namespace slackline::features {

constexpr std::size_t most_permutation_bytes = std::size_t{160} << 20;  ///< of such a file: 2^24 lines of nine digits

/// Reads the file that traffic.permutation_file names, if it is given, into traffic.permutation, and adds its errors.
/// The name is relative to the file that gives it, or to the working folder when an option does.
void read_permutation_file(Reading& reading);

/// The same with the file's contents.
void read_permutation(Reading& reading, const SourcePtr& file);

}  // namespace slackline::features
