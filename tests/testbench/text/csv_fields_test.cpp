#include "testbench/text/csv_fields.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace slackline;

namespace {

/// "text@place" of all fields in order.
std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> all;
  for (const text::Field& field : text::csv_fields(line))
    all.push_back(std::string(field.text) + '@' + std::to_string(field.begin));
  return all;
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("fields are separated by commas, without blanks and comments, with their place in the line") {
  CHECK(fields("a,b") == Strings{"a@0", "b@2"});
  CHECK(fields(" a b\t, c \r") == Strings{"a b@1", "c@7"});
  CHECK(fields("a,,b,") == Strings{"a@0", "@2", "b@3", "@5"});
  CHECK(fields("a, b # c, d") == Strings{"a@0", "b@3"});
  CHECK(fields("a,#b") == Strings{"a@0", "@2"});
}

TEST_CASE("a line of only blanks or a comment has no fields", "[quick]") {
  for (const char* line : {"", " \t\r", "# a, b", "  #"}) {
    CHECK(fields(line).empty());
    CHECK(text::content(line).text.empty());
  }
  CHECK(text::content("  7 8 # nine").text == "7 8");
  CHECK(text::content("  7 8 # nine").begin == 2);
}
