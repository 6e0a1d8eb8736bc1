// From bytes to a tree: reads a file and takes its YAML apart, trusting neither.
#pragma once

#include <optional>
#include <string>

#include "testbench/config/fault.hpp"
#include "testbench/config/file_use.hpp"
#include "testbench/config/node.hpp"

namespace slackline::config {

constexpr std::size_t most_bytes = 1 << 20;  ///< of a configuration file
constexpr unsigned most_levels = 16;         ///< of maps and lists in one another

constexpr const char* too_large = "the file is too large";  ///< what is read, in that fault

/// The contents of a file; nullptr, and a fault, when it cannot be read, is a folder or has more than `most` bytes. For
/// a file that is too large, and of another kind than wanted, the fault names that kind.
SourcePtr read_file(const std::string& path, Faults& faults, std::size_t most = most_bytes,
                    FileUse use = FileUse::experiment);

/// Whether a file that should be an experiment is of another format that is known: then with a fault that names it.
bool is_other_format(const SourcePtr& source, Faults& faults);

/// The root of the one YAML document in a source; nothing, and a fault, when it is not text or not YAML. Anchors,
/// aliases and tags are refused: each is a fault, and the tree continues after it.
std::optional<Node> parse_document(const SourcePtr& source, Faults& faults);

}  // namespace slackline::config
