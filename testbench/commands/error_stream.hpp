// The error stream as a terminal may have it, whatever messages hold that a user wrote: names from files, arguments,
// lines of firmware.
#pragma once

#include <iosfwd>
#include <memory>
#include <streambuf>

namespace slackline::commands {

/// As long as it lives, what is written to `stream` has control characters escaped (\x1b), and lines cut that are longer
/// than a terminal has any use for.
class ErrorStream {
 public:
  static constexpr std::size_t longest_line = 4000;  ///< characters

  explicit ErrorStream(std::ostream& stream);
  ~ErrorStream();
  ErrorStream(const ErrorStream&) = delete;
  ErrorStream& operator=(const ErrorStream&) = delete;

 private:
  std::ostream& stream_;
  std::streambuf* before_;
  std::unique_ptr<std::streambuf> filter_;
};

}  // namespace slackline::commands
