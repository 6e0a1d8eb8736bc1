// The keys of `topology`: their meaning together, and the messages when they do not fit.
#include <catch2/catch.hpp>

#include "testbench/features/routing/build.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"
#include "testbench/topology/metrics.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using namespace slackline::features;
using test::errors_of;
using test::places;
using Lines = std::vector<std::string>;

namespace {

std::string file(const std::string& topology, const std::string& rest = "") {
  return "schema_version: 1\ntopology: { " + topology + " }\n" + rest;
}

Experiment experiment_on(const std::string& topology, const std::string& rest = "") {
  const ExperimentReading reading = test::read(file(topology, rest));
  for (const InputError& error : reading.errors) FAIL_CHECK(to_string(error));
  return reading.experiment;
}

/// For two classes of virtual channels.
const std::string two_vcs = "switch: { virtual_channels: 2 }\n";

struct TopologyCase {
  const char* topology;
  std::string rest;
  const char* text;
  std::uint64_t switches, hosts;
  unsigned ports;
};
const TopologyCase kinds[] = {
    {"kind: single_switch, hosts_per_switch: 5", "", "single_switch", 1, 5, 5},
    {"kind: ring, size: [5], hosts_per_switch: 2", two_vcs, "ring 5", 5, 10, 4},
    {"kind: mesh, size: [4, 3]", "", "mesh 4x3", 12, 12, 5},
    {"kind: mesh, size: [2, 3, 1, 2, 2]", "", "mesh 2x3x1x2x2", 24, 24, 11},
    {"kind: torus, size: [4, 3], hosts_per_switch: 2", two_vcs, "torus 4x3", 12, 24, 6},
    {"kind: hypercube, dimensions: 3, hosts_per_switch: 2", "", "hypercube of 3 dimensions", 8, 16, 5},
    {"kind: fat_tree, arity: 3, levels: 2", "", "fat_tree, the 3-ary 2-tree", 6, 9, 6},
    {"kind: full_tree, arity: 3, levels: 4", "", "full_tree of 4 levels on switches of 3 ports", 10, 12, 3},
    {"kind: star_of_stars, arity: 3, hosts_per_switch: 4", "", "star_of_stars of 3 stars", 4, 12, 5},
    {"kind: dragonfly", two_vcs, "dragonfly of 9 groups of 4 switches", 36, 36, 6},
    {"kind: dragonfly, group_switches: 2, global_links: 3, groups: 4, hosts_per_switch: 2", two_vcs,
     "dragonfly of 4 groups of 2 switches", 8, 16, 6},
    {"kind: random, switches: 10, switch_links: 3, hosts_per_switch: 2, seed: 4", "",
     "random with 3 links a switch, seed 4", 10, 20, 5},
};

}  // namespace

TEST_CASE("every kind of topology is built from its keys, with the delays of the file") {
  for (const TopologyCase& kind : kinds) {
    INFO(kind.topology);
    const Experiment e = experiment_on(kind.topology, kind.rest + "link: { delay: 3, cycles_per_flit: 2 }\n");
    const network::Netlist n = bare_network_of(e);
    CHECK(topology::text(shape_of(e.topology)) == kind.text);
    CHECK(n.switches.size() == kind.switches);
    CHECK(n.endpoints.size() == kind.hosts);
    CHECK(hosts_of(e) == kind.hosts);
    CHECK(n.switch_kinds[0].ports == kind.ports);
    for (const network::Channel& channel : network_of(e).channels) {
      CHECK(channel.delay == 3);
      CHECK(channel.stop_delay == 3);
      CHECK(channel.cycles_per_flit == 2);
    }
    if (e.topology.kind == TopologyKind::random)  // up and down may be a detour
      CHECK(longest_route_of(e) >= 1 + topology::metrics(n).diameter);
    else
      CHECK(longest_route_of(e) == 1 + topology::metrics(n).diameter);
  }
}

TEST_CASE("a random network has its own seed", "[quick]") {
  const auto channels = [](const std::string& topology, const std::string& run) {
    std::vector<std::string> names;
    const network::Netlist n = bare_network_of(experiment_on("kind: random" + topology, run));
    for (const network::Channel& channel : n.channels) names.push_back(channel_name(n, channel));
    return names;
  };
  CHECK(channels("", "run: { seed: 1 }\n") == channels("", "run: { seed: 2 }\n"));
  CHECK(channels(", seed: 1", "") != channels(", seed: 2", ""));
}

TEST_CASE("what is known of every kind before it is built is what it is when it is built", "[quick]") {
  for (const TopologyCase& kind : kinds) {
    INFO(kind.topology);
    const Experiment e = experiment_on(kind.topology, kind.rest);
    const network::Netlist n = network::completed(network_of(e));
    const route_unit::Params known = routing_params(e), &built = n.routing;
    CHECK(known.kind == built.kind);
    CHECK(known.classes == built.classes);
    CHECK(known.choice == built.choice);
    CHECK(known.valiant == built.valiant);
    CHECK(known.ports() == built.ports());
    CHECK(known.nodes == built.nodes);
    CHECK(known.has_datelines() == built.has_datelines());
    if (built.kind != route_unit::Kind::dimension_order) CHECK(table_rows(e) == n.route_tables.rows);
    CHECK((topology::metrics(n).switch_channels != 0) == (topology::switches(shape_of(e.topology)) > 1));
  }
}

