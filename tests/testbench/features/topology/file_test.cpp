// topology.kind: file: its meaning with the other keys, and the messages where the file or the keys do not fit.
#include <catch2/catch.hpp>

#include <memory>
#include <set>

#include "testbench/features/routing/build.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/features/topology/file.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/kinds.hpp"
#include "testbench/run/network.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using namespace slackline::features;
using Lines = std::vector<std::string>;

namespace {

const std::string net = "router 0 node 0 node 1 router 1 5\nrouter 1 node 2\n";
const std::string graph =
    "<graphml><key attr.name=\"LinkSpeedRaw\" for=\"edge\" id=\"s\"/><graph><node id=\"a\"/><node id=\"b\"/>"
    "<edge source=\"a\" target=\"b\"><data key=\"s\">1e9</data></edge>"
    "<edge source=\"a\" target=\"b\"><data key=\"s\">1e7</data></edge></graph></graphml>";

/// Reads an experiment and the file that it names, as `slackline run` does.
ExperimentReading read_with_fabric(const std::string& file, const std::string& topology = "",
                                   const std::string& rest = "") {
  const std::string text = "schema_version: 1\ntopology: { kind: file, file: net.txt" + topology + " }\n" + rest;
  ExperimentReading reading = read_experiment(std::make_shared<const Source>("folder/test.yaml", text));
  read_fabric(reading, std::make_shared<const Source>("net.txt", file));
  check_meaning(reading);
  return reading;
}

Lines error_lines(const ExperimentReading& reading) {
  Lines lines;
  for (const InputError& error : reading.errors) lines.push_back(to_string(error));
  return lines;
}

}  // namespace

TEST_CASE("a network from a file has the times of the file, and those of the configuration elsewhere") {
  const ExperimentReading reading = read_with_fabric(net, "", "link: { delay: 3, cycles_per_flit: 2 }\n");
  REQUIRE(error_lines(reading).empty());
  const network::Netlist netlist = network_of(reading.experiment);
  CHECK(topology::text(shape_of(reading.experiment.topology)) == "file net.txt (anynet)");
  REQUIRE(netlist.channels.size() == 8);
  CHECK(channel_name(netlist, netlist.channels[6]) == "link_router0_p2_to_router1_p0");
  CHECK(netlist.channels[6].delay == 5);
  CHECK(netlist.channels[6].stop_delay == 3);
  CHECK(netlist.channels[7].delay == 3);
  CHECK(netlist.channels[0].cycles_per_flit == 2);
}

TEST_CASE("the slack of a buffer counts the longest link of the file", "[quick]") {
  // Links of 1 cycle: there and back, and 1 more; the link of 5 cycles, whose other direction takes 1.
  CHECK(derived(read_with_fabric("router 0 node 0 node 1\n").experiment).slack == 1 + 1 + 1);
  CHECK(derived(read_with_fabric(net).experiment).slack == 5 + 1 + 1);
}

TEST_CASE("links of a file keep the ratio of their speeds, whatever the cycles of the fastest", "[quick]") {
  // FDR10, 40 Gb/s, over QDR, 32 Gb/s, is 1.25.
  const char* const dump =
      "switchguid=0x1(1)\nSwitch\t4 \"S-1\"\t\t# \"s\"\n[1]\t\"H-2\"[1](3)\t\t# \"h1 HCA-1\" lid 2 4xQDR\n"
      "[2]\t\"H-4\"[1](5)\t\t# \"h2 HCA-1\" lid 3 4xFDR10\n\n"
      "caguid=0x2\nCa\t1 \"H-2\"\t\t# \"h1 HCA-1\"\n[1](3)\t\"S-1\"[1]\t\t# lid 2 lmc 0 \"s\" lid 1 4xQDR\n\n"
      "caguid=0x4\nCa\t1 \"H-4\"\t\t# \"h2 HCA-1\"\n[1](5)\t\"S-1\"[2]\t\t# lid 3 lmc 0 \"s\" lid 1 4xFDR10\n";
  const auto rates = [&](const char* fastest) {
    const ExperimentReading reading =
        read_with_fabric(dump, "", "link: { cycles_per_flit: " + std::string(fastest) + " }\n");
    REQUIRE(error_lines(reading).empty());
    const network::Netlist netlist = network_of(reading.experiment);
    return std::pair(netlist.channels[0].cycles_per_flit, netlist.channels[2].cycles_per_flit);
  };
  CHECK(rates("1") == std::pair(CyclesPerFlit(5, 4), CyclesPerFlit(1)));
  CHECK(rates("4") == std::pair(CyclesPerFlit(5), CyclesPerFlit(4)));
  CHECK(rates("1.5") == std::pair(CyclesPerFlit(15, 8), CyclesPerFlit(3, 2)));
}

