#include "testbench/report/explanation.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace slackline;
using Catch::Matchers::Contains;
using monitors::Explanation;
using monitors::Stretch;

namespace {

Explanation sample() {
  Explanation e;
  e.packet = "host0:1";
  e.source = "host0";
  e.destination = "host2";
  e.flits = 8;
  e.created = Cycle(9);
  e.injected = Cycle(10);
  e.delivered = Cycle(130);
  e.end = Cycle(1000);
  Stretch wait{Cycle(11), Cycle(110), "switch0_p2_vc0", "waits", {{"held", {"link_a", 1}, "", "host3:0"}}, {},
               60,        false};
  wait.blockers.push_back(
      {"host3:0", "switch1_p1_vc0", "waits", {{"full", {"link_b", 0}, "switch2_p1_vc0", "host4:4"}}});
  wait.blockers.push_back({"host4:4", "link_c", "moves", {}});
  e.stretches = {{Cycle(9), Cycle(10), "host0", "competes", {}, {}, 0, false}, wait};
  return e;
}

}  // namespace

TEST_CASE("an explanation has a line for each stretch, and below it the packet waited for") {
  Explanation e = sample();
  CHECK(report::explanation_text(e) ==
        "host0:1 to host2, 8 flits: created in cycle 9, sent in 10, arrived in 130, 121 cycles after its creation\n"
        "  9..10    host0: competes\n"
        "  11..110  switch0_p2_vc0: waits for link_a vc 1, held by host3:0\n"
        "             in 60 of these cycles:\n"
        "             host3:0, in switch1_p1_vc0, waits for link_b vc 0: the buffer switch2_p1_vc0 is full, host4:4 at "
        "its front\n"
        "             host4:4, in link_c, moves\n");
  e.stretches[1].blocked_so = 100;
  e.stretches[1].in_a_cycle = true;
  CHECK_THAT(report::explanation_text(e), Contains("             all of them wait for one another, for now\n"));
  e.stretches[1].for_ever = true;
  e.stretches[1].waits.push_back({"stop", {"link_d", 0}, "switch5_p0_vc0", ""});
  e.delivered = never;
  CHECK_THAT(
      report::explanation_text(e),
      Contains("sent in 10, not arrived when the run ended in 1000\n") && !Contains("of these cycles") &&
          Contains("held by host3:0,\n             or for link_d vc 0: switch5_p0_vc0 takes nothing, though it") &&
          Contains("             all of them wait for one another: a deadlock\n"));
  e.injected = never;
  CHECK_THAT(report::explanation_text(e), Contains("created in cycle 9, not sent when the run ended in 1000\n"));
}

TEST_CASE("in its host a packet waits for the same as the first packet before it") {
  Explanation e = sample();
  e.stretches = {
      {Cycle(9), Cycle(99), "host0", "waits behind earlier packets", {{"behind", {}, "", "host0:0"}}, {}, 0, false}};
  CHECK_THAT(
      report::explanation_text(e),
      Contains("  host0: waits behind earlier packets, the first of which waits behind host0:0 in its buffer\n"));
}

TEST_CASE("a worm cut by a barrier names the channel, and a channel that barriers hold is marked") {
  Explanation e = sample();
  e.stretches[0].doing = "is cut by a barrier";
  e.stretches[0].waits = {{"barrier", {"link_d", 3}, "", ""}};
  e.stretches[1].waits = {{"barrier", {"link_a", 1}, "", ""}};
  e.stretches[1].blockers[1] = {"host4:4", "host7", "is cut by a barrier", {{"barrier", {"link_e", 0}, "", ""}}};
  CHECK_THAT(report::explanation_text(e), Contains("host0: is cut by a barrier at link_d vc 3\n") &&
                                              Contains("waits for link_a vc 1, taken by barriers\n") &&
                                              Contains("host4:4, in host7, is cut by a barrier at link_e vc 0\n"));
}

TEST_CASE("an explanation as JSON has the same contents, with null for events that did not happen", "[quick]") {
  Explanation e = sample();
  e.delivered = never;
  const auto json = nlohmann::json::parse(report::explanation_json(e));
  CHECK(json["packet"] == "host0:1");
  CHECK(json["injected"] == 10);
  CHECK(json["delivered"].is_null());
  REQUIRE(json["stretches"].size() == 2);
  CHECK_FALSE(json["stretches"][0].contains("waits"));
  const auto& wait = json["stretches"][1];
  CHECK(wait["from"] == 11);
  CHECK(wait["to"] == 110);
  CHECK(wait["waits"][0]["packet"] == "host3:0");
  CHECK(wait["blockers"][0]["waits"][0]["buffer"] == "switch2_p1_vc0");
  CHECK(wait["blockers"][1]["doing"] == "moves");
  CHECK(wait["blocked_so_cycles"] == 60);
  CHECK(wait["in_a_cycle"] == false);
  e.stretches[1].in_a_cycle = true;
  CHECK(nlohmann::json::parse(report::explanation_json(e))["stretches"][1]["in_a_cycle"] == true);
  CHECK(wait["for_ever"] == false);
  e.stretches[1].for_ever = true;
  CHECK(nlohmann::json::parse(report::explanation_json(e))["stretches"][1]["for_ever"] == true);
}

TEST_CASE("the history of a message has a line for each stretch in a queue, and for each delivery, in order") {
  monitors::MessageExplanation e;
  e.message = "host0:3";
  e.source = "host0";
  e.destination = "group 1";
  e.words = 32;
  e.created = Cycle(90);
  e.posted = Cycle(95);
  e.received = Cycle(330);
  e.end = Cycle(1000);
  e.stretches = {{Cycle(100), Cycle(140), "host0", "own", 0, "sending", "host1", "lower"},
                 {Cycle(125), Cycle(1000), "host1", "lower", 64, "stopped", "host2", "upper"},
                 {Cycle(141), Cycle(141), "host0", "own", 0, "idle", "", ""}};
  e.deliveries = {{"host1", Cycle(130)}, {"host2", Cycle(330)}};
  CHECK(report::explanation_text(e) ==
        "message host0:3 to group 1, 32 words: created in cycle 90, posted in 95, complete in 330\n"
        "  100..140   host0 own: sending, to host1 lower\n"
        "  125..1000  host1 lower: from word 64 on, stopped, to host2 upper\n"
        "  130        delivered to host1\n"
        "  141        host0 own: waits for no copy\n"
        "  330        delivered to host2\n");
  const auto json = nlohmann::json::parse(report::explanation_json(e));
  CHECK(json["message"] == "host0:3");
  CHECK(json["received"] == 330);
  CHECK(json["stretches"][1]["next_queue"] == "upper");
  CHECK_FALSE(json["stretches"][2].contains("next_host"));
  CHECK(json["deliveries"][1]["cycle"] == 330);
  e.received = never;
  CHECK_THAT(report::explanation_text(e), Contains(", not complete when the run ended in 1000\n"));
  CHECK(nlohmann::json::parse(report::explanation_json(e))["received"].is_null());
}
