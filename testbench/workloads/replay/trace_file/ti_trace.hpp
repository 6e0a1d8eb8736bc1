// ti_trace: time-independent traces of SimGrid, as `smpirun -trace-ti` writes them and its replay reads them (SimGrid
// 3.32, smpi_replay.cpp). A line is a call of a rank; [x] may be left out, t is a datatype by its number in SimGrid.
//
//   R init [x]                    x: the default datatype is double, otherwise byte
//   R compute OPERATIONS          R sleep SECONDS
//   R send|isend|recv|irecv RANK TAG COUNT [t]     R wait|test SOURCE DESTINATION TAG     R waitall [n]
//   R sendrecv COUNT TO COUNT FROM [t t]
//   R barrier                     R bcast COUNT [root [t]]
//   R reduce COUNT OPERATIONS [root [t]]           R allreduce COUNT OPERATIONS [t]
//   R alltoall COUNT COUNT [t t]  R alltoallv SIZE COUNT... SIZE COUNT... [t t]
//   R gather|scatter COUNT COUNT [root [t t]]      R allgather COUNT COUNT [t t]
//   R gatherv COUNT COUNT... [root [t t]]          R scatterv COUNT... COUNT [root [t t]]
//   R allgatherv COUNT COUNT... [t [t]]            R reducescatter COUNT... OPERATIONS [t]
//   R comm_size|comm_split|comm_dup|location|finalize ...   without effect
//
// COUNT... is one number a rank. -555 and -333 mean any source, -444 for any tag, and -333 or -666 for no rank at
// all: what is sent there is left out. Words may be in capitals.
#pragma once

#include <vector>

#include "testbench/settings/input_error.hpp"
#include "testbench/workloads/replay/program/trace.hpp"

namespace slackline::trace_file {

inline constexpr std::uint32_t most_ranks = 1u << 16;
inline constexpr std::uint64_t most_count = std::uint64_t{1} << 40;  ///< of elements, and of bytes of one message
inline constexpr std::uint64_t most_operations = std::uint64_t{1} << 53;
inline constexpr std::uint64_t most_actions = 1u << 26;  ///< of all ranks together

/// With errors the trace is not to be used.
replay::Trace read_ti_trace(const std::vector<settings::SourcePtr>& files, settings::InputErrors& errors);

}  // namespace slackline::trace_file
