#include "testbench/config/utf8.hpp"

#include <algorithm>

namespace slackline::config {

namespace {

unsigned byte(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

bool continues(unsigned byte) { return (byte & 0xc0) == 0x80; }

/// At most `most` characters. `replaced(c, is_any)` replaces what cannot be shown: a control character, or a byte that
/// is no character, with is_any false.
template <class Replaced>
std::string shown(std::string_view text, std::size_t most, Replaced&& replaced) {
  std::string shown;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == most) return shown + "...";
    const std::size_t bytes = utf8_bytes(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(bytes, 1));
    if (bytes == 0 || is_control(character))
      shown += replaced(character, bytes != 0);
    else
      shown += character;
    text.remove_prefix(character.size());
  }
  return shown;
}

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
  const unsigned lead = byte(character, 0);
  return lead < 0x20 || lead == 0x7f || (character.size() > 1 && lead == 0xc2 && byte(character, 1) < 0xa0);
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues(static_cast<unsigned char>(c)); }));
}

std::string printable(std::string_view text, std::size_t most) {
  return shown(text, most, [](std::string_view, bool is_any) { return std::string(is_any ? " " : "?"); });
}

std::string escaped(std::string_view text, std::size_t most) {
  return shown(text, most, [](std::string_view character, bool) {
    std::string codes;
    for (const char c : character) {
      constexpr const char* digits = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      codes += std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
    }
    return codes;
  });
}

}  // namespace slackline::config
