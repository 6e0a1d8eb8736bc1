// routing.* and topology.down: their effect on a network, and refused values.
#include <array>
#include <catch2/catch.hpp>

#include "rtl_models/network/route_table.hpp"
#include "testbench/deadlock/deadlock.hpp"
#include "testbench/features/routing/route_file.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/run/network.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using namespace slackline::features;
using slackline::test::accepted;
using slackline::test::errors_of;
using slackline::test::places;
using slackline::test::version;

namespace {

using Lines = std::vector<std::string>;

network::Netlist legal_network(const std::string& text) {
  network::Netlist netlist = network_of(accepted(version + text).experiment);
  REQUIRE(to_string(network::violations(netlist)).empty());
  return netlist;
}

bool proved(const network::Netlist& netlist) { return deadlock::judge(routing::Routes(netlist)).deadlock_free(); }

/// With routes from a file of that text.
ExperimentReading with_file(const std::string& text, const std::string& topology) {
  ExperimentReading reading = read_experiment(std::make_shared<const Source>(
      "test.yaml", version + topology + "routing: { kind: table, table_file: routes.csv }\n"));
  read_routes(reading, std::make_shared<const Source>("routes.csv", text));
  check_meaning(reading);
  return reading;
}

Lines file_errors(const std::string& text, const std::string& topology = "topology: { size: [2] }\n") {
  Lines lines;
  for (const InputError& error : with_file(text, topology).errors) lines.push_back(to_string(error));
  return lines;
}

const std::string four_vcs = "switch: { virtual_channels: 4, buffer: { flow_control: credit } }\n";
const std::vector<std::string> topologies{"kind: single_switch, hosts_per_switch: 4",
                                          "kind: ring, size: [5]",
                                          "kind: mesh, size: [3, 3]",
                                          "kind: torus, size: [4, 3]",
                                          "kind: mesh, size: [2, 2, 2, 2, 2]",
                                          "kind: torus, size: [3, 2, 2, 2, 3]",
                                          "kind: hypercube, dimensions: 3",
                                          "kind: fat_tree, arity: 2, levels: 3",
                                          "kind: full_tree, arity: 4, levels: 4",
                                          "kind: star_of_stars, arity: 4, hosts_per_switch: 2",
                                          "kind: dragonfly, group_switches: 3, global_links: 1, hosts_per_switch: 1",
                                          "kind: random, switches: 9, switch_links: 3"};

}  // namespace

TEST_CASE("auto is proved on every topology, and so are up_down, valiant and adaptive") {
  const auto routed = [](const std::string& topology, const std::string& kind) {
    return legal_network("topology: { " + topology + " }\nrouting: { kind: " + kind + " }\n" + four_vcs);
  };
  for (const std::string& topology : topologies)
    for (const char* kind : {"auto", "up_down", "valiant", "adaptive"}) {
      INFO(topology << ", " << kind);
      CHECK(proved(routed(topology, kind)));
    }
}

TEST_CASE("switches compute their routes only where they can") {
  const auto kind = [](const std::string& topology) {
    return legal_network("topology: { " + topology + " }\n" + four_vcs).routing.kind;
  };
  CHECK(kind("kind: mesh, size: [3, 3]") == route_unit::Kind::dimension_order);
  CHECK(kind("kind: torus, size: [3, 3]") == route_unit::Kind::dimension_order);
  CHECK(kind("kind: ring, size: [5]") == route_unit::Kind::dimension_order);
  CHECK(kind("kind: mesh, size: [2, 2, 2, 2, 2]") == route_unit::Kind::table);
  CHECK(kind("kind: hypercube, dimensions: 3") == route_unit::Kind::table);
  CHECK(kind("kind: random") == route_unit::Kind::table);
  CHECK(kind("kind: mesh, size: [3, 3], down: [link_switch0_p0_to_switch1_p1]") == route_unit::Kind::table);
}

TEST_CASE("each kind has its rows, classes and choice") {
  const auto route = [](const std::string& topology, const std::string& kind) {
    return legal_network("topology: { " + topology + " }\nrouting: { switch: table, kind: " + kind + " }\n" + four_vcs);
  };
  const network::Netlist torus = route("kind: torus, size: [3, 3]", "valiant");
  CHECK(torus.routing.valiant);
  CHECK(torus.routing.classes == 4);
  const network::Netlist dragonfly = route("kind: dragonfly", "auto");
  CHECK(dragonfly.routing.choice == route_unit::Choice::minimal);
  CHECK(dragonfly.routing.classes == 2);
  const network::Netlist irregular = route("kind: random", "adaptive");
  CHECK(irregular.routing.choice == route_unit::Choice::adaptive);
  CHECK(irregular.routing.classes == 1);
  CHECK(irregular.route_tables.rows == 2);
  CHECK(route("kind: mesh", "shortest_path").route_tables.rows == 1);
  CHECK_FALSE(proved(route("kind: torus, size: [5, 5]", "dimension_order")));
  CHECK(proved(route("kind: torus, size: [5, 5]", "dateline")));
}

