// Which rank of a trace runs where, in a file of its own: the host of rank 0, 1, ..., its name or number, one a line;
// '#' begins a comment, empty lines do not count.
//
//   # three ranks
//   host4
//   host0
//   7
#pragma once

#include "testbench/workloads/replay/settings.hpp"

namespace slackline::features {

constexpr std::size_t most_mapping_bytes = std::size_t{16} << 20;

/// Reads the file that traffic.mapping_file names, if it is given, and adds its errors.
void read_mapping_file(Reading& reading);

/// The same with the file's contents.
void read_mapping(Reading& reading, const SourcePtr& file);

}  // namespace slackline::features
