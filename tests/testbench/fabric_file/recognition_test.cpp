// The contents of a file determine its format.
#include <catch2/catch.hpp>

#include "tests/testbench/fabric_file/reading.hpp"

using namespace slackline;
using fabric_file::Format;

namespace {

std::string format_of(const std::string& text) {
  Format format{};
  fabric_file::Complaints complaints;
  return fabric_file::recognise(text, format, complaints) ? std::string(word_of(format)) : "none";
}

}  // namespace

TEST_CASE("a format is recognised by the first contents of a file, after comments and empty lines") {
  CHECK(format_of("#\n# Topology file: generated on Wed May 13 14:36:33 2020\n#\n\nSwitch 8 \"S-1\"\n") ==
        "ibnetdiscover");
  CHECK(format_of("vendid=0x8f1\nswitchguid=0x1(1)\nSwitch 8 \"S-1\"\n") == "ibnetdiscover");
  CHECK(format_of("\n# a net\nSwitch 8 \"S-1\"\n") == "ibsim");
  CHECK(format_of("switchguid=0x200000\nSwitch 8 \"leaf\"\n") == "ibsim");
  CHECK(format_of("Hca 1 \"a\"\n") == "ibsim");
  CHECK(format_of("width=4\nHca 1 \"a\"\n") == "ibsim");
  CHECK(format_of("@alias \"a\"\nHca 1 \"a\"\n") == "ibsim");
  CHECK(format_of("\nNon-Chassis Nodes\n\nswitchguid=0x1(1)\n") == "ibnetdiscover");
  CHECK(format_of("router 0 node 0\n") == "anynet");
  CHECK(format_of("node 0 router 0\n") == "anynet");
  CHECK(format_of("<?xml version=\"1.0\"?><graphml/>") == "graphml");
  CHECK(format_of("c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)\n") == "cray");
}

TEST_CASE("a file of an unknown format is refused with the names of the known ones", "[quick]") {
  for (const char* text : {"", "# nothing but a comment\n", "schema_version: 1\n", "digraph { a -> b }", "\177ELF",
                           "name=value\n", "Switch=3\nHcas: 4\n"})
    CHECK(format_of(text) == "none");
  const test::FabricRead read = test::read_fabric("\ndigraph { a -> b }\n");
  REQUIRE(read.complaints.size() == 1);
  CHECK(
      read.complaints[0] ==
      "2: digraph { a -> b }; a dump of ibnetdiscover, a file of ibsim, BookSim's anynet, GraphML, or a Cray's listing "
      "of ports");
}