TEST_CASE("the proof is about the virtual channels that classes have at every link") {
  const auto with = [](const std::string& channels, const std::string& at_switch3) {
    return legal_network("topology: { kind: ring, size: [6] }\nswitch: { virtual_channels: " + channels +
                         " }\nswitches: [{ match: switch3, virtual_channels: " + at_switch3 + " }]\n");
  };
  for (const network::Netlist& netlist : {with("2", "3"), with("4", "3"), with("3", "2"), with("2", "4")}) {
    CHECK(proved(netlist));
    CHECK(routing::Routes(netlist).virtual_channels() == 2);
  }
}

TEST_CASE("seed and root choose among ways", "[quick]") {
  const auto entries = [](const std::string& routing) {
    return legal_network("topology: { kind: random, switches: 12 }\nrouting: { kind: up_down" + routing + " }\n")
        .route_tables.entries;
  };
  CHECK(entries("") == entries(", seed: 1"));
  CHECK(entries("") != entries(", seed: 2"));
  CHECK(entries(", root: switch0") != entries(", root: switch7"));
}

TEST_CASE("routing that does not fit its topology is refused") {
  CHECK(errors_of(version + "routing: { kind: dateline }") ==
        Lines{"test.yaml:2:18: routing.kind: expected another kind, or a ring or torus, found dateline (no row of "
              "switches wraps)"});
  CHECK(errors_of(version + "topology: { kind: random }\nrouting: { kind: dimension_order }") ==
        Lines{"test.yaml:3:18: routing.kind: expected another kind, or a ring, mesh, torus or hypercube, found "
              "dimension_order "
              "(switches have no coordinates)"});
  CHECK(errors_of(version + "routing: { kind: adaptive, switch: source_stripped }\nswitch: { virtual_channels: 2 }") ==
        Lines{"test.yaml:2:36: routing.switch: expected table (from the source, minimal draws one of the shortest ways "
              "for each packet, valiant a host between), found source_stripped (adaptive routes from the source, which "
              "does not see what is free)"});
  CHECK(errors_of(version + "routing: { kind: adaptive }") ==
        Lines{"test.yaml:2:18: switch.virtual_channels: expected more than the escape channels (1) with adaptive "
              "routing, found 1 (default)"});
  CHECK(errors_of(version + "routing: { kind: up_down, root: switch64 }") ==
        Lines{"test.yaml:2:33: routing.root: expected auto, or the name of a switch, such as switch0, found switch64"});
  CHECK(errors_of(version + "routing: { root: switch3, kind: minimal }") ==
        Lines{"test.yaml:2:18: routing.root: has no effect with kind: minimal; use it only with kind: up_down"});
  // The ways of valiant and the escape channels of adaptive are those of auto.
  CHECK(places(errors_of(version + "routing: { root: switch3, kind: adaptive }\nswitch: { virtual_channels: 2, "
                                   "switching: virtual_cut_through }")) == Lines{"test.yaml:2:18: routing.root"});
  CHECK(errors_of(version + "topology: { kind: random, switches: 8, switch_links: 3 }\n"
                            "routing: { root: switch3, kind: valiant }\nswitch: { virtual_channels: 2 }")
            .empty());
  CHECK(errors_of(version + "routing: { kind: table }") ==
        Lines{"test.yaml:2:18: routing.table_file: missing; expected name of a CSV file with the routes"});
}

