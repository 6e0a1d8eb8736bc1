// program: another program, found in PATH and run without a shell.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace slackline::files {

/// Its path, as a shell finds it: in the folders of PATH, or where its name has a slash, there.
std::optional<std::string> find_program(const std::string& name);

/// A file's name that no program takes for an option, or for a file of options, whatever it begins with.
std::string as_argument(const std::string& path);

constexpr std::size_t most_output = std::size_t{1} << 20;  ///< bytes that are kept of a program's output

/// Runs a program; `arguments` begin with its name. It reads nothing, and writes to `output`, its error stream included; to
/// nowhere without one. Returns its error; empty: it ended well.
std::string run_program(const std::string& program, std::vector<std::string> arguments, std::string* output = nullptr);

}  // namespace slackline::files
