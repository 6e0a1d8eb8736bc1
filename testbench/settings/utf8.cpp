#include "testbench/settings/utf8.hpp"

#include <algorithm>

namespace slackline::settings {

namespace {

unsigned byte(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

bool continues(unsigned byte) { return (byte & 0xc0) == 0x80; }

/// The number of a character, which is one.
unsigned number_of(std::string_view character) {
  const unsigned lead = byte(character, 0);
  if (character.size() == 1) return lead;
  unsigned number = lead & (0x7fu >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) number = number << 6 | (byte(character, i) & 0x3f);
  return number;
}

/// Embeddings, overrides and isolates: what follows is shown in another order than it has.
bool changes_direction(std::string_view character) {
  const unsigned number = number_of(character);
  return (number >= 0x202a && number <= 0x202e) || (number >= 0x2066 && number <= 0x2069);
}

std::string hexadecimal(unsigned number, std::size_t digits, const char* digit) {
  std::string text;
  for (; text.size() < digits || number != 0; number >>= 4) text.insert(text.begin(), digit[number & 15]);
  return text;
}

constexpr const char *lower_case = "0123456789abcdef", *upper_case = "0123456789ABCDEF";

}  // namespace

std::size_t utf8_bytes(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned lead = byte(text, 0);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!continues(byte(text, i))) return 0;
  const unsigned second = byte(text, 1);
  const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool beyond = (lead == 0xed && second >= 0xa0) || (lead == 0xf4 && second >= 0x90);
  return overlong || beyond ? 0 : length;
}

bool is_control(std::string_view character) {
  const unsigned number = number_of(character);
  return number < 0x20 || (number >= 0x7f && number < 0xa0);
}

std::string code_point(std::string_view character) { return "U+" + hexadecimal(number_of(character), 4, upper_case); }

namespace {

/// The first character, or the first byte where it is none.
std::string_view first_of(std::string_view text) { return text.substr(0, std::max<std::size_t>(utf8_bytes(text), 1)); }

bool is_shown(std::string_view character) {
  return utf8_bytes(character) != 0 && !is_control(character) && !changes_direction(character);
}

}  // namespace

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues(static_cast<unsigned char>(c)); }));
}

std::string escaped(std::string_view text, std::size_t most) {
  std::string shown;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == most) return shown + "...";
    const std::string_view character = first_of(text);
    if (is_shown(character))
      shown += character;
    else if (character.size() == 1)
      shown += "\\x" + hexadecimal(byte(character, 0), 2, lower_case);
    else
      shown += "\\u" + hexadecimal(number_of(character), 4, lower_case);
    text.remove_prefix(character.size());
  }
  return shown;
}

std::string named(std::string_view character) {
  if (utf8_bytes(character) == 0) return "the byte 0x" + hexadecimal(byte(character, 0), 2, lower_case);
  return character == "\n" || character == "\r" ? "a line end" : code_point(character);
}

std::string_view first_escaped(std::string_view text) {
  for (; !text.empty(); text.remove_prefix(first_of(text).size()))
    if (!is_shown(first_of(text))) return first_of(text);
  return {};
}

}  // namespace slackline::settings
