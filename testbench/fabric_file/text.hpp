// text: a file's lines and words, each with its place in the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "testbench/fabric_file/complaints.hpp"

namespace slackline::fabric_file {

/// A piece of a file.
struct Piece {
  std::string_view text;
  std::size_t at = 0;

  Place place() const { return {at, text.size()}; }
  Piece from(std::size_t first) const { return {text.substr(first), at + first}; }
  Piece part(std::size_t first, std::size_t length) const { return {text.substr(first, length), at + first}; }
};

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// One line of a text after another, without their ends.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}
  bool next(Piece& line);

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// Takes a piece apart from its left.
class Scanner {
 public:
  explicit Scanner(Piece piece) : rest_(piece) {}

  Piece rest() const { return rest_; }
  bool at_end() const { return rest_.text.empty(); }
  Scanner& skip_blanks();
  /// Takes a character, if it is the next one.
  bool take(char c);
  /// Up to the next blank; empty at the end.
  Piece word();
  /// One digit or more, a number up to 10^9.
  std::optional<std::uint32_t> number();
  /// The text between a character and the next of another kind, both taken: "id" between quotes.
  std::optional<Piece> between(char opening, char closing);

 private:
  void drop(std::size_t count) { rest_ = rest_.from(count); }

  Piece rest_;
};

/// A piece of a file as a message shows it: printable, and not long.
std::string shown(std::string_view text);

}  // namespace slackline::fabric_file
