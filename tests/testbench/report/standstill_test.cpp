#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "testbench/report/result_json.hpp"
#include "testbench/report/result_table.hpp"
#include "testbench/report/standstill_json.hpp"
#include "testbench/report/standstill_text.hpp"
#include "tests/testbench/report/sample_result.hpp"

using namespace slackline;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using monitors::Standstill;
using monitors::StandstillKind;

namespace {

const std::string to_1 = "link_switch0_p0_to_switch1_p1", to_0 = "link_switch1_p1_to_switch0_p0";

Standstill two_worms() {
  Standstill s;
  s.kind = StandstillKind::cycle;
  s.formed = Cycle(340);
  s.found = Cycle(20'000);
  s.worms.push_back({"host0:1",
                     "host0",
                     "host1",
                     40,
                     "switch1_p1_vc0",
                     Cycle(312),
                     {{to_1, 0}},
                     {{"held", {to_0, 0}, "", "host1:7"}}});
  s.worms.push_back({"host1:7",
                     "host1",
                     "host0",
                     1,
                     "switch0_p0_vc0",
                     Cycle(340),
                     {},
                     {{"full", {to_1, 0}, "switch1_p1_vc0", "host0:1"}}});
  s.knots = 1;
  return s;
}

}  // namespace

TEST_CASE("worms that wait for one another are listed in order, each with the channels that it holds and waits for",
          "[quick]") {
  Standstill s = two_worms();
  CHECK(report::standstill_text(s) ==
        "deadlock: 2 worms wait for one another in a cycle, since cycle 340; found in cycle 20000\n"
        "  host0:1 to host1, 40 flits; its head is in switch1_p1_vc0 since cycle 312\n"
        "    holds " +
            to_1 +
            " vc 0\n"
            "    waits for " +
            to_0 +
            " vc 0, held by host1:7\n"
            "  host1:7 to host0, 1 flit; its head is in switch0_p0_vc0 since cycle 340\n"
            "    waits for " +
            to_1 + " vc 0: the buffer switch1_p1_vc0 is full, host0:1 at its front\n");
  s.knots = 3;
  s.behind = 1;
  s.hosts = 2;
  CHECK_THAT(report::standstill_text(s),
             EndsWith("  2 more deadlocks like this\n  1 more worm is stuck\n  2 hosts cannot send\n"));
  s.knots = 2;
  CHECK_THAT(report::standstill_text(s), Contains("  1 more deadlock like this\n"));
}

TEST_CASE("a worm with a choice waits for any of several, of which eight are named") {
  Standstill s = two_worms();
  s.kind = StandstillKind::knot;
  s.worms[0].waits.push_back({"behind", {}, "", "host1:7"});
  CHECK_THAT(report::standstill_text(s), Contains("2 worms wait for nothing but one another, since") &&
                                             Contains("held by host1:7\n       or behind host1:7 in its buffer\n"));
  s.worms[0].waits.resize(9, s.worms[0].waits[0]);
  CHECK_THAT(report::standstill_text(s), Contains("       or 1 more\n"));
}

TEST_CASE("interfaces that receive nothing are listed with the reason, and alone when no worm waits") {
  Standstill s = two_worms();
  s.interfaces = 1;
  s.worms[0].waits = {{"interface", {"link_switch1_p2_to_host1", 0}, "host1", "host1:7"}};
  CHECK_THAT(
      report::standstill_text(s),
      Contains("    waits for link_switch1_p2_to_host1 vc 0: the interface of host1 has no buffer, and waits for "
               "host1:7\n") &&
          EndsWith("  1 interface holds its link back\n"));
  CHECK(report::json_of(s)["interfaces"] == 1);
  s.worms[0].waits[0].packet = "";
  CHECK_THAT(report::standstill_text(s), Contains("the interface of host1 has no buffer\n"));
  Standstill alone;
  alone.interfaces = 2;
  CHECK(report::standstill_text(alone) ==
        "stuck: 2 interfaces that will never take the packets at their links; found in cycle 0\n  2 interfaces hold "
        "their links "
        "back\n");
  CHECK_FALSE(report::json_of(two_worms()).contains("interfaces"));
}

TEST_CASE("of many worms fifty are listed, and the others counted") {
  Standstill s = two_worms();
  s.worms.resize(52, s.worms[0]);
  CHECK_THAT(report::standstill_text(s), EndsWith("  and 2 more\n"));
}

TEST_CASE("a wait for something broken is no deadlock") {
  Standstill s = two_worms();
  s.kind = StandstillKind::broken;
  s.knots = 0;
  s.worms.resize(1);
  s.worms[0].waits = {{"stop", {to_0, 0}, "switch0_p0_vc0", ""}};
  CHECK_THAT(
      report::standstill_text(s),
      Contains("stuck: 1 worm waits for something that will never come, since cycle 340; found in cycle 20000\n") &&
          Contains("waits for " + to_0 + " vc 0: switch0_p0_vc0 takes nothing, though"));
  s.worms.clear();
  s.hosts = 3;
  CHECK(report::standstill_text(s) ==
        "stuck: 3 hosts that can never send; found in cycle 20000\n  3 hosts cannot send\n");
}

TEST_CASE("results end with the standstill, in the table and in result.json", "[quick]") {
  report::Result result = test::sample_result();
  CHECK_THAT(report::result_json(result), !Contains("deadlock"));
  result.standstill = two_worms();
  const std::string table = report::result_table(result), standstill = report::standstill_text(*result.standstill);
  REQUIRE(table.size() > standstill.size());
  CHECK(table.substr(table.size() - standstill.size()) == standstill);
  const auto json = nlohmann::json::parse(report::result_json(result));
  const auto& deadlock = json["deadlock"];
  CHECK(deadlock["kind"] == "cycle");
  CHECK(deadlock["formed_in_cycle"] == 340);
  CHECK(deadlock["found_in_cycle"] == 20'000);
  CHECK(deadlock["more_deadlocks"] == 0);
  REQUIRE(deadlock["worms"].size() == 2);
  CHECK(deadlock["worms"][0]["packet"] == "host0:1");
  CHECK(deadlock["worms"][0]["head"] == "switch1_p1_vc0");
  CHECK(deadlock["worms"][0]["since"] == 312);
  CHECK(deadlock["worms"][0]["holds"][0] == nlohmann::json{{"channel", to_1}, {"vc", 0}});
  CHECK(deadlock["worms"][0]["waits"][0] ==
        nlohmann::json{{"why", "held"}, {"channel", to_0}, {"vc", 0}, {"packet", "host1:7"}});
  CHECK(deadlock["worms"][1]["waits"][0]["buffer"] == "switch1_p1_vc0");
  result.standstill->kind = StandstillKind::broken;
  CHECK(nlohmann::json::parse(report::result_json(result)).contains("stuck"));
}

TEST_CASE("worms that interfaces keep for one another are listed with the queues, each behind the worm of the next") {
  Standstill s;
  s.kind = StandstillKind::cycle;
  s.formed = Cycle(340);
  s.found = Cycle(20'000);
  s.kept = {{"host1", "lower", "host0", 3, 0, "stopped", "host2", "lower"},
            {"host2", "lower", "host1", 7, 64, "sent", "host1", "lower"}};
  s.knots = 2;
  s.behind = 1;
  CHECK(report::standstill_text(s) ==
        "deadlock: 2 network interfaces wait for one another in a circle, since cycle 340; found in cycle 20000\n"
        "  host1 lower: message 3 of host0 (stopped) waits for host2 lower, behind message 7 of host1 from word 64 on\n"
        "  host2 lower: message 7 of host1 from word 64 on (sent) waits for host1 lower, behind message 3 of host0\n"
        "  1 more circle like this\n"
        "  1 more queue waits for these\n");
  const auto json = report::json_of(s);
  CHECK(json["kind"] == "cycle");
  CHECK(json["worms"].empty());
  REQUIRE(json["kept_worms"].size() == 2);
  CHECK(json["kept_worms"][1]["host"] == "host2");
  CHECK(json["kept_worms"][1]["message"] == 7);
  CHECK(json["kept_worms"][1]["next_queue"] == "lower");
}
