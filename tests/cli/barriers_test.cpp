#include <catch2/catch.hpp>
#include <string>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string mesh =
    "schema_version: 1\nname: x\ntopology: { kind: mesh, size: [4, 4] }\nlink: { delay: 2 }\n"
    "switch: { preset: sun2001, barrier: { architecture: I } }\ntraffic: { load: 0.2 }\n";

/// `key` of a run's result.json, as jq writes it.
std::string value(const Workplace& w, const std::string& command, const std::string& expression) {
  const Output run = w.slackline(command + " --json > result.json");
  return w.shell("python3 -c 'import json; r = json.load(open(\"result.json\")); print(" + expression + ")'").out;
}

}  // namespace

TEST_CASE("a run with barriers tells how long they take, and ends with them, alike on both engines") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] }, { size: 5 } ], rounds: 4 }\n");
  const Output run = w.slackline("run x.yaml --out results");
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Contains("complete, of 8 barriers in 2 groups") && Contains("the first of a group") &&
                          Contains("those behind it") && Contains("worms cut for others") && Contains("padding flits"));
  CHECK_THAT(w.shell("cat results/barriers.csv").out,
             StartsWith("group,barrier,members,entered,left,first_in,last_in,first_out,last_out\n0,0,16,16,16,0,0,"));
  CHECK(w.shell("wc -l < results/barriers.csv").out == "9\n");
  const Output json = w.slackline("run x.yaml --json");
  CHECK_THAT(json.out, Contains("\"barriers\": {") && Contains("\"complete\": true"));
  CHECK(w.slackline("run x.yaml --json --engine signal").out == json.out);
  CHECK(w.slackline("run results/resolved.yaml --json").out == json.out);
}

TEST_CASE("a group's own hold keeps channels for longer, and only its own") {
  const Workplace w;
  const auto cut_cycles = [&](const std::string& hold) {
    w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all]" + hold + " } ], rounds: 20, think: 8000 }\n");
    return std::stoul(value(w, "run x.yaml --set traffic.load=0.5", "r[\"barriers\"][\"cut_cycles\"]"));
  };
  const unsigned long usual = cut_cycles("");
  CHECK(cut_cycles(", hold: 32") == usual);
  CHECK(cut_cycles(", hold: 400") > 2 * usual);
  CHECK(cut_cycles(" }, { members: [0], hold: 400") == cut_cycles(" }, { members: [0]"));
}

TEST_CASE("a member that never arrives is named when the others have waited long enough") {
  const Workplace w;
  w.write("x.yaml", mesh +
                        "barriers: { groups: [ { members: [0-9], absent: [7] }, { members: [11, 12] } ], rounds: 3,"
                        " timeout: 5000 }\n");
  const Output run = w.slackline("run x.yaml --out results");
  CHECK(run.status == 3);
  CHECK_THAT(run.out, Contains("group 0") && Contains("of 10 wait, not entered by host7") && !Contains("group 1 "));
  CHECK_THAT(run.err, Contains("fault: group 0: barrier 0 ") && Contains("does not come about; members that wait = 9"));
  CHECK(value(w, "run x.yaml", "r[\"barriers\"][\"groups\"][0][\"missing\"]") == "['host7']\n");
  CHECK(w.slackline("run x.yaml --json --engine signal").out == w.shell("cat result.json").out);
}

TEST_CASE("of a barrier that does not come about the links are named before which messages stand, and their faults") {
  const Workplace w;
  w.write("x.yaml", mesh +
                        "barriers: { groups: [ { members: [0, 3] } ], rounds: 3, think: 3000, timeout: 5000 }\n"
                        "faults: [ { kind: stop_stuck, link: link_switch1_p0_to_switch2_p1, from: 1000 } ]\n");
  const std::string quiet = "run x.yaml --set traffic.load=0";
  const Output run = w.slackline(quiet);
  INFO(run.err << run.out);
  CHECK(run.status == 3);
  CHECK_THAT(run.out, Contains("messages held up            1       by STOP, or for want of a credit, at "
                               "link_switch1_p0_to_switch2_p1 (stop_stuck)\n"));
  CHECK(value(w, quiet, "r[\"barriers\"][\"held_up\"]") ==
        "{'stopped': ['link_switch1_p0_to_switch2_p1 (stop_stuck)'], 'no_channel': [], 'inside': []}\n");
  CHECK(w.slackline(quiet + " --json --engine signal").out == w.shell("cat result.json").out);
}

