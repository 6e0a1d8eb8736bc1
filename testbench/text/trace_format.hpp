// trace_format: the traces that traffic.trace takes, told by their first lines.
//
//   0 init                          calls: a time-independent trace of SimGrid
//   E 0 1 108 bytes 27 msgs sent    monitoring: a .prof file of Open MPI
//   rank-1.txt                      list: names of such files, one a line
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace slackline::text {

enum class TraceFormat : std::uint8_t { none, calls, monitoring, list };

/// The format that one of the first lines fits, so that a wrong line is shown as such; a list only if the first line
/// fits that, and none of them another.
TraceFormat trace_format(std::string_view beginning);

/// The format of what looks like a trace in all that can be seen, whatever was to be expected: its first line fits, or
/// its first lines all name files.
TraceFormat evident_trace_format(std::string_view beginning);

/// "a time-independent trace of SimGrid"; empty: none.
std::string_view name_of(TraceFormat format);

/// Whether a line of Open MPI's monitoring may begin with this word.
bool is_monitoring_word(std::string_view word);

}  // namespace slackline::text