TEST_CASE("a seed is refused where it chooses nothing") {
  const auto errors = [](const std::string& topology, const std::string& kind, const std::string& seed = "7") {
    return errors_of(version + "topology: { kind: " + topology + " }\nrouting: { seed: " + seed + ", kind: " + kind +
                     ", allow_cycles: true }\nswitch: { virtual_channels: 4, switching: virtual_cut_through }\n");
  };
  CHECK(
      errors("mesh", "dimension_order") ==
      Lines{"test.yaml:3:18: routing.seed: has no effect with kind: dimension_order; use it only with kind: up_down or "
            "shortest_path, or valiant on a dragonfly"});
  for (const auto& [topology, kind] : {std::array<const char*, 2>{"torus", "dateline"},
                                       {"torus", "auto"},
                                       {"mesh", "minimal"},
                                       {"mesh", "valiant"},
                                       {"mesh", "adaptive"},
                                       {"dragonfly", "auto"}}) {
    INFO(topology << ' ' << kind);
    CHECK(places(errors(topology, kind)) == Lines{"test.yaml:3:18: routing.seed"});
    CHECK(errors(topology, kind, "1").empty());  // the default
  }
  for (const auto& [topology, kind] : {std::array<const char*, 2>{"mesh", "up_down"},
                                       {"mesh", "shortest_path"},
                                       {"random", "auto"},
                                       {"random", "valiant"},
                                       {"fat_tree", "adaptive"},
                                       {"dragonfly", "valiant"},
                                       {"dragonfly", "adaptive"},
                                       {"mesh, size: [3, 3], down: [link_switch0_p0_to_switch1_p1]", "auto"}}) {
    INFO(topology << ' ' << kind);
    CHECK(errors(topology, kind).empty());
  }
}

TEST_CASE("keys of routing that need only the kind of the topology are judged whatever else is wrong with it") {
  const auto errors = [](const std::string& topology, const std::string& routing) {
    return errors_of(version + "topology: { " + topology + " }\nrouting: { " + routing + " }\n");
  };
  const Lines not_legal = errors("size: [4, 2000]", "kind: dateline");
  REQUIRE(not_legal.size() == 2);
  CHECK(not_legal[0].find("topology.size: ") != std::string::npos);
  CHECK(not_legal[1] ==
        "test.yaml:3:18: routing.kind: expected another kind, or a ring or torus, found dateline (no row of switches "
        "wraps)");
  CHECK(places(errors("size: [4, x]", "kind: table, root: switch3")) ==
        Lines{"test.yaml:2:23: topology.size", "test.yaml:3:18: routing.table_file", "test.yaml:3:31: routing.root"});
  CHECK(places(errors("size: [0]", "kind: adaptive, switch: source_stripped, seed: 3")) ==
        Lines{"test.yaml:2:20: topology.size", "test.yaml:3:59: routing.seed", "test.yaml:3:36: routing.switch"});
  CHECK(places(errors("kind: tree, down: [x]", "kind: table")) ==
        Lines{"test.yaml:2:19: topology.kind", "test.yaml:3:18: routing.table_file"});
  // An unknown kind causes no other error.
  CHECK(places(errors("kind: tree", "kind: dateline, root: switch3, seed: 4")) ==
        Lines{"test.yaml:2:19: topology.kind"});
  CHECK(places(errors("size: [0]", "kind: datelin, root: switch3, switch: algorithm, seed: 4")) ==
        Lines{"test.yaml:2:20: topology.size", "test.yaml:3:18: routing.kind"});
  // Parts are not looked up where there is no network.
  CHECK(places(errors("size: [0], down: [x]", "kind: up_down, root: x")) == Lines{"test.yaml:2:20: topology.size"});
  // Errors of names are reported in addition to an error of the kind.
  CHECK(places(errors("size: [4, 4], down: [x]", "kind: up_down, switch: algorithm, root: y")) ==
        Lines{"test.yaml:3:35: routing.switch", "test.yaml:2:34: topology.down", "test.yaml:3:52: routing.root"});
}

TEST_CASE("links that are down are missing in both directions, and routes avoid them") {
  const std::string topology = "topology: { size: [3, 3], down: [link_switch4_p1_to_switch3_p0, ";
  for (const char* kind : {"auto", "up_down", "valiant", "adaptive"}) {
    const network::Netlist netlist =
        legal_network(topology + "link_switch4_p0_to_switch5_p1] }\nrouting: { kind: " + kind +
                      " }\nswitch: { virtual_channels: 2, switching: virtual_cut_through }\n");
    CHECK(netlist.channels.size() == 2 * (12 + 9 - 2));
    CHECK(proved(netlist));
  }
  // A fat tree without one of its roots.
  const network::Netlist tree =
      legal_network("topology: { kind: fat_tree, arity: 2, levels: 3, down: [switch_l2_1] }\n");
  CHECK(tree.channels.size() == 2 * (16 + 8 - 2));
  CHECK(proved(tree));
}

TEST_CASE("a tree in which only ways up and down twice remain is reordered") {
  // Both ways from switch_l1_0 to roots are down: hosts 0 to 3 reach the others over switch_l1_1.
  const network::Netlist tree = legal_network(
      "topology: { kind: fat_tree, arity: 2, levels: 3, down: [switch_l1_0, link_switch_l1_1_p2_to_switch_l2_1_p0] "
      "}\n");
  CHECK(proved(tree));
}

