// What messages hold that a user wrote does a terminal no harm.
#include "testbench/commands/error_stream.hpp"

#include <catch2/catch.hpp>
#include <sstream>

using slackline::commands::ErrorStream;

namespace {

template <class Write>
std::string written(Write&& write) {
  std::ostringstream stream;
  {
    const ErrorStream readable(stream);
    write(stream);
  }
  return stream.str();
}

}  // namespace

TEST_CASE("control characters on the error stream are escaped, and lines stay lines", "[quick]") {
  CHECK(written([](std::ostream& out) { out << "a\x1b[2Jb\a\nsecond\n"; }) == "a\\x1b[2Jb\\x07\nsecond\n");
  CHECK(written([](std::ostream& out) { out << "Z\xc3\xbcrich \xff"; }) == "Z\xc3\xbcrich \\xff");
  CHECK(written([](std::ostream& out) { out << "\xc2\x9b \xe2\x80\xae \xe2\x81\xa6"; }) == "\\u009b \\u202e \\u2066");
}

TEST_CASE("a line of megabytes is cut, and the next one is whole", "[quick]") {
  for (const bool in_pieces : {false, true}) {
    const std::string text = written([&](std::ostream& out) {
      if (in_pieces) out << std::unitbuf;
      out << std::string(1000, 'x') << std::string(5'000'000, 'y') << "\nnext\n";
    });
    CHECK(text.size() <= ErrorStream::longest_line + 20);
    CHECK(text.substr(0, 1000) == std::string(1000, 'x'));
    CHECK(text.substr(text.size() - 6) == "\nnext\n");
  }
}

TEST_CASE("the stream is itself again afterwards", "[quick]") {
  std::ostringstream stream;
  { const ErrorStream readable(stream); }
  stream << "\x1b";
  CHECK(stream.str() == "\x1b");
}
