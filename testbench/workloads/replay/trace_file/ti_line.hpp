// ti_line: one line of a time-independent trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "testbench/workloads/replay/program/trace.hpp"
#include "testbench/workloads/replay/trace_file/lines.hpp"

namespace slackline::trace_file {

struct Line {
  std::size_t number = 0;          ///< from 1
  const std::vector<Word>& words;  ///< two or more, the first one `rank`
  std::uint32_t rank = 0;
};

/// Adds the call of a line to `trace`, that of its rank, of `ranks` altogether, unless it has no effect or an error.
/// `default_type` is the number of the datatype where the line names none; init sets it.
void read_ti_line(const Line& line, std::uint32_t ranks, std::uint64_t& default_type, replay::RankTrace& trace,
                  FileErrors& errors);

}  // namespace slackline::trace_file