TEST_CASE("a key that the kind of topology does not use is refused, and the kind is named") {
  CHECK(errors_of(file("kind: fat_tree, size: [4, 4], hosts_per_switch: 2")) ==
        Lines{"test.yaml:2:35: topology.size: has no effect with topology.kind: fat_tree; use it only with "
              "topology.kind: mesh, torus or ring",
              "test.yaml:2:61: topology.hosts_per_switch: has no effect with topology.kind: fat_tree; use it only with "
              "topology.kind: mesh, torus, ring, single_switch, hypercube, star_of_stars, dragonfly, random or file"});
  CHECK(errors_of(file("arity: 4")) == Lines{"test.yaml:2:20: topology.arity: has no effect with topology.kind: mesh; "
                                             "use it only with topology.kind: fat_tree, full_tree or star_of_stars"});
  CHECK(places(errors_of(file("kind: torsu, arity: 4"))) ==
        Lines{"test.yaml:2:19: topology.kind"});  // the kind is unknown
}

TEST_CASE("values that the kind of topology does not allow are refused, all at once") {
  CHECK(errors_of(file("kind: ring")) == Lines{"test.yaml:2:19: topology.size: expected list of one integer, the "
                                               "switches, with topology.kind: ring, found [8, 8] (default)"});
  CHECK(errors_of(file("kind: ring, size: [1], hosts_per_switch: 255")) ==
        Lines{"test.yaml:2:31: topology.size: expected 2 to 1024 with topology.kind: ring, found [1]",
              "test.yaml:2:54: topology.hosts_per_switch: expected 1 to 254 with topology.kind: ring, found 255"});
  CHECK(errors_of(file("hosts_per_switch: 255")) ==
        Lines{"test.yaml:2:31: topology.hosts_per_switch: expected 1 to 254 with topology.kind: mesh, found 255"});
  CHECK(errors_of(file("size: [2, 2, 2], hosts_per_switch: 251")) ==
        Lines{"test.yaml:2:48: topology.hosts_per_switch: expected 1 to 250 (at most 256 ports a switch, 2 a dimension "
              "and 1 a host) with topology.kind: mesh, found 251"});
  CHECK(
      errors_of(file("kind: dragonfly, group_switches: 230, global_links: 27")) ==
      Lines{"test.yaml:2:46: topology.group_switches: expected a value with which a switch has at most 256 ports, not "
            "257 (group_switches - 1 + global_links + hosts_per_switch), with topology.kind: dragonfly, found 230"});
  CHECK(errors_of(file("kind: random, switches: 300, switch_links: 200, hosts_per_switch: 57")) ==
        Lines{"test.yaml:2:79: topology.hosts_per_switch: expected 1 to 56 (at most 256 ports a switch, switch_links + "
              "hosts_per_switch) with topology.kind: random, found 57"});
  CHECK(errors_of(file("kind: single_switch")) == Lines{"test.yaml:2:19: topology.hosts_per_switch: expected 2 to 256 "
                                                        "with topology.kind: single_switch, found 1 (default)"});
  CHECK(places(errors_of(file("kind: fat_tree, arity: 129, levels: 25"))) ==
        Lines{"test.yaml:2:36: topology.arity", "test.yaml:2:49: topology.levels"});
  CHECK(places(errors_of(file("kind: full_tree, arity: 2, levels: 1"))) ==
        Lines{"test.yaml:2:37: topology.arity", "test.yaml:2:48: topology.levels"});
  CHECK(errors_of(file("kind: hypercube, dimensions: 6, hosts_per_switch: 251")) ==
        Lines{"test.yaml:2:63: topology.hosts_per_switch: expected 1 to 250 with topology.kind: hypercube, found 251"});
  CHECK(errors_of(file("kind: dragonfly, groups: 10")) ==
        Lines{"test.yaml:2:38: topology.groups: expected 2 to 9 with topology.kind: dragonfly, found 10"});
  CHECK(errors_of(file("kind: random, switches: 5, switch_links: 5")) ==
        Lines{"test.yaml:2:54: topology.switch_links: expected 2 to 4 between 5 switches with topology.kind: random, "
              "found 5"});
}

TEST_CASE("too many hosts are refused before anything is built, whatever the kind", "[quick]") {
  CHECK(errors_of(file("kind: fat_tree, arity: 32, levels: 5")) ==
        Lines{"test.yaml:2:36: topology.arity: expected a value for 2 to 16777216 hosts altogether, found 32 (33554432 "
              "hosts)"});
  CHECK(places(errors_of(file("kind: torus, size: [1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024]"))) ==
        Lines{"test.yaml:2:32: topology.size"});
  CHECK(places(errors_of(file("kind: full_tree, arity: 64, levels: 26"))) == Lines{"test.yaml:2:37: topology.arity"});
}

TEST_CASE("resolved.yaml has the keys of its kind of topology, no others, and reads back") {
  for (const TopologyCase& kind : kinds) {
    const ExperimentReading first = test::read(file(kind.topology, kind.rest));
    const std::string text = resolved_yaml(first, ".");
    INFO(text);
    const ExperimentReading second = test::read(text);
    for (const InputError& error : second.errors) FAIL_CHECK(to_string(error));
    CHECK(topology::text(shape_of(second.experiment.topology)) == kind.text);
    CHECK(resolved_yaml(second, ".") == text);
  }
  CHECK(resolved_yaml(test::read(file("kind: fat_tree")), ".").find("size") == std::string::npos);
}

TEST_CASE("a larger network than memory holds is refused by its own keys") {
  const Lines errors =
      errors_of(file("kind: fat_tree, arity: 16, levels: 6", "switch: { buffer: { flits: 32768 } }\n"));
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].find("test.yaml:2:36: topology.arity: expected a network that fits the memory of this machine (") ==
        0);
}
