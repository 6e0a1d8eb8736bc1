// Text in UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace slackline::config {

/// Bytes of the character at the start of `text`; 0 when there is none (overlong forms and surrogates are none).
std::size_t utf8_bytes(std::string_view text);

/// True for the control characters of ASCII and of Unicode's first page: what a terminal might obey.
bool is_control(std::string_view character);

/// Characters of a text.
std::size_t characters(std::string_view text);

/// At most `most` characters, fit to be shown: a space for each control character, ? for what is no character.
std::string printable(std::string_view text, std::size_t most);

/// At most `most` characters, as a message shows what a user wrote: \x1b for a control character or a byte that is no
/// character.
std::string escaped(std::string_view text, std::size_t most);

}  // namespace slackline::config