TEST_CASE("dead links are gone round, where messages choose their ways and have had notice, alike on both engines") {
  const Workplace w;
  w.write("x.yaml",
          mesh +
              "barriers: { groups: [ { members: [0, 3, 12] } ], rounds: 6, think: 3000, timeout: 5000 }\nfaults:\n"
              "- { kind: dead, link: link_switch0_p0_to_switch1_p1, from: 2000, to: 6500 }\n"
              "- { kind: dead, link: link_switch4_p0_to_switch5_p1, from: 2000 }\n");
  const std::string quiet = "run x.yaml --set traffic.load=0";
  const Output fixed = w.slackline(quiet);
  INFO(fixed.err << fixed.out);
  CHECK(fixed.status == 3);
  CHECK_THAT(fixed.out, Contains("links have failed, and no way was left to them: theirs went by link_switch"));
  const std::string adaptive = quiet + " --set switch.barrier.adaptive=true";
  const Output run = w.slackline(adaptive);
  INFO(run.err << run.out);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Contains("complete, of 6 barriers in 1 group") && !Contains("no way was left"));
  CHECK(w.slackline(adaptive + " --json --engine signal").out == w.slackline(adaptive + " --json").out);
  CHECK(w.slackline(adaptive + " --set switch.barrier.notice=9000 --set barriers.timeout=20000").status == 0);
  w.shell("sed -i 's/, to: 6500//' x.yaml");
  const Output late = w.slackline(adaptive + " --set switch.barrier.notice=90000");
  INFO(late.out);
  CHECK(late.status == 3);
  CHECK_THAT(late.out, Contains("inside, for other ways than by links that have failed, at switch"));
}

TEST_CASE("who enters a first barrier later than the timeout is waited for") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [0-3], spread: 100000 } ], timeout: 500 }\n");
  const Output run = w.slackline("run x.yaml --set traffic.load=0");
  INFO(run.out);
  CHECK(run.status == 0);
}

TEST_CASE("where status tables are full, groups fall back to messages of their hosts, and all barriers come about") {
  const Workplace w;
  std::string groups;
  for (int g = 0; g < 12; ++g) groups += "{ size: 8, seed: " + std::to_string(g) + " }, ";
  w.write("x.yaml", mesh + "barriers: { groups: [ " + groups + "], rounds: 5 }\n");
  const std::string command = "run x.yaml --set switch.barrier.entries=2";
  const Output run = w.slackline(command);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Contains("complete, of 60 barriers in 12 groups") &&
                          Contains("to messages between their hosts, as a status table was full"));
  CHECK(w.slackline(command + " --json --engine signal").out == w.slackline(command + " --json").out);
  CHECK_THAT(w.slackline("run x.yaml").out, !Contains("fallen back"));
}

TEST_CASE("trees of other schemes, and none, bring about the same barriers, and the same on both engines") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] }, { size: 7, seed: 2 } ], rounds: 4 }\n");
  for (const char* scheme : {"--set switch.barrier.architecture=waiting --set barriers.tree=ordering"
                             " --set barriers.acknowledge=true --set switch.barrier.reliability=4",
                             "--set switch.barrier.architecture=waiting --set barriers.tree=x_y",
                             "--set switch.barrier.architecture=III --set barriers.tree=path",
                             "--set switch.barrier.architecture=II --set barriers.tree=star"}) {
    INFO(scheme);
    const std::string command = std::string("run x.yaml ") + scheme;
    const Output run = w.slackline(command);
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Contains("complete, of 8 barriers in 2 groups") && !Contains("fallen back"));
    CHECK(w.slackline(command + " --json --engine signal").out == w.slackline(command + " --json").out);
  }
}

TEST_CASE("a run that is cut among barriers says so") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] } ], rounds: 100000 }\nrun: { max_cycles: 2000 }\n");
  const Output run = w.slackline("run x.yaml");
  CHECK(run.status == 4);
  CHECK_THAT(run.err, Contains("the run is partial: barriers were still going on after 2000 cycles, run.max_cycles"));
}

