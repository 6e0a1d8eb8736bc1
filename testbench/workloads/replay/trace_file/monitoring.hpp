// monitoring: .prof files of Open MPI's monitoring (pml_monitoring): how many messages, of how many bytes, each rank has
// sent to each. A line, its parts between tabs or blanks:
//
//   E 0 1 108 bytes 27 msgs sent 12,0,...    point to point; I: those that the library sent on its own
//   S 0 1 8 bytes 1 msgs sent                one-sided, put; R: got from the second rank by the first
//   D MPI_COMM_WORLD procs: 0,1,2            the ranks of a communicator
//
// The numbers at the end of an E line, or of an I line where a pair has no E line, are a histogram of the sizes of both:
// messages without a byte, then of 2^(k-1) to 2^k - 1 bytes, k = 1, 2, ... (Open MPI computes k with logarithms of doubles,
// which are exact enough for that up to 2^48 - 2 bytes). The messages of a pair have the sizes of its histogram: each within its bounds, all of one
// bucket alike but for a byte, and with the pair's bytes in all. Without a histogram they are of one size.
//
// C, O2A, A2O and A2A lines count again, by collective call, what I lines hold: they are left out. D lines name the ranks
// whose files there must be, if only with a D line, as that of a rank that has sent nothing.
//
// A matrix has no times: each rank posts all receives, then sends one message after the other, to each of its
// partners in turn, beginning with the rank after its own, and waits for all.
#pragma once

#include <vector>

#include "testbench/settings/input_error.hpp"
#include "testbench/workloads/replay/program/trace.hpp"

namespace slackline::trace_file {

inline constexpr std::uint64_t most_messages = 1u << 22;  ///< of all pairs together

/// With errors the trace is not to be used.
replay::Trace read_monitoring(const std::vector<settings::SourcePtr>& files, settings::InputErrors& errors);

}  // namespace slackline::trace_file