TEST_CASE("link.cycles_per_flit multiplies the cycles of slow links of a file, up to 1000", "[quick]") {
  const ExperimentReading reading = read_with_fabric(graph, "", "link: { cycles_per_flit: 10 }\n");
  REQUIRE(error_lines(reading).empty());
  const network::Netlist netlist = network_of(reading.experiment);
  CHECK(netlist.channels[4].cycles_per_flit == 10);
  CHECK(netlist.channels[6].cycles_per_flit == 1000);
  CHECK(error_lines(read_with_fabric(graph, "", "link: { cycles_per_flit: 11 }\n")) ==
        Lines{"folder/test.yaml:3:26: link.cycles_per_flit: expected up to 1000 cycles a flit on every link, found 11 "
              "(the slowest link of the file is 100 times as slow as the fastest)"});
}

TEST_CASE("the configuration sets the hosts at each switch when the file names none") {
  CHECK(hosts_of(read_with_fabric(graph).experiment) == 2);
  CHECK(hosts_of(read_with_fabric(graph, ", hosts_per_switch: 3").experiment) == 6);
  CHECK(error_lines(read_with_fabric(net, ", hosts_per_switch: 3")) ==
        Lines{"folder/test.yaml:2:58: topology.hosts_per_switch: has no effect with a file of anynet; use it only "
              "with a file that names no hosts, of graphml or cray"});
}

TEST_CASE("errors of the file are reported at their places in it, with its format") {
  CHECK(error_lines(read_with_fabric(net + "router 1 router 1\nrouter x\n")) ==
        Lines{"net.txt:3:10: anynet: router1 to itself; expected a link to another: no self-loops",
              "net.txt:4:1: anynet: expected router or node, its number, and maybe a delay, found router x"});
  CHECK(error_lines(read_with_fabric("router 0 node 0\nrouter 1 node 1 node 2\n")) ==
        Lines{"net.txt: anynet: no way to node0 from the others; expected a way between all hosts"});
  CHECK(error_lines(read_with_fabric("what is this\n")).at(0).substr(0, 61) ==
        "net.txt:1:1: topology.file: expected a dump of ibnetdiscover,");
}

TEST_CASE("a file is given if and only if the network comes from a file") {
  CHECK(test::errors_of("schema_version: 1\ntopology: { kind: file }\n") ==
        Lines{"test.yaml:2:19: topology.file: missing; expected name of a file with a network"});
  CHECK(test::places(test::errors_of("schema_version: 1\ntopology: { kind: file, file: x, size: [2] }\n")) ==
        Lines{"test.yaml:2:40: topology.size", "test.yaml:2:31: topology.file"});
  CHECK(test::places(test::errors_of("schema_version: 1\ntopology: { file: x }\n")) ==
        Lines{"test.yaml:2:19: topology.file"});
}

TEST_CASE("an experiment with a file is written in a form that reads back") {
  const ExperimentReading reading = read_with_fabric(graph, ", hosts_per_switch: 2, down: [link_a_p1_to_b_p1]");
  const std::string text = resolved_yaml(reading, ".");
  CHECK(text.find("file: \"folder/net.txt\"") != std::string::npos);
  CHECK(text.find("hosts_per_switch: 2") != std::string::npos);
  CHECK(resolved_yaml(read_with_fabric(net), ".").find("hosts_per_switch") == std::string::npos);
  CHECK(input_files(reading) == Lines{"folder/net.txt"});
}

TEST_CASE("parts of a network from a file that are down, and its root, are named as the file names them", "[quick]") {
  CHECK(error_lines(read_with_fabric(graph, ", down: [link_a_p1_to_b_p1]", "routing: { root: b }\n")).empty());
  CHECK(error_lines(read_with_fabric(net, ", down: [link_router0_p2_to_router1_p0]")) ==
        Lines{"folder/test.yaml:2:46: topology.down: cuts off node2; expected links and switches that leave a way "
              "between all hosts"});
}

TEST_CASE("up/down routing in a tree from a file uses every root") {
  const std::string tree = "router 0 node 0 node 1 router 8 router 9\nrouter 1 node 2 node 3 router 8 router 9\n";
  const network::Netlist netlist = network_of(read_with_fabric(tree).experiment);
  const auto& entries = netlist.route_tables.entries;  // of router 0: rows of 4 hosts, from hosts and from above
  REQUIRE(entries.size() == 4 * 2 * 4);
  std::set<std::uint8_t> up;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto of_seed =
        network_of(read_with_fabric(tree, "", "routing: { seed: " + std::to_string(seed) + " }\n").experiment);
    up.insert(of_seed.route_tables.entries[2]);
  }
  CHECK(up.size() == 2);
}