TEST_CASE("firmware of network interfaces runs barriers, with units or by packets, alike on both engines") {
  const Workplace w;
  const std::string settings =
      "barriers: { groups: [ { members: [all] }, { size: 5 } ], rounds: 3 }\nendpoint: nic\n"
      "nic: { costs: lanai4, packet_words: 8 }\nclock: { period: 25 ns }\n";
  w.write("x.yaml", mesh + settings);
  for (const std::string firmware : {"barrier", "dissemination", "star"}) {
    const std::string run = "run x.yaml --json --set traffic.load=0.001 --set nic.firmware=" + firmware;
    const Output json = w.slackline(run);
    INFO(firmware << json.err);
    CHECK(json.status == 0);
    CHECK_THAT(json.out, Contains("\"complete\": true"));
    CHECK(w.slackline(run + " --engine signal").out == json.out);
    const Output without = w.slackline(run + " --set switch.barrier.architecture=none");
    CHECK(without.status == (firmware == "barrier" ? 2 : 0));
  }
}

TEST_CASE("of several groups only those whose barriers do not come about are faults") {
  const Workplace w;
  w.write("x.yaml", mesh +
                        "barriers: { groups: [ { members: [0-3], absent: [2] }, { members: [8-15] } ], rounds: 1000,"
                        " timeout: 3000 }\n");
  const Output run = w.slackline("run x.yaml");
  CHECK(run.status == 3);
  CHECK_THAT(run.err,
             Contains("fault: group 0: barrier 0 does not come about; members that wait = 3") && !Contains("group 1"));
  CHECK_THAT(run.out, Contains("not entered by host2") && Contains("still to come when the run ended"));
}

TEST_CASE("a result says of groups that hosts run, not of those that firmware runs, whether they fell back") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] }, { size: 5 } ], rounds: 3 }\n");
  const std::string full = "run x.yaml --set switch.barrier.entries=1 --set traffic.load=0";
  const std::string fallen = "[g.get(\"fell_back\", \"-\") for g in r[\"barriers\"][\"groups\"]]";
  CHECK_THAT(value(w, full, fallen), Contains("True"));
  CHECK(value(w, full + " --set endpoint=nic --set nic.firmware=barrier", fallen) == "['-', '-']\n");
  CHECK(value(w, full + " --set endpoint=nic --set nic.firmware=barrier", "r[\"barriers\"][\"refused\"] > 0") ==
        "True\n");
}

TEST_CASE("members that never enter are told of groups that firmware runs, too") {
  const Workplace w;
  w.write("x.yaml", mesh +
                        "barriers: { groups: [ { members: [0-3], absent: [2] }, { members: [8-15] } ], rounds: 3,"
                        " timeout: 30000 }\nendpoint: nic\n");
  for (const std::string firmware : {"barrier", "dissemination", "star"}) {
    const Output run = w.slackline("run x.yaml --set traffic.load=0.001 --set nic.firmware=" + firmware);
    INFO(firmware << run.err);
    CHECK(run.status == 3);
    CHECK_THAT(run.err, Contains("fault: group 0: barrier 0 does not come about; members that wait = 3") &&
                            !Contains("group 1"));
    CHECK_THAT(run.out, Contains("not entered by host2"));
  }
}

TEST_CASE("NIC memory has room for what firmware is told of its groups, or is refused with the least that would do") {
  const Workplace w;
  w.write("x.yaml", mesh +
                        "barriers: { groups: [ { members: [all] }, { size: 5 } ], rounds: 1 }\nendpoint: nic\n"
                        "nic: { firmware: dissemination, packet_words: 8, memory: 1 KiB }\n");
  const Output refused = w.slackline("run x.yaml");
  INFO(refused.err);
  CHECK(refused.status == 2);
  const std::string before = "allowed: at least ";
  CHECK_THAT(refused.err, Contains("x.yaml:9:") && Contains("nic.memory: 1 KiB; " + before) &&
                              Contains(" B for dissemination with 16 hosts and the table of their groups"));
  const unsigned long least = std::stoul(refused.err.substr(refused.err.find(before) + before.size()));
  const std::string with = "run x.yaml --set traffic.load=0.001 --set nic.memory=";
  CHECK(w.slackline(with + std::to_string(least)).status == 0);
  CHECK(w.slackline(with + std::to_string(least - 4)).status == 2);
}

TEST_CASE("barriers by firmware come about beside messages that keep hosts busy") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] } ], rounds: 3 }\n");
  const Output run = w.slackline(
      "run x.yaml --quiet --set endpoint=nic --set nic.firmware=barrier --set clock.period=25ns --set "
      "traffic.load=0.05");
  INFO(run.err);
  CHECK(run.status == 0);
}

TEST_CASE("compare-engines ends though a run with barriers has no last cycle of its own") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] } ], rounds: 2 }\n");
  const Output output = w.slackline("compare-engines x.yaml --set topology.size=[2] --set traffic.load=0");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("100 000 cycles"));
}
