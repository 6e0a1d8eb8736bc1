// first_lines: how a text begins, to tell what kind of file it is.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace slackline::text {

/// The first lines that are neither empty nor a comment (#), without blanks around them; of each at most 1000 bytes.
std::vector<std::string_view> first_lines(std::string_view text, std::size_t most);

/// The parts of a line between blanks.
std::vector<std::string_view> words_of(std::string_view line);

}  // namespace slackline::text
