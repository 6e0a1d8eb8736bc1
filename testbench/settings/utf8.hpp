// Text in UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace slackline::settings {

/// Bytes of the character at the start of `text`; 0 when there is none (overlong forms and surrogates are none).
std::size_t utf8_bytes(std::string_view text);

/// True for the control characters of ASCII and of Unicode's first page: what a terminal might obey.
bool is_control(std::string_view character);

/// A character as Unicode names it: "U+009B".
std::string code_point(std::string_view character);

/// The name of a character in messages: "U+009B"; "a line end"; "the byte 0xff", which is no character.
std::string named(std::string_view character);

/// Characters of a text.
std::size_t characters(std::string_view text);

/// The first character that escaped() does not show as it is; empty: there is none.
std::string_view first_escaped(std::string_view text);

/// At most `most` characters, as messages show what a user wrote: \x1b for a control character of ASCII or a byte that is
/// no character, \u202e for other control characters and for those that change the direction of writing.
std::string escaped(std::string_view text, std::size_t most);

}  // namespace slackline::settings
