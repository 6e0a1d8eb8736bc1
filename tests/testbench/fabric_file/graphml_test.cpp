// GraphML in the form of the Internet Topology Zoo.
#include <catch2/catch.hpp>

#include <clocale>
#include <cstdlib>

#include "tests/support/skip.hpp"
#include "tests/support/test_folder.hpp"
#include "tests/testbench/fabric_file/reading.hpp"

using namespace slackline;
using test::FabricRead;
using Lines = std::vector<std::string>;

namespace {

std::string graph(const std::string& content, const std::string& attributes = " edgedefault=\"undirected\"") {
  return "<?xml version=\"1.0\"?>\n<graphml>\n<key attr.name=\"label\" for=\"node\" id=\"d1\"/>\n"
         "<key attr.name=\"LinkSpeedRaw\" for=\"edge\" id=\"d2\"/><key attr.name=\"LinkSpeed\" for=\"edge\" id=\"d3\"/>"
         "<key attr.name=\"LinkSpeedUnits\" for=\"edge\" id=\"d4\"/>\n<graph" +
         attributes + ">\n" + content + "</graph></graphml>\n";
}
const std::string nodes = R"(<node id="0"><data key="d1">Winston-Salem</data></node>
<node id="1"><data key="d1">Gary?</data></node>
<node id="2"><data key="d1">Gary?</data></node>
)";

}  // namespace