TEST_CASE("parts that are down must exist, and leave a way between all hosts", "[quick]") {
  CHECK(errors_of(version + "topology: { size: [3, 3], down: [switch9, link_switch0_p0_to_switch1_p2, "
                            "link_host0_to_switch0_p4] }") ==
        Lines{"test.yaml:2:34: topology.down: expected name of a switch, or of a link between switches, found switch9",
              "test.yaml:2:43: topology.down: expected name of a switch, or of a link between switches, found "
              "link_switch0_p0_to_switch1_p2; did you mean link_switch0_p0_to_switch1_p1?",
              "test.yaml:2:74: topology.down: expected a link between switches (a host has one link), found "
              "link_host0_to_switch0_p4"});
  CHECK(errors_of(version + "topology: { size: [4], down: [link_switch0_p0_to_switch1_p1] }") ==
        Lines{"test.yaml:2:30: topology.down: cuts off host0; expected links and switches that leave a way between all "
              "hosts"});
  CHECK(errors_of(version + "topology: { size: [3, 3], down: [switch4] }") ==
        Lines{"test.yaml:2:33: topology.down: cuts off host4; expected links and switches that leave a way between all "
              "hosts"});
  CHECK(errors_of(version + "topology: { kind: fat_tree, arity: 2, levels: 3, down: [switch_l2_0] }\n"
                            "routing: { kind: up_down, root: switch_l2_0 }") ==
        Lines{"test.yaml:3:33: routing.root: expected auto, or the name of a switch that is not in topology.down, "
              "found switch_l2_0 (this switch is down)"});
  CHECK(errors_of(version + "topology: { size: [3, 3], down: [link_switch0_p0_to_switch1_p1] }\n"
                            "routing: { kind: dimension_order }") ==
        Lines{"test.yaml:3:18: routing.kind: expected up_down, shortest_path, minimal, valiant, adaptive or auto, "
              "found dimension_order (its ways do not lead round links that are down)"});
}

TEST_CASE("the hosts of a switch that is down are cut off, even if they are the majority") {
  CHECK(errors_of(version + "topology: { size: [2], hosts_per_switch: 2, down: [switch0] }") ==
        Lines{"test.yaml:2:51: topology.down: cuts off host0, host1; expected links and switches that leave a way "
              "between all hosts"});
  CHECK(errors_of(version + "topology: { size: [2], down: [switch0, switch1] }") ==
        Lines{"test.yaml:2:30: topology.down: cuts off host0, host1; expected links and switches that leave a way "
              "between all hosts"});
}

TEST_CASE("a file with routes is a table, by names or numbers", "[quick]") {
  const ExperimentReading reading = with_file(
      "# two switches\nhost, class, port, switch\n\nhost0, 0, p2, switch0\n1, 1, 0, 0 # over\nhost0,1,p1,switch1\r\n"
      "1,0,2,switch1\n",
      "topology: { size: [2] }\nswitch: { virtual_channels: 2 }\n");
  for (const InputError& error : reading.errors) UNSCOPED_INFO(to_string(error));
  REQUIRE(reading.errors.empty());
  const network::Netlist netlist = network_of(reading.experiment);
  CHECK(netlist.routing.classes == 2);
  CHECK(netlist.route_tables.entries == std::vector<std::uint16_t>{2, 256 + 0, 256 + 1, 2});
  CHECK(network::violations(netlist).empty());
}

TEST_CASE("a file with routes is given with its kind, and allows no switches that compute their routes", "[quick]") {
  const auto first_error = [](const std::string& routing) {
    ExperimentReading reading = read_experiment(std::make_shared<const Source>(
        "test.yaml", version + "topology: { size: [2] }\nrouting: { " + routing + ", table_file: routes.csv }\n"));
    read_routes(reading,
                std::make_shared<const Source>("routes.csv", "switch,host,port\n0,0,2\n0,1,0\n1,1,2\n1,0,1\n"));
    check_meaning(reading);
    return reading.errors.empty() ? "" : to_string(reading.errors[0]);
  };
  CHECK(first_error("kind: table").empty());
  CHECK(first_error("kind: up_down").find("has no effect with kind: up_down; use it only with kind: table") !=
        std::string::npos);
  CHECK(
      first_error("kind: table, switch: algorithm")
          .find("expected auto, table, source_stripped or source_shifted, found algorithm (with routes from a file)") !=
      std::string::npos);
}

