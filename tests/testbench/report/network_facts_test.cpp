#include "testbench/report/network_facts.hpp"

#include <catch2/catch.hpp>
#include <memory>

#include "testbench/report/description.hpp"
#include "testbench/report/description_json.hpp"
#include "testbench/report/description_table.hpp"
#include "testbench/run/checks.hpp"
#include "tests/testbench/deadlock/ring_table.hpp"
#include "tests/testbench/report/described.hpp"

using namespace slackline;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

report::Description network_description(const std::string& text) {
  return test::described("schema_version: 1\n" + text);
}

std::string table(const std::string& text) { return report::description_table(network_description(text)); }

std::string row(const report::NetworkFacts& facts, const std::string& what) {
  for (const std::vector<std::string>& cells : report::rows(facts))
    if (cells.at(0) == what) return cells.at(1);
  return "";
}

}  // namespace

TEST_CASE("a network is described with its distances, its capacity, and its freedom from deadlock") {
  // Distances and bounds are the closed forms of topology/metrics_test.cpp and routing/uniform_load_test.cpp: 16/3 and
  // 256/63 links, 4/8 and 8/8 flits a cycle times 63/64. Dependencies of the mesh: the sum in deadlock/deadlock_test.cpp;
  // of the torus: the turns on a walk of all routes by the contract of route_unit.hpp, made without the model.
  CHECK_THAT(
      table("topology: { size: [8, 8] }\n"),
      EndsWith("  links            112 links between switches, 2 to 4 at each\n"
               "  diameter         14 links\n"
               "  mean distance    5.3333 links between switches, from host to host\n"
               "  mean route       5.3333 links between switches\n"
               "  longest route    14 links\n"
               "  bisection        8 channels each way, 8 flits per cycle\n"
               "  uniform traffic  at most 0.492188 flits per cycle and host (link_switch3_p0_to_switch4_p1 and 31 "
               "others)\n"
               "  deadlock-free    proved (224 channels x 1 VC, 388 dependencies, no cycle)\n"));
  CHECK_THAT(table("topology: { kind: torus, size: [8, 8] }\nswitch: { virtual_channels: 2 }\n"),
             Contains("mean distance    4.0635 links") && Contains("bisection        16 channels each way, 16 flits") &&
                 Contains("at most 0.984375 flits") && Contains("proved (256 channels x 2 VCs, 672 dependencies"));
}

TEST_CASE("slow links lower the bounds, and the bisection has no bandwidth where links differ") {
  const std::string row_of_4 = "topology: { size: [4] }\n";
  CHECK_THAT(table(row_of_4 + "link: { cycles_per_flit: 4 }\n"),
             Contains("bisection        1 channel each way, 0.25 flits per cycle\n") &&
                 Contains("at most 0.1875 flits per cycle and host (link_switch1_p0_to_switch2_p1 and 1 other)\n"));
  CHECK_THAT(
      table(row_of_4 + "links: [{ link: link_switch2_p0_to_switch3_p1, directions: one, cycles_per_flit: 8 }]\n"),
      Contains("bisection        1 channel each way\n") &&
          Contains("at most 0.125 flits per cycle and host (link_switch2_p0_to_switch3_p1)\n"));
}

TEST_CASE("the bound of uniform traffic names what it counts: responses take their share, route flits are left out",
          "[quick]") {
  const std::string row_of_4 = "topology: { size: [4] }\n";
  CHECK_THAT(table(row_of_4 + "traffic: { packet: { flits: 4 }, response: { flits: 8 } }\n"),
             Contains("at most 0.25 flits of requests per cycle and host, with a response of 8 flits to each "
                      "(link_switch1_p0_to_switch2_p1 and 1 other)\n"));
  CHECK_THAT(table(row_of_4 + "routing: { switch: source_stripped }\n"),
             Contains("at most 0.75 flits per cycle and host, without route flits (link_switch1_p0"));
}

TEST_CASE("routes from tables and sources are proved themselves, not the routes of an algorithm", "[quick]") {
  for (const char* at_switch : {"table", "source_stripped", "source_shifted"}) {
    const report::Description d =
        network_description("topology: { size: [4, 3] }\nrouting: { switch: " + std::string(at_switch) + " }\n");
    CHECK(d.facts.deadlock->cycle.empty());
    CHECK(d.facts.deadlock->dependencies ==
          network_description("topology: { size: [4, 3] }\n").facts.deadlock->dependencies);
  }
}