TEST_CASE("a network that is no tree still has ways between all hosts") {
  // Router 2 has no hosts and is above its neighbours, but leads to only one of them: 0 and 1 meet at 3.
  const ExperimentReading reading =
      read_with_fabric("router 0 node 0 router 3 router 2\nrouter 3 node 3 router 1\nrouter 1 node 1\n");
  CHECK(error_lines(reading).empty());
  CHECK(network::violations(network_of(reading.experiment)).empty());
}

TEST_CASE("every algorithm that needs no coordinates routes any network from a file") {
  for (const char* kind : {"auto", "up_down", "shortest_path", "minimal", "valiant", "adaptive"}) {
    INFO(kind);
    const ExperimentReading reading =
        read_with_fabric(net, "", std::string("routing: { kind: ") + kind + " }\nswitch: { virtual_channels: 2 }\n");
    CHECK(error_lines(reading).empty());
    CHECK(network::violations(network_of(reading.experiment)).empty());
  }
  CHECK(test::places(error_lines(read_with_fabric(net, "", "routing: { kind: dimension_order }\n"))) ==
        Lines{"folder/test.yaml:3:18: routing.kind"});
}

namespace {

/// Two leaves with a host each below two spines, each with an aggregation node.
std::string dump_with_aggregation_nodes() {
  std::string text = "# Topology file: generated on Wed May 13 14:36:33 2026\n";
  const auto node = [&](const std::string& kind, const std::string& id, const std::string& description,
                        const std::vector<std::string>& ports) {
    text += kind + " \"" + id + "\" # \"" + description + "\"\n";
    for (std::size_t p = 0; p < ports.size(); ++p)
      text += "[" + std::to_string(p + 1) + "] " + ports[p] + " # \"\" 4xHDR\n";
  };
  node("Switch 8", "S-1", "leaf1", {"\"H-11\"[1]", "\"S-3\"[1]", "\"S-4\"[1]"});
  node("Switch 8", "S-2", "leaf2", {"\"H-12\"[1]", "\"S-3\"[2]", "\"S-4\"[2]"});
  node("Switch 8", "S-3", "spine1", {"\"S-1\"[2]", "\"S-2\"[2]", "\"H-13\"[1]"});
  node("Switch 8", "S-4", "spine2", {"\"S-1\"[3]", "\"S-2\"[3]", "\"H-14\"[1]"});
  node("Ca 1", "H-11", "n1", {"\"S-1\"[1]"});
  node("Ca 1", "H-12", "n2", {"\"S-2\"[1]"});
  node("Ca 1", "H-13", "Mellanox Technologies Aggregation Node", {"\"S-3\"[3]"});
  node("Ca 1", "H-14", "Mellanox Technologies Aggregation Node", {"\"S-4\"[3]"});
  return text;
}

/// The reason why routing has one root; empty if it has several.
std::string one_root(const ExperimentReading& reading) {
  const Unrouted unrouted = features::channels_of(reading.experiment);
  const network::Netlist netlist = network_of(reading.experiment);
  return routing::one_root(unrouted.structure, netlist, 1).why;
}

}  // namespace

TEST_CASE("aggregation nodes of spines do not make routing fall back to one root, unless they are kept as hosts") {
  const ExperimentReading without = read_with_fabric(dump_with_aggregation_nodes());
  REQUIRE(error_lines(without).empty());
  CHECK(without.experiment.topology.given->hosts.size() == 2);
  CHECK(one_root(without).empty());
  const ExperimentReading with = read_with_fabric(dump_with_aggregation_nodes(), ", aggregation_nodes: keep");
  REQUIRE(error_lines(with).empty());
  CHECK(with.experiment.topology.given->hosts.size() == 4);
  CHECK(one_root(with) == "every switch has hosts");
  CHECK(error_lines(read_with_fabric(net, ", aggregation_nodes: sometimes")).size() == 1);
}

TEST_CASE("where levels leave hosts without a way, routing falls back to one root and names the hosts", "[quick]") {
  // 0 and 1, with a host each, are joined by 2 alone, which has one, too; above 0 there is 3.
  const ExperimentReading reading =
      read_with_fabric("router 0 node 0 router 3\nrouter 1 node 1\nrouter 2 node 2 router 0 router 1\n");
  REQUIRE(error_lines(reading).empty());
  CHECK(one_root(reading) == "by levels above the switches with hosts there is no way from router0 to node1");
}
