// BookSim's irregular networks.
#include <catch2/catch.hpp>

#include "tests/testbench/fabric_file/reading.hpp"

using namespace slackline;
using test::FabricRead;
using Lines = std::vector<std::string>;

TEST_CASE("an anynet file gives routers, nodes and links, each once however often the file names it") {
  const FabricRead read =
      test::read_fabric("router 0 node 0 node 1 router 1\nnode 2 router 1\nrouter 1 router 0 node 2\n");
  REQUIRE(read.complaints.empty());
  CHECK(read.network->format == "anynet");
  CHECK(test::links_of(*read.network) == Lines{"router0:2-router1:0"});
  CHECK(test::hosts_of(*read.network) == Lines{"node0:router0:0", "node1:router0:1", "node2:router1:1"});
  CHECK(read.network->links[0].times.there == 0);
}

TEST_CASE("the number after a neighbour is the delay of the link in that direction", "[quick]") {
  const FabricRead read = test::read_fabric(
      "router 0 node 0 3 router 1 15 router 2\nrouter 1 node 1 router 0 7\nrouter 2 node 2\nnode 2 router 2 9\n");
  REQUIRE(read.complaints.empty());
  const topology::GivenNetwork& network = *read.network;
  CHECK(network.links[0].times.there == 15);
  CHECK(network.links[0].times.back == 7);
  CHECK(network.links[1].times.there == 0);
  CHECK(network.hosts[0].times.there == 0);  // from the host
  CHECK(network.hosts[0].times.back == 3);
  CHECK(network.hosts[2].times.there == 9);
  CHECK(network.hosts[2].times.back == 0);
}

TEST_CASE("forbidden contents of an anynet file are refused by name") {
  const auto complaints = [](const std::string& line) {
    return test::read_fabric("router 0 node 0 node 1\n" + line).complaints;
  };
  CHECK(complaints("router 0 router 0\n") == Lines{"2: router0 to itself; a link to another: no self-loops"});
  CHECK(complaints("router 0 router 1 5 router 1 9\n") ==
        Lines{"2: router1 twice at router0; each neighbour once: the format knows of no parallel links"});
  CHECK(complaints("# mine\n").empty());
  CHECK(complaints("node 0 node 1\n") == Lines{"2: node0 to node1; nodes joined to routers only"});
  CHECK(complaints("router 1 node 0\n") == Lines{"2: node0 at a second router; one router a node"});
  CHECK(complaints("router 1 node 0\nrouter 1 node 0\n").size() == 2);
  CHECK(complaints("router x\n") == Lines{"2: router x; router or node, its number, and maybe a delay"});
  CHECK(complaints("switch 1\n") == Lines{"2: switch 1; router or node, its number, and maybe a delay"});
  CHECK(complaints("router 0 router 1 0\n") == Lines{"2: delay 0; 1 to 1000 cycles"});
  CHECK(complaints("router 0 router 1 1001\n") == Lines{"2: delay 1001; 1 to 1000 cycles"});
  CHECK(complaints("router 0 router 1 5x\n") == Lines{"2: delay 5x; 1 to 1000 cycles"});
  CHECK(complaints("router 99999999999\n").size() == 1);
  CHECK(complaints("router 5 node 9\n") == Lines{"1: no way to node9 from the others; a way between all hosts"});
}
