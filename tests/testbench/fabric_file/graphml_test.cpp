// GraphML as the Internet Topology Zoo has it.
#include <catch2/catch.hpp>

#include "tests/testbench/fabric_file/reading.hpp"

using namespace slackline;
using test::FabricRead;
using Lines = std::vector<std::string>;

namespace {

std::string graph(const std::string& content, const std::string& attributes = " edgedefault=\"undirected\"") {
  return "<?xml version=\"1.0\"?>\n<graphml>\n<key attr.name=\"label\" for=\"node\" id=\"d1\"/>\n"
         "<key attr.name=\"LinkSpeedRaw\" for=\"edge\" id=\"d2\"/>\n<graph" +
         attributes + ">\n" + content + "</graph></graphml>\n";
}
const std::string nodes = R"(<node id="0"><data key="d1">Winston-Salem</data></node>
<node id="1"><data key="d1">Gary?</data></node>
<node id="2"><data key="d1">Gary?</data></node>
)";

}  // namespace

TEST_CASE("a GraphML file gives switches with names, parallel edges, speeds, and as many hosts as asked for") {
  const FabricRead read = test::read_fabric(graph(nodes + R"(<edge source="0" target="1"/>
<edge source="1" target="0"><data key="d2">2500000000.0</data></edge>
<edge source="1" target="2"><data key="d2">10000000000.0</data></edge>
)"),
                                            2);
  REQUIRE(read.complaints.empty());
  const topology::GivenNetwork& network = *read.network;
  CHECK(network.format == "graphml");
  CHECK(network.switches == Lines{"Winston_Salem", "switch1", "switch2"});
  CHECK(test::links_of(network) ==
        Lines{"Winston_Salem:0-switch1:0", "switch1:1-Winston_Salem:1", "switch1:2-switch2:0"});
  CHECK(test::hosts_of(network) == Lines{"host0:Winston_Salem:2", "host1:Winston_Salem:3", "host2:switch1:3",
                                         "host3:switch1:4", "host4:switch2:1", "host5:switch2:2"});
  CHECK(network.ports == 5);
  CHECK(network.links[1].times.flit_cycles == 4);
  CHECK(network.speeds.at(1).name == "2.5 Gb/s");
  CHECK(network.notes == Lines{"1 link without a speed: as the fastest"});
}

TEST_CASE("isolated nodes of a GraphML file are left out with a note, nodes cut off are named") {
  CHECK(test::read_fabric(graph(nodes + "<edge source=\"0\" target=\"1\"/>\n")).network->notes ==
        Lines{"left out, without a cable: switch2"});
  CHECK(test::read_fabric(
            graph(nodes + "<node id=\"3\"/><edge source=\"0\" target=\"1\"/><edge source=\"2\" target=\"3\"/>"))
            .complaints == Lines{"1: no way to switch2, switch3 from the others; a way between all hosts"});
}

TEST_CASE("what of GraphML is not read is refused where it stands") {
  const auto complaints = [](const std::string& text) { return test::read_fabric(text).complaints; };
  CHECK(complaints(graph(nodes + "<edge source=\"0\" target=\"0\"/>\n")) ==
        Lines{"9: node 0 to itself; an edge to another node: no self-loops"});
  CHECK(complaints(graph(nodes + "<edge source=\"0\" target=\"7\"/>\n")) == Lines{"9: target \"7\"; the id of a node"});
  CHECK(complaints(graph(nodes + "<node id=\"1\"/>\n")) == Lines{"9: 1 given twice; each node once"});
  CHECK(complaints(graph(nodes + "<hyperedge/>\n")) == Lines{"9: a hyperedge; edges between two nodes"});
  CHECK(complaints(graph(nodes + "<edge directed=\"true\" source=\"0\" target=\"1\"/>\n")) ==
        Lines{"9: a directed edge; undirected edges"});
  CHECK(complaints(graph(nodes + "<edge source=\"0\" target=\"1\"><data key=\"d2\">fast</data></edge>\n")) ==
        Lines{"9: LinkSpeedRaw fast; 1000 to 1e15 bit/s"});
  CHECK(complaints(graph("<node id=\"0\"><graph/></node>")).at(0) ==
        "6: a graph in node 0; nodes without graphs in them");
  CHECK(complaints(graph("<node/>")).at(0) == "6: a node without an id; an id");
  CHECK(complaints(graph(nodes, " edgedefault=\"directed\"")).at(0) == "5: directed edges; edgedefault=\"undirected\"");
  CHECK(complaints("<graphml></graphml>").at(0) == "1: no element graph; one graph");
  CHECK(complaints("<svg/>").at(0) == "1: no element graphml; a root element graphml");
  CHECK(complaints("<graphml>\n<graph>\n").at(0).substr(0, 11) == "2: not XML:");
  CHECK(complaints(graph(nodes)) == Lines{"1: no cable; a network"});
}
