// trace_file: reads what traffic.trace names. What kind of file it is follows from its first lines:
//
//   0 init                          a time-independent trace of SimGrid: ti_trace.hpp
//   rank-1.txt                      a list of such files, relative to the list
//   E 0 1 108 bytes 27 msgs sent    a .prof file of Open MPI's monitoring: monitoring.hpp
//
// A folder means all the files in it, in the order of the last numbers in their names.
#pragma once

#include <string>
#include <vector>

#include "testbench/settings/reading.hpp"

namespace slackline::trace_file {

constexpr std::size_t most_trace_bytes = std::size_t{1} << 30;  ///< of all files together
constexpr std::size_t most_files = 1u << 16;

/// Reads the trace that traffic.trace names, if it is given, into the experiment, and adds its errors.
void read_trace(settings::Reading& reading);

/// The files of that trace, of most_bytes together; with errors not all of them.
std::vector<settings::SourcePtr> trace_sources(settings::Reading& reading, std::size_t most_bytes = most_trace_bytes);

/// The same as read_trace with the files' contents.
void read_trace(settings::Reading& reading, const std::vector<settings::SourcePtr>& files);

}  // namespace slackline::trace_file
