// Files of ibsim: nearly what ibnetdiscover dumps, with free ids and enabled widths and speeds.
#include <catch2/catch.hpp>

#include "tests/testbench/fabric_file/reading.hpp"

using namespace slackline;
using test::FabricRead;
using Lines = std::vector<std::string>;

namespace {

std::string net(const std::string& option_a, const std::string& option_b, const std::string& before = "") {
  return before + "Switch 8 \"leaf 1\"\n[1] \"a\"[1] " + option_a +
         "\n[2] \"b\"[1]\n\n# hosts\nHca 2 \"a\"\n[1] \"leaf 1\"[1] " + option_b + "\nHca 1 \"b\"\n[1] \"leaf 1\"[2]\n";
}

std::string speed(const std::string& option_a, const std::string& option_b, const std::string& before = "") {
  const FabricRead read = test::read_fabric(net(option_a, option_b, before));
  if (!read.complaints.empty()) return read.complaints.front();
  std::string text;
  for (const auto& of : read.network->speeds) text += (text.empty() ? "" : ", ") + of.name;
  return text;
}

}  // namespace

TEST_CASE("a file of ibsim gives its nodes and cables") {
  const FabricRead read = test::read_fabric(net("", ""));
  REQUIRE(read.complaints.empty());
  CHECK(read.network->format == "ibsim");
  CHECK(test::hosts_of(*read.network) == Lines{"a:leaf_1:1", "b:leaf_1:2"});
}

TEST_CASE("a link runs at the highest width and speed that both its ends may", "[quick]") {
  CHECK(speed("", "") == "4xSDR");
  CHECK(speed("w=1", "w=3") == "4xSDR, 1xSDR");
  CHECK(speed("s=7", "s=3") == "4xDDR, 4xSDR");
  CHECK(speed("w=10 s=4", "w=10 s=4 # as fast as can be") == "12xQDR, 4xSDR");
  CHECK(speed("", "", "width=8\nspeed=2\n") == "12xDDR");
  CHECK(speed("w=16", "w=17") == "4xSDR, 2xSDR");
  CHECK(speed("w=255 s=15", "w=8 s=4") == "12xQDR, 4xSDR");
  CHECK(speed("w=0x8 s=0X4", "w=010 s=04") == "12xQDR, 4xSDR");
  CHECK(
      speed("s=1", "s=4") ==
      "7: leaf 1 port 1 and a port 1 with no width or speed in common; widths 1, 4, 8, 12, 2 lanes: w=1, 2, 4, 8, 16; "
      "speeds SDR, DDR, QDR: s=1, 2, 4; sums for several");
}

TEST_CASE("options and commands that are not read are refused") {
  CHECK(speed("s=8", "") == "2: 8; 1 to 7, a bit for each that is enabled, or 15 for all");
  for (const char* mask : {"w=32", "w=0", "w=0x", "w=08", "w=256", "w=-1", "w=4294967296", "w=", "w=2x"})
    CHECK_THAT(speed(mask, ""), Catch::EndsWith("1 to 31, a bit for each that is enabled, or 255 for all"));
  CHECK(speed("q=1", "") == "2: q=1; w= and s=");
  CHECK(test::read_fabric("include \"more\"\n" + net("", "")).complaints ==
        Lines{"1: include, a command of ibsim; nodes and their ports"});
  CHECK(test::read_fabric("do \"Link\"\n" + net("", "")).complaints.size() == 1);
  CHECK(test::read_fabric("@alias \"more\"\n" + net("", "")).complaints ==
        Lines{"1: @alias, a command of ibsim; nodes and their ports"});
}

TEST_CASE("without a number the other end is port 1") {
  CHECK(test::read_fabric("Switch 4 \"s\"\n[1] \"a\"\n[2] \"b\"\nHca 1 \"a\"\n[1] \"s\"\nHca 1 \"b\"\n[1] \"s\"[2]\n")
            .complaints.empty());
}

TEST_CASE("ids of ibsim are words, even those that look like GUIDs") {
  const FabricRead read = test::read_fabric(
      "Switch 4 \"S-1\"\n[1] \"H-01\"[1]\n[2] \"H-1\"[1]\nHca 1 \"H-01\"\n[1] \"S-1\"[1]\nHca 1 \"H-1\"\n[1] "
      "\"S-1\"[2]\n");
  REQUIRE(read.complaints.empty());
  CHECK(test::hosts_of(*read.network) == Lines{"H_01:S_1:1", "H_1:S_1:2"});
}