TEST_CASE("a GraphML file gives switches with names, parallel edges, speeds, and the requested number of hosts") {
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
  CHECK(network.links[1].times.slower == 4);
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

TEST_CASE("unsupported parts of GraphML are refused at their places") {
  const auto complaints = [](const std::string& text) { return test::read_fabric(text).complaints; };
  CHECK(complaints(graph(nodes + "<edge source=\"0\" target=\"0\"/>\n")) ==
        Lines{"9: node 0 to itself; an edge to another node: no self-loops"});
  CHECK(complaints(graph(nodes + "<edge source=\"0\" target=\"7\"/>\n")) == Lines{"9: target \"7\"; the id of a node"});
  CHECK(complaints(graph(nodes + "<node id=\"1\"/>\n")) == Lines{"9: 1 given twice; each node once"});
  CHECK(complaints(graph(nodes + "<hyperedge/>\n")) == Lines{"9: a hyperedge; edges between two nodes"});
  CHECK(complaints(graph(nodes + "<edge directed=\"true\" source=\"0\" target=\"1\"/>\n")) ==
        Lines{"9: a directed edge from 0 to 1; an edge back, too: links go both ways"});
  CHECK(complaints(graph(nodes + "<edge source=\"0\" target=\"1\"><data key=\"d2\">fast</data></edge>\n")) ==
        Lines{"9: LinkSpeedRaw fast; 1000 to 1e15 bit/s"});
  CHECK(complaints(graph("<node id=\"0\"><graph/></node>")).at(0) ==
        "6: a graph in node 0; nodes without graphs in them");
  CHECK(complaints(graph("<node/>")).at(0) == "6: a node without an id; an id");
  CHECK(complaints("<graphml></graphml>").at(0) == "1: no element graph; one graph");
  CHECK(complaints("<svg/>").at(0) == "1: no element graphml; a root element graphml");
  CHECK(complaints("<graphml>\n<graph>\n").at(0).substr(0, 11) == "2: not XML:");
  CHECK(complaints(graph(nodes)) == Lines{"1: no cable; a network"});
}

namespace {

/// The speed of an edge with these data, next to one of 10 Gb/s.
std::string speed(const std::string& data) {
  const FabricRead read = test::read_fabric(graph(nodes + "<edge source=\"0\" target=\"1\">" + data +
                                                  "</edge>\n<edge source=\"1\" target=\"2\"><data key=\"d2\">1e10"
                                                  "</data></edge>\n"));
  return read.complaints.empty() ? read.network->speeds.back().name : read.complaints.front();
}

std::string utf16(const std::string& text, bool little) {
  std::string wide = little ? "\xff\xfe" : "\xfe\xff";
  for (const char c : text) {
    if (!little) wide += '\0';
    wide += c;
    if (little) wide += '\0';
  }
  return wide;
}

}  // namespace

TEST_CASE("an edge without LinkSpeedRaw may have a LinkSpeed in LinkSpeedUnits", "[quick]") {
  const auto of = [](const std::string& number, const std::string& unit) {
    return speed("<data key=\"d3\">" + number + "</data><data key=\"d4\">" + unit + "</data>");
  };
  CHECK(of("2.5", "G") == "2.5 Gb/s");
  CHECK(of(" 155 ", " Mbps ") == "0.155 Gb/s");
  CHECK(of("0.001", "Tb/s") == "1 Gb/s");
  CHECK(of("100000", "kbit/s") == "0.1 Gb/s");
  CHECK(of("34000000", "bps") == "0.034 Gb/s");
  CHECK(of("2,5", "G") == "9: LinkSpeed 2,5 G; 1000 to 1e15 bit/s");
  CHECK(of("10", "GB") == "9: LinkSpeed 10 GB; LinkSpeedUnits of bps, K, M, G or T, such as 2.5 G");
  CHECK(speed("<data key=\"d3\">10</data>") == "9: LinkSpeed 10; LinkSpeedUnits of bps, K, M, G or T, such as 2.5 G");
  CHECK(speed("<data key=\"d2\">1e9</data><data key=\"d3\">10</data><data key=\"d4\">x</data>") == "1 Gb/s");
}

TEST_CASE("numbers of GraphML are read with a decimal point, also by a program whose locale has a comma") {
  // A locale of our own, because few machines have one with a comma.
  const test::TestFolder folder;
  folder.write("comma", "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \"\"\ngrouping -1\nEND LC_NUMERIC\n");
  const std::string make = "localedef -c --quiet -i " + folder / "comma" + " -f ANSI_X3.4-1968 " + folder / "made";
  if (std::system((make + " > " + folder / "out" + " 2>&1").c_str()) == -1) return test::skip("no shell");
  const std::string kept = std::setlocale(LC_NUMERIC, nullptr);
  setenv("LOCPATH", folder.path().c_str(), 1);
  const bool there = std::setlocale(LC_NUMERIC, "made") != nullptr;
  unsetenv("LOCPATH");
  if (!there) return test::skip("no locale with a comma: " + folder.read("out"));

  const FabricRead read = test::read_fabric(
      graph(nodes + "<edge source=\"0\" target=\"1\"><data key=\"d2\">2.5e9</data></edge>\n"
                    "<edge source=\"1\" target=\"2\"><data key=\"d3\">12.5</data><data key=\"d4\">G</data></edge>\n"));
  const std::string point = std::localeconv()->decimal_point;
  std::setlocale(LC_NUMERIC, kept.c_str());
  CHECK(point == ",");
  CHECK(read.complaints.empty());
  REQUIRE(read.network);
  REQUIRE(read.network->speeds.size() == 2);
  CHECK(read.network->speeds.back().asked == 5);  // 12.5 / 2.5
}

TEST_CASE("elements of GraphML may have a prefix", "[quick]") {
  const FabricRead read = test::read_fabric(
      "<g:graphml xmlns:g=\"http://graphml.graphdrawing.org/xmlns\"><g:key attr.name=\"label\" for=\"node\" id=\"d1\"/>"
      "<g:graph><g:node id=\"0\"><g:data key=\"d1\">Bern</g:data></g:node><g:node id=\"1\"/>"
      "<g:edge source=\"0\" target=\"1\"/></g:graph></g:graphml>");
  REQUIRE(read.complaints.empty());
  CHECK(test::links_of(*read.network) == Lines{"Bern:0-switch1:0"});
  CHECK(test::read_fabric("<g:graphml><g:graph/><g:graph/></g:graphml>").complaints.size() == 1);
  CHECK(test::read_fabric("<g:graphml><graph/></g:graphml>").complaints == Lines{"1: no element graph; one graph"});
}

TEST_CASE("GraphML may be UTF-16, or begin with the mark of UTF-8") {
  const std::string text = graph(nodes + "<edge source=\"0\" target=\"1\"/>\n");
  const std::string links = "Winston_Salem:0-switch1:0";
  for (const std::string& encoded : {utf16(text, true), utf16(text, false), "\xef\xbb\xbf" + text}) {
    const FabricRead read = test::read_fabric(encoded);
    REQUIRE(read.complaints.empty());
    CHECK(test::links_of(*read.network) == Lines{links});
  }
  // Their places are unknown: an error in line 9 is shown at the beginning.
  const std::string wrong = graph(nodes + "<hyperedge/>\n");
  for (const std::string& encoded : {utf16(wrong, true), utf16(wrong, false), "\xef\xbb\xbf" + wrong})
    CHECK(test::read_fabric(encoded).complaints == Lines{"1: a hyperedge; edges between two nodes"});
}

TEST_CASE("directed edges of GraphML that come in pairs are links", "[quick]") {
  const std::string nodes = "<node id=\"0\"/><node id=\"1\"/><node id=\"2\"/>\n";
  const auto edge = [](const std::string& from, const std::string& to, const std::string& more = "") {
    return "<edge source=\"" + from + "\" target=\"" + to + "\"" + more + "/>\n";
  };
  const std::string directed = " edgedefault=\"directed\"";
  const test::FabricRead read = test::read_fabric(
      graph(nodes + edge("0", "1") + edge("1", "2") + edge("0", "1") + edge("1", "0") + edge("2", "1") + edge("1", "0"),
            directed));
  CHECK(read.complaints.empty());
  REQUIRE(read.network);
  CHECK(read.network->links.size() == 3);
  CHECK(test::read_fabric(
            graph(nodes + edge("0", "1", " directed=\"false\"") + edge("1", "2", " directed=\"false\""), directed))
            .network->links.size() == 2);
  CHECK(
      test::read_fabric(graph(nodes + edge("0", "1") + edge("1", "0") + edge("2", "1"), directed)).complaints.size() ==
      1);
}

TEST_CASE("of two directions with different speeds the slower counts, with a note that names them", "[quick]") {
  const std::string nodes = "<node id=\"0\"/><node id=\"1\"/><node id=\"2\"/>\n",
                    directed = " edgedefault=\"directed\"";
  const auto edge = [](const std::string& from, const std::string& to, const std::string& speed) {
    return "<edge source=\"" + from + "\" target=\"" + to + "\">" +
           (speed.empty() ? "" : "<data key=\"d2\">" + speed + "</data>") + "</edge>\n";
  };
  const test::FabricRead slower =
      test::read_fabric(graph(nodes + edge("0", "1", "1e10") + edge("1", "0", "2.5e9") + edge("1", "2", "2.5e9") +
                                  edge("2", "1", "1e10") + edge("0", "2", "1e10") + edge("2", "0", "1e10"),
                              directed));
  CHECK(slower.complaints.empty());
  REQUIRE(slower.network);
  CHECK(slower.network->notes == Lines{"ends disagree about the speed, the slower counts: 0 to 1 at 10 Gb/s, 1 to 0 at "
                                       "2.5 Gb/s, 1 to 2 at 2.5 Gb/s, 2 to 1 at 10 Gb/s"});
  REQUIRE(slower.network->links.size() == 3);
  CHECK(slower.network->links[0].times.slower == 4);
  CHECK(slower.network->links[1].times.slower == 4);
  CHECK(slower.network->links[2].times.slower == 1);
  // Of parallel links those of one speed belong together; of one without a speed the other direction has it.
  const test::FabricRead parallel =
      test::read_fabric(graph(nodes + edge("0", "1", "1e10") + edge("0", "1", "2.5e9") + edge("1", "0", "2.5e9") +
                                  edge("1", "0", "1e10") + edge("1", "2", "") + edge("2", "1", "1e10"),
                              directed));
  REQUIRE(parallel.network);
  CHECK(parallel.network->notes.empty());
  CHECK(parallel.network->speeds.size() == 2);
  // In whatever order the file has them: the second edge is no partner for the first, as its own comes later.
  for (const auto& edges : {edge("1", "0", "2.5e9") + edge("0", "1", "2.5e9") + edge("1", "0", "1e10"),
                            edge("1", "0", "1e10") + edge("1", "0", "2.5e9") + edge("0", "1", "2.5e9")}) {
    std::string text = nodes + edge("0", "1", "1e10") + edge("1", "2", "") + edge("2", "1", "1e10");
    text += edges;
    const test::FabricRead mixed = test::read_fabric(graph(text, directed));
    REQUIRE(mixed.network);
    CHECK(mixed.network->notes.empty());
    std::vector<unsigned> slower;
    for (const auto& link : mixed.network->links) slower.push_back(link.times.slower == 4 ? 4 : 1);
    std::sort(slower.begin(), slower.end());
    CHECK(slower == std::vector<unsigned>{1, 1, 4});
  }
  // Edges without a partner of their own speed: the slowest with the slowest.
  const test::FabricRead unlike =
      test::read_fabric(graph(nodes + edge("0", "1", "1e9") + edge("0", "1", "1e10") + edge("1", "0", "1.1e10") +
                                  edge("1", "0", "1.1e9") + edge("1", "2", "1e10") + edge("2", "1", "1e10"),
                              directed));
  REQUIRE(unlike.network);
  CHECK(unlike.network->speeds.back().name == "1 Gb/s");
  CHECK(unlike.network->speeds.size() == 2);  // that of 1.1 Gb/s is no link's
  CHECK(unlike.network->notes == Lines{"ends disagree about the speed, the slower counts: 0 to 1 at 1 Gb/s, 1 to 0 at "
                                       "1.1 Gb/s, 0 to 1 at 10 Gb/s, 1 to 0 at 11 Gb/s"});
  const test::FabricRead some =
      test::read_fabric(graph(nodes + edge("0", "1", "1e9") + edge("0", "1", "1e10") + edge("1", "0", "1e10") +
                                  edge("1", "0", "1.1e10") + edge("1", "2", "") + edge("2", "1", "1e10"),
                              directed));
  REQUIRE(some.network);
  CHECK(some.network->notes ==
        Lines{"ends disagree about the speed, the slower counts: 0 to 1 at 1 Gb/s, 1 to 0 at 11 Gb/s"});
}