TEST_CASE("every error of a file with routes is named, with its line") {
  const std::string header = "switch,host,port\n",
                    form = "a first line that names the columns switch,host,port and maybe class";
  CHECK(file_errors("") == Lines{"routes.csv: routing.table_file: no line; expected " + form});
  CHECK(file_errors("switch,host,gate\n").at(0) ==
        "routes.csv:1:13: routing.table_file: expected " + form + ", found gate");
  CHECK(places(file_errors("switch,host\n")) == Lines{"routes.csv:1:1: routing.table_file"});
  CHECK(file_errors("switch,host,port,host\n") ==
        Lines{"routes.csv:1:18: routing.table_file: expected " + form + ", found host"});
  CHECK(file_errors(header + "0,0\n0,1,256\n0,1,q1\n,1,1\n") ==
        Lines{"routes.csv:2:1: routing.table_file: expected 3 values, as the first line has, found 0 (2 values)",
              "routes.csv:3:5: routing.table_file: expected port from 0 to 255, as 3 or p3, found 256",
              "routes.csv:4:5: routing.table_file: expected port from 0 to 255, as 3 or p3, found q1",
              "routes.csv:5:1: routing.table_file: expected a name or number, found nothing"});
  CHECK(file_errors(header + "switch2,0,0\n0,host2,0\n0,0,1\n0,0,2\n0,0,2\n") ==
        Lines{"routes.csv:2:1: routing.table_file: expected a switch, such as switch1, found switch2",
              "routes.csv:3:1: routing.table_file: expected a host, such as host1, found host2",
              "routes.csv:4:1: routing.table_file: expected a port of switch0 with a link, found port 1",
              ("routes.csv:5:1: routing.table_file: 0 to 0 given twice, first in line 4; expected each once"),
              ("routes.csv:6:1: routing.table_file: 0 to 0 given twice, first in line 4; expected each once")});
  // Readable lines are judged in addition to unreadable ones.
  CHECK(file_errors(header + "0,0\nswitch2,0,0\n0,0,2\n0,0,2\n") ==
        Lines{"routes.csv:2:1: routing.table_file: expected 3 values, as the first line has, found 0 (2 values)",
              "routes.csv:3:1: routing.table_file: expected a switch, such as switch1, found switch2",
              ("routes.csv:5:1: routing.table_file: 0 to 0 given twice, first in line 4; expected each once")});
  CHECK(file_errors("switch,host,port,class\n0,0,2,4\n").at(0) ==
        "routes.csv:2:7: routing.table_file: expected class from 0 to 3, found 4");
  CHECK(file_errors(header + " 0 , 0,  256\n" + std::string(101, 's') + ",0,1\n") ==
        Lines{"routes.csv:2:10: routing.table_file: expected port from 0 to 255, as 3 or p3, found 256",
              "routes.csv:3:1: routing.table_file: expected a name or number, found " + std::string(40, 's') + "..."});
  // Of many errors, ten of a kind.
  std::string unread, unknown;
  for (unsigned line = 0; line < 12; ++line) {
    unread += ",,256\n";
    unknown += "9,0,2\n";
  }
  CHECK(file_errors(header + unread).size() == 10);
  CHECK(file_errors(header + unknown).size() == 10);
  const std::string classes = "switch,host,port,class\n0,0,2,0\n0,1,0,1\n1,1,2,0\n1,0,1,0\n";
  CHECK(file_errors(classes) == Lines{"test.yaml:3:37: switch.virtual_channels: expected a multiple of the classes (2) "
                                      "in routing.table_file, found 1 (default)"});
  // Of the switches themselves, whatever `switch` says.
  const auto of_kinds = [&](const std::string& kinds) {
    return file_errors(classes, "topology: { size: [2] }\n" + kinds);
  };
  CHECK(of_kinds("switches: [{ match: \"*\", virtual_channels: 2 }]\n").empty());
  CHECK(of_kinds("switch: { virtual_channels: 2 }\nswitches: [{ match: switch1, virtual_channels: 1 }]\n") ==
        Lines{"test.yaml:4:48: switches[0].virtual_channels: expected a multiple of the classes (2) in "
              "routing.table_file, found 1 (for switch1)"});
  // Routes that end early, and routes in circles.
  CHECK(
      file_errors(header + "0,0,2\n0,1,0\n1,1,2\n") ==
      Lines{
          "routes.csv: routing.table_file: switch1 to host0: no route; expected a line with a port that leads there"});
  CHECK(file_errors(header + "0,0,2\n0,1,0\n1,1,1\n1,0,1\n") ==
        Lines{"routes.csv:4:1: routing.table_file: switch1 to host1: port 1, back to switch0; expected a port that "
              "leads there"});
}
