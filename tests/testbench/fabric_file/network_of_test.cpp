// From the contents of a file to a network.
#include <catch2/catch.hpp>

#include "testbench/topology/shape.hpp"
#include "tests/testbench/fabric_file/reading.hpp"

using namespace slackline;
using test::FabricRead;
using Lines = std::vector<std::string>;

TEST_CASE("links of a network from a file have the times of the file, both directions in the order of build") {
  const FabricRead read = test::read_fabric("router 0 node 0 3 router 1 15\nrouter 1 node 1 router 0 7\n");
  REQUIRE(read.complaints.empty());
  const topology::FromFile shape{read.network};
  network::Netlist netlist;
  CHECK(topology::build(shape, netlist).kind == topology::Kind::file);
  for (network::Channel& channel : netlist.channels) {
    channel.delay = channel.stop_delay = 2;
    channel.cycles_per_flit = 2;
  }
  set_link_times(*read.network, netlist);
  Lines channels;
  for (const network::Channel& channel : netlist.channels)
    channels.push_back(network::channel_name(netlist, channel) + " " + std::to_string(channel.delay) + " " +
                       std::to_string(channel.stop_delay) + " " + std::to_string(channel.cycles_per_flit.cycles));
  CHECK(channels == Lines{"link_node0_to_router0_p0 2 3 2", "link_router0_p0_to_node0 3 2 2",
                          "link_node1_to_router1_p1 2 2 2", "link_router1_p1_to_node1 2 2 2",
                          "link_router0_p1_to_router1_p0 15 7 2", "link_router1_p0_to_router0_p1 7 15 2"});
  CHECK(topology::text(shape) == "file test.txt (anynet)");
}

TEST_CASE("switches of a network from a file are the higher the further they are from hosts") {
  const auto level = [](const std::string& text) {
    const FabricRead read = test::read_fabric(text);
    REQUIRE(read.complaints.empty());
    network::Netlist netlist;
    return topology::build(topology::FromFile{read.network}, netlist).level;
  };
  CHECK(level("router 0 node 0 router 2 router 3\nrouter 1 node 1 router 2 router 3\nrouter 3 router 4\n") ==
        std::vector<std::uint8_t>{0, 1, 1, 0, 2});
  CHECK(level("router 0 node 0 router 1\nrouter 1 node 1\n").empty());
}

TEST_CASE("if two links would have one name, the nodes at their ends are numbered, with a note, and no others") {
  // Port 1 of "a" to port 1 of "b_p2_to_c" and port 2 of "a_p1_to_b" to port 1 of "c" would be one name.
  const FabricRead read = test::read_fabric(R"(Switch 4 "a"
[1] "b_p2_to_c"[1]
[2] "a_p1_to_b"[1]
Switch 4 "b_p2_to_c"
[1] "a"[1]
[3] "h"[1]
Switch 4 "a_p1_to_b"
[1] "a"[2]
[2] "c"[1]
Switch 4 "c"
[1] "a_p1_to_b"[2]
[2] "i"[1]
[3] "d"[1]
Switch 4 "d"
[1] "c"[3]
[2] "j"[1]
[3] "switch0"[1]
Hca 1 "h"
[1] "b_p2_to_c"[3]
Hca 1 "i"
[1] "c"[2]
Hca 1 "j"
[1] "d"[2]
Hca 1 "switch0"
[1] "d"[3]
)");
  REQUIRE(read.complaints.empty());
  CHECK(read.network->switches == Lines{"switch5", "switch1", "switch2", "switch3", "d"});
  CHECK(test::hosts_of(*read.network) == Lines{"h:switch1:3", "i:switch3:2", "j:d:2", "switch0:d:3"});
  CHECK(read.network->notes == Lines{"called by number, since their names would give two links one name: a as switch5, "
                                     "b_p2_to_c as switch1, a_p1_to_b as switch2, c as switch3"});
}

TEST_CASE("a link more than a thousand times as slow as the fastest is refused", "[quick]") {
  const std::string text =
      "<graphml><key attr.name=\"LinkSpeedRaw\" for=\"edge\" id=\"s\"/><graph><node id=\"a\"/><node id=\"b\"/>"
      "<edge source=\"a\" target=\"b\"><data key=\"s\">1e6</data></edge>"
      "<edge source=\"a\" target=\"b\"><data key=\"s\">1.001e9</data></edge></graph></graphml>";
  CHECK(test::read_fabric(text).complaints ==
        Lines{"1: 0.001 Gb/s; no link more than 1000 times as slow as the fastest"});
}

TEST_CASE("links that are left out say nothing of how fast the fastest is") {
  const std::string dark =
      "Switch 8 \"a\"\n[1] \"h1\"[1] w=2 s=1\n[2] \"h2\"[1] w=2 s=1\n\nHca 1 \"h1\"\n[1] \"a\"[1] w=2 s=1\n\n"
      "Hca 1 \"h2\"\n[1] \"a\"[2] w=2 s=1\n\n"
      "Switch 8 \"b\"\n[1] \"c\"[1] w=8 s=4\n\nSwitch 8 \"c\"\n[1] \"b\"[1] w=8 s=4\n";
  const FabricRead read = test::read_fabric(dark);
  REQUIRE(read.complaints.empty());
  REQUIRE(read.network->speeds.size() == 1);
  CHECK(read.network->speeds[0].slower == 1);
}

TEST_CASE("a file with fewer than two hosts is refused, as a file", "[quick]") {
  CHECK(test::read_fabric("router 0 node 0 router 1\nrouter 1 router 0\n").complaints ==
        Lines{"1: 1 host with a cable; 2 or more"});
}

TEST_CASE("a network whose routing tables would be too large is refused", "[quick]") {
  const auto complaints = [](unsigned switches) {
    std::string text = "<graphml><graph>";
    for (unsigned s = 0; s < switches; ++s) {
      text += "<node id=\"" + std::to_string(s) + "\"/>";
      if (s != 0) text += "<edge source=\"" + std::to_string(s - 1) + "\" target=\"" + std::to_string(s) + "\"/>";
    }
    return test::read_fabric(text + "</graph></graphml>", 10).complaints;
  };
  CHECK(complaints(3162).empty());
  CHECK(complaints(3163) == Lines{"1: 3163 switches and 31630 hosts; up to 100000000 for the one times the other (what "
                                  "their tables hold)"});
}