TEST_CASE("adaptive routing with STOP is not proved, with the reason", "[quick]") {
  const std::string mesh = "topology: { size: [3, 3] }\nrouting: { kind: adaptive }\nswitch: { virtual_channels: 2";
  const std::string reason = "with wormhole switching and without credits a header may wait in a full buffer behind ";
  const report::Description stop = network_description(mesh + " }\n");
  CHECK_THAT(
      report::description_table(stop),
      Contains("deadlock-free    not proved (24 channels x 1 escape VC, 28 dependencies, no cycle of channels)\n") &&
          Contains("\n                   " + reason));
  CHECK_THAT(report::description_json(stop),
             Contains("\"verdict\": \"not proved\"") && Contains("\"why_not\": \"" + reason));
  for (const char* does : {", switching: virtual_cut_through }\n", ", buffer: { flow_control: credit } }\n"}) {
    const report::Description proved = network_description(mesh + does);
    CHECK_THAT(report::description_table(proved), Contains("deadlock-free    proved (24 channels x 1 escape VC"));
    CHECK_THAT(report::description_json(proved), Contains("\"verdict\": \"proved\"") && !Contains("why_not"));
  }
}

TEST_CASE("routes longer than the distances are reported with their own length", "[quick]") {
  const std::string ring = "topology: { kind: ring, size: [6] }\nswitch: { virtual_channels: 4 }\n";
  const report::Description valiant = network_description(ring + "routing: { kind: valiant }\n");
  CHECK_THAT(report::description_table(valiant),
             Contains("  diameter         3 links\n"
                      "  mean distance    1.8000 links between switches, from host to host\n"
                      "  mean route       3.0000 links between switches\n"
                      "  longest route    5 links\n") &&
                 Contains("uniform traffic  not computed: packets go by way of hosts drawn at random\n"));
  CHECK_THAT(report::description_json(valiant), Contains("\"mean_route\": 3.0") && Contains("\"longest_route\": 5,\n"));
  // Ways between the two neighbours of the switch opposite to the root lead through the root: (54 + 2 * 2) / 30 links.
  CHECK_THAT(table(ring + "routing: { kind: up_down }\n"), Contains("mean route       1.9333 links between switches\n"
                                                                    "  longest route    4 links\n"));
  const report::Description adaptive = network_description(ring + "routing: { kind: adaptive }\n");
  CHECK_THAT(report::description_table(adaptive),
             Contains("  mean route       not computed: packets take the way that is free\n"
                      "  longest route    not computed: packets take the way that is free\n"));
  CHECK_THAT(report::description_json(adaptive), !Contains("_route\""));
  CHECK_THAT(table(ring + "routing: { kind: minimal, allow_cycles: true }\n"),
             Contains("mean route       1.8000 links") && Contains("longest route    3 links\n") &&
                 Contains("uniform traffic  not computed: packets take any of several ways\n"));
}

TEST_CASE("each link and switch that is down is counted once, whichever of its names is given") {
  const auto routed = [](const std::string& down) {
    return table("topology: { size: [3, 3], down: [" + down + "] }\n");
  };
  const std::string link = "link_switch4_p1_to_switch3_p0", back = "link_switch3_p0_to_switch4_p1";
  CHECK_THAT(routed(link), Contains("up_down, from tables, round 1 that is down\n"));
  CHECK_THAT(routed(link + ", " + back), Contains(", round 1 that is down\n"));
  CHECK_THAT(routed(link + ", link_switch0_p0_to_switch1_p1, " + back), Contains(", round 2 that are down\n"));
  CHECK_THAT(table("topology: { kind: fat_tree, arity: 2, levels: 2, down: [switch_l1_0, switch_l1_0] }\n"),
             Contains(", round 1 that is down\n"));
}

TEST_CASE("the description as JSON has the same contents") {
  CHECK_THAT(report::description_json(network_description("topology: { size: [4] }\n")),
             Contains("\"links_between_switches\": 3,\n    \"least_links_at_switch\": 1,\n    "
                      "\"most_links_at_switch\": 2,\n    \"unconnected_pairs\": 0,\n    \"diameter\": 3,\n") &&
                 Contains("\"bisection\": {\n      \"channels_each_way\": 1,\n      \"flits_per_cycle\": 1.0\n") &&
                 Contains("\"most_flits_per_cycle_and_host\": 0.75,\n      \"bound_by\": "
                          "\"link_switch1_p0_to_switch2_p1\",\n      \"and_others\": 1,\n      "
                          "\"with_response_flits\": 0,\n      \"without_route_flits\": false\n") &&
                 Contains("\"deadlock_free\": {\n      \"verdict\": \"proved\",\n      \"channels\": 6,\n      "
                          "\"virtual_channels\": 1,\n      \"dependencies\": 4\n    }"));
}

