// file_number: which of a trace's files one is, by its name.
#pragma once

#include <string>

namespace slackline::trace_file {

/// The last number of a file's name, its folders aside, without leading zeros: "12" of "t/trace-2/rank-012.txt". Empty: it
/// has none.
std::string last_number(const std::string& path);

}  // namespace slackline::trace_file
