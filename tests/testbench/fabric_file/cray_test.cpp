// The listing of the ports of the routers of a Cray.
#include <catch2/catch.hpp>

#include "tests/testbench/fabric_file/reading.hpp"

using namespace slackline;
using test::FabricRead;
using Lines = std::vector<std::string>;

namespace {

const std::string listing = R"(c0-0c0s0a0l00(0:0:0) green -> c0-0c0s1a0l10(0:0:1)
c0-0c0s0a0l01(0:0:0) blue -> unused
c0-0c0s0a0l17(0:0:0) black -> c0-0c0s1a0l07(0:0:1)
c0-0c0s0a0l50(0:0:0) ptile -> processor
c0-0c0s1a0l07(0:0:1) black -> c0-0c0s0a0l17(0:0:0)
c0-0c0s1a0l10(0:0:1) green -> c0-0c0s0a0l00(0:0:0)
)";

}  // namespace

TEST_CASE("a Cray's listing gives its routers with parallel links, each with the requested hosts") {
  const FabricRead read = test::read_fabric(listing, 4);
  REQUIRE(read.complaints.empty());
  CHECK(read.network->format == "cray");
  CHECK(test::links_of(*read.network) == Lines{"c0_0c0s0a0:0-c0_0c0s1a0:1", "c0_0c0s0a0:1-c0_0c0s1a0:0"});
  CHECK(read.network->hosts.size() == 8);
  CHECK(read.network->ports == 6);
  CHECK(read.network->notes == Lines{"left out: 1 unused port"});
  CHECK(fabric_file::usual_hosts_per_switch(read.format) == 4);
}

TEST_CASE("lines of a Cray's listing that do not fit are refused by name", "[quick]") {
  const auto complaints = [](const std::string& text) { return test::read_fabric(text, 4).complaints; };
  CHECK(complaints(listing + "c0-0c0s0a0l08(0:0:0) green -> unused\n").at(0).substr(0, 29) ==
        "7: c0-0c0s0a0l08(0:0:0) green");
  CHECK(complaints(listing + "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s1a0l10(0:0:1)\n") ==
        Lines{"7: c0-0c0s0a0 port 0 given twice; each port once"});
  CHECK(complaints(listing + "c0-0c0s0a0l20(0:0:0) green -> c0-0c0s9a0l10(0:0:1)\n") ==
        Lines{"7: c0-0c0s9a0; a node of the file"});
  CHECK(complaints(listing + "c0-0c0s0a0l01(0:0:0) blue -> c0-0c0s1a0l11(0:0:1)\n") ==
        Lines{"7: c0-0c0s0a0 port 1 given twice; each port once"});
  CHECK(complaints("# mine\n" + listing +
                   "c0-0c0s0a0l20(0:0:0) green -> c0-0c0s1a0l20(0:0:1)\n"
                   "c0-0c0s1a0l20(0:0:1) black -> c0-0c0s0a0l20(0:0:0)\n") ==
        Lines{"8: green, its other end black; one kind of a link at both its ends"});
  CHECK(complaints(listing + "c0-0c0s0a0l20(0:0:0) green -> c0-0c0s1a0l20(0:0:1)\n") ==
        Lines{"7: c0-0c0s0a0 port 16 to c0-0c0s1a0 port 16, where nothing is; each cable at both its ends"});
}

TEST_CASE("a network maps each of its ports to a port of the listing") {
  const FabricRead read = test::read_fabric(listing, 4);
  REQUIRE(read.network);
  REQUIRE(read.network->port_maps.size() == 2);
  const topology::GivenNetwork::PortMap& first = read.network->port_maps[0];
  CHECK(first.first == "c0_0c0s0a0");
  CHECK(first.switches == 1);
  REQUIRE(first.runs.size() == 2);
  CHECK(first.runs[1].port == 1);
  CHECK(first.runs[1].first == "l17");
  const topology::GivenNetwork::PortMap& second = read.network->port_maps[1];
  REQUIRE(second.runs.size() == 1);  // 07 and 10 are neighbours in octal
  CHECK(second.runs[0].ports == 2);
  CHECK(second.runs[0].first == "l07");
  CHECK(second.runs[0].last == "l10");
}

TEST_CASE("gaps that only an earlier refused line of a Cray's listing leaves are not reported") {
  std::string text = listing;
  text.replace(text.find("l07(0:0:1) black ->"), 19, "l07(0:0:1) black =>");
  CHECK(test::read_fabric(text, 4).complaints.size() == 1);
  text = listing;
  text.replace(text.find("l07(0:0:1) black ->"), 3, "x07");
  CHECK(test::read_fabric(text, 4).complaints.size() == 1);
}
