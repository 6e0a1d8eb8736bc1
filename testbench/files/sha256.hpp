// The contents of a file as a hash of 64 hexadecimal digits, as the program sha256sum prints it.
#pragma once

#include <string>

namespace slackline::files {

/// The hash of a file's bytes; empty when it cannot be read.
std::string sha256_of_file(const std::string& path);
std::string sha256(const std::string& bytes);

}  // namespace slackline::files
