// file_use: what a file is for, and what it is when it was given for something else. The one place that knows this:
// whoever reads an experiment, a network or a trace asks here first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "testbench/features/feature.hpp"

namespace slackline::features {

enum class FileUse : std::uint8_t {
  experiment,  ///< slackline run FILE
  network,     ///< topology.file
  trace,       ///< traffic.trace
  table,       ///< any other: destinations, routes, schedules
};

/// Of a file that was given for this use and is of another kind, what it is and where it belongs: "a network (graphml),
/// which topology.file names". Empty: it may be of the kind that is wanted. The first bytes of the file are
/// enough.
std::string other_kind(std::string_view text, FileUse use);

/// The files that are accepted there, for messages.
const char* wanted(FileUse use);

/// The same as readers of files take it.
FileKind kind_of(FileUse use);
SourcePtr read_file(const std::string& path, InputErrors& errors, std::size_t most = most_bytes,
                    FileUse use = FileUse::experiment);

/// The reason to refuse a file, for the key that names it.
Finding of_file_named(const std::string& path, const Finding& what);

/// The file that a key names. When it cannot be read, the error is where the key is given, and the key is doubtful.
SourcePtr read_file_of(Reading& reading, std::string_view key, std::size_t most, FileUse use);
/// The same for a file that this one lists.
SourcePtr read_file_of(Reading& reading, std::string_view key, const std::string& path, std::size_t most, FileUse use);

}  // namespace slackline::features
