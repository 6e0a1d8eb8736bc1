#include "testbench/text/file_format.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace slackline::text;

TEST_CASE("the first bytes of common formats name them", "[quick]") {
  CHECK(known_format(std::string("\x1f\x8b\x08", 3)) == "a file compressed with gzip (gunzip unpacks it)");
  CHECK(known_format("BZh91AY") == "a file compressed with bzip2 (bunzip2 unpacks it)");
  CHECK(known_format(std::string("\x7f") + "ELF\x02") == "a program or library (ELF)");
  CHECK(known_format("OTF2 anchor") == "an OTF2 trace");
  CHECK(known_format(std::string(257, 'x') + "ustar") == "a tar archive (tar -x unpacks it)");
  CHECK(known_format("").empty());
  CHECK(known_format("\x1f").empty());
  CHECK(known_format("0 init\n0 compute 5\n").empty());
  CHECK(known_format("schema_version: 1\n").empty());
}

TEST_CASE("a file with zero bytes near its beginning is no text", "[quick]") {
  CHECK(is_binary(std::string("abc\0def", 7)));
  CHECK_FALSE(is_binary("abc\n"));
  CHECK_FALSE(is_binary(""));
}