TEST_CASE("the description of a large network lists the facts that were not computed") {
  const report::Description d = network_description("topology: { size: [200, 200] }\n");
  CHECK_FALSE(d.facts.deadlock);
  CHECK_THAT(report::description_table(d), EndsWith("  diameter         not computed: 40000 switches\n"
                                                    "  mean distance    not computed: 40000 switches\n"
                                                    "  mean route       not computed: 40000 switches\n"
                                                    "  longest route    not computed: 40000 switches\n"
                                                    "  bisection        200 channels each way, 200 flits per cycle\n"
                                                    "  uniform traffic  not computed: 40000 switches\n"
                                                    "  deadlock-free    not computed: 40000 switches\n"));
  CHECK_THAT(report::description_json(d), Contains("\"deadlock_free\": {\n      \"verdict\": \"not computed\"\n"));
}

TEST_CASE("a cycle is listed channel by channel, up to twenty") {
  const report::NetworkFacts five = report::network_facts(test::ring_with_table(5, 2));
  CHECK(row(five, "deadlock-free") == "not proved (10 channels x 2 VCs, 40 dependencies, a cycle of 5)");
  const auto rows = report::rows(five);
  REQUIRE(five.deadlock->cycle.size() == 5);
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(rows.at(rows.size() - 5 + i) == std::vector<std::string>{"", five.deadlock->cycle[i]});
  CHECK(rows.at(rows.size() - 6).at(0) == "deadlock-free");
  CHECK_THAT(five.deadlock->cycle.back(), Contains(" -> link_switch0_p0_to_switch1_p1 vc 0 for packets to host1"));
  const report::NetworkFacts thirty = report::network_facts(test::ring_with_table(30, 1));
  const auto long_rows = report::rows(thirty);
  CHECK(long_rows.at(long_rows.size() - 2).at(1) == thirty.deadlock->cycle.at(19));
  CHECK(long_rows.back() == std::vector<std::string>{"", "and 10 more"});

  report::Description d = network_description("");
  d.facts = five;
  CHECK_THAT(report::description_json(d), Contains("\"verdict\": \"not proved\"") &&
                                              Contains("\"cycle\": [\n        \"link_switch0_p0_to_switch1_p1"));
}

TEST_CASE("routes that do not arrive, and hosts without a way between them, are reported") {
  network::Netlist netlist = test::ring_with_table(5, 1);
  netlist.route_tables.entries[1 * 5 + 2] = 1;  // from switch 1 to host 2: back to 0
  const report::NetworkFacts astray = report::network_facts(netlist);
  for (const char* what : {"mean route", "longest route", "uniform traffic"})
    CHECK(row(astray, what) == "routes do not arrive");
  CHECK(row(astray, "deadlock-free") == "not proved (10 channels x 1 VC, 11 dependencies, a cycle of 2)");

  network::Netlist cut = test::ring_with_table(3, 1);
  std::vector<network::Channel> kept;
  for (const network::Channel& c : cut.channels)
    if (c.from.kind == network::InstanceKind::endpoint || c.to.kind == network::InstanceKind::endpoint)
      kept.push_back(c);
  cut.channels = kept;
  CHECK(row(report::network_facts(cut), "connected") == "no: no way between 6 pairs of hosts");
}

TEST_CASE("of workloads that run together the bound is that of the links, in any order") {
  const std::string one = "{ name: a, kind: traffic, packet: { flits: 8 }, response: { flits: 16 } }";
  const std::string other = "{ name: b, kind: traffic, packet: { flits: 8 } }";
  const std::string mesh = "topology: { size: [4, 4] }\nworkloads: [";
  const std::string text = table(mesh + one + ", " + other + "]\n");
  CHECK_THAT(text, Contains("at most 0.9375 flits per cycle and host"));  // 4 / 4 flits a cycle times 15/16
  CHECK_THAT(table(mesh + other + ", " + one + "]\n"), Contains("at most 0.9375 flits per cycle and host"));
}
