// Where a setting was written, in a configuration file or an option of the command line, and the errors of an input: the
// place, the key, what was found, what was expected, and what was probably meant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/settings/finding.hpp"

namespace slackline::settings {

/// A place in a source. Line and column count from 1, columns in characters; line 0 means the source as a whole.
struct Position {
  std::uint32_t line = 0, column = 0;
  std::uint32_t length = 1;  ///< characters to underline
};

class Source {
 public:
  Source(std::string name, std::string text);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }

  /// A line without its end; empty beyond the last one.
  std::string_view line(std::size_t number) const;
  /// Where a byte of a line is in the text, both counted from 0; the end of the text beyond it.
  std::size_t offset(std::size_t line, std::size_t byte) const;
  /// The position of a byte of a line, both counted from 0.
  Position position(std::size_t line, std::size_t byte, std::size_t bytes = 1) const;
  /// The position of a byte of the text; with no bytes of the first one, the source as a whole.
  Position position_of(std::size_t offset, std::size_t bytes) const;

 private:
  std::string name_, text_;
  std::vector<std::size_t> line_starts_;
};

using SourcePtr = std::shared_ptr<const Source>;

struct InputError {
  SourcePtr source;
  Position at;
  std::string key;  ///< "switch.buffer.flits"; empty when the error is of no key
  Finding what;
  Expected expected;
  std::string hint;  ///< the nearest known word; empty when none is near
  /// The minimum, of a number that is too small. 0: it is another error.
  std::uint64_t least = 0;
  /// The part of the network, or the point of a sweep, that has the error: ", for switch0 and 2 more", " (at load=0.2)";
  /// empty where the key tells it.
  std::string of = {};
};

using InputErrors = std::vector<InputError>;

/// "mesh.yaml:7:12: switch.buffer.flits: expected integer from 1 to 32768 (flits), found 0". The user's text is
/// escaped, and comes last.
std::string to_string(const InputError& error);

/// "expected integer from 1 to 16, found 99": the parts of a message alone.
std::string to_string(const Finding& what, const Expected& expected, const std::string& hint = "");

/// All errors in the order of their places, each with the line it is in and a caret below, as compilers print them.
void print(const InputErrors& errors, std::ostream& out);

}  // namespace slackline::settings
