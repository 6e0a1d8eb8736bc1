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

/// The value of a Python expression with `r`, the result.json of a run.
std::string value(const Workplace& w, const std::string& command, const std::string& expression) {
  const Output run = w.slackline(command + " --json > result.json");
  return w.shell("python3 -c 'import json; r = json.load(open(\"result.json\")); print(" + expression + ")'").out;
}

/// The number of requested barriers, whether all are complete, and the number of complete ones in each group.
const std::string complete =
    "[r[\"barriers\"][\"asked\"], r[\"barriers\"][\"complete\"], [g[\"complete\"] for g in "
    "r[\"barriers\"][\"groups\"]]]";

}  // namespace

TEST_CASE("a run with barriers reports how long they take, and ends with the last one, the same on both engines",
          "[barrier]") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] }, { size: 5 } ], rounds: 4 }\n");
  const Output run = w.slackline("run x.yaml --out results");
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Contains("complete, of 8 barriers in 2 groups") && Contains("the first of a group") &&
                          Contains("those after it") && Contains("worms cut for others") && Contains("padding flits"));
  CHECK_THAT(w.shell("cat results/barriers.csv").out,
             StartsWith("group,barrier,members,entered,left,first_in,last_in,first_out,last_out\n0,0,16,16,16,0,0,"));
  CHECK(w.shell("wc -l < results/barriers.csv").out == "9\n");
  const Output json = w.slackline("run x.yaml --json");
  CHECK_THAT(json.out, Contains("\"barriers\": {") && Contains("\"complete\": true"));
  CHECK(w.slackline("run x.yaml --json --engine signal").out == json.out);
  CHECK(w.slackline("run results/resolved.yaml --json").out == json.out);
}

TEST_CASE("a group's own hold keeps channels for longer, and only its own", "[barrier]") {
  const Workplace w;
  /// Mean number of cycles for which a worm is cut: the hold plus an overhead that does not depend on it.
  const auto cycles_of_a_cut = [&](const std::string& hold) {
    w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all]" + hold + " } ], rounds: 20, think: 8000 }\n");
    return std::stod(value(w, "run x.yaml --set traffic.load=0.5",
                           "r[\"barriers\"][\"cut_cycles\"] / r[\"barriers\"][\"worms_cut\"]"));
  };
  const double usual = cycles_of_a_cut("");
  CHECK(cycles_of_a_cut(", hold: 32") == usual);
  CHECK(cycles_of_a_cut(", hold: 400") == usual + (400 - 32));
  CHECK(cycles_of_a_cut(" }, { members: [0], hold: 400") == cycles_of_a_cut(" }, { members: [0]"));
}

TEST_CASE("a member that never arrives is named after the others have waited long enough", "[barrier]") {
  const Workplace w;
  w.write("x.yaml", mesh +
                        "barriers: { groups: [ { members: [0-9], absent: [7] }, { members: [11, 12] } ], rounds: 3,"
                        " timeout: 5000 }\n");
  const Output run = w.slackline("run x.yaml --out results");
  CHECK(run.status == 3);
  CHECK_THAT(run.out, Contains("group 0") && Contains("of 10 wait, not entered by host7") && !Contains("group 1 "));
  CHECK_THAT(run.err, Contains("error: group 0: barrier 0 ") && Contains("does not complete; members that wait = 9"));
  CHECK(value(w, "run x.yaml", "r[\"barriers\"][\"groups\"][0][\"missing\"]") == "['host7']\n");
  CHECK(w.slackline("run x.yaml --json --engine signal").out == w.shell("cat result.json").out);
}

TEST_CASE("for a barrier that does not complete the links at which messages wait are named, and their errors",
          "[barrier]") {
  const Workplace w;
  w.write("x.yaml", mesh +
                        "barriers: { groups: [ { members: [0, 3] } ], rounds: 3, think: 3000, timeout: 5000 }\n"
                        "faults: [ { kind: stop_stuck, link: link_switch1_p0_to_switch2_p1, from: 1000 } ]\n");
  const std::string quiet = "run x.yaml --set traffic.load=0";
  const Output run = w.slackline(quiet);
  INFO(run.err << run.out);
  CHECK(run.status == 3);
  CHECK_THAT(run.out, Contains("messages held up            1       by STOP, or for lack of a credit, at "
                               "link_switch1_p0_to_switch2_p1 (stop_stuck)\n"));
  CHECK(value(w, quiet, "r[\"barriers\"][\"held_up\"]") ==
        "{'stopped': ['link_switch1_p0_to_switch2_p1 (stop_stuck)'], 'no_channel': [], 'inside': []}\n");
  CHECK(w.slackline(quiet + " --json --engine signal").out == w.shell("cat result.json").out);
}

TEST_CASE("adaptive barrier messages avoid dead links after the notice, the same on both engines", "[barrier]") {
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
  CHECK_THAT(fixed.out, Contains("links have failed, and left them no way: theirs went by link_switch"));
  const std::string adaptive = quiet + " --set switch.barrier.adaptive=true";
  const Output run = w.slackline(adaptive);
  INFO(run.err << run.out);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Contains("complete, of 6 barriers in 1 group") && !Contains("left them no way"));
  CHECK(w.slackline(adaptive + " --json --engine signal").out == w.slackline(adaptive + " --json").out);
  CHECK(w.slackline(adaptive + " --set switch.barrier.notice=9000 --set barriers.timeout=20000").status == 0);
  w.shell("sed -i 's/, to: 6500//' x.yaml");
  const Output late = w.slackline(adaptive + " --set switch.barrier.notice=90000");
  INFO(late.out);
  CHECK(late.status == 3);
  CHECK_THAT(late.out, Contains("inside, for other ways than by links that have failed, at switch"));
}

TEST_CASE("a first barrier waits for members that enter later than the timeout", "[barrier][quick]") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [0-3], spread: 100000 } ], rounds: 3, timeout: 500 }\n");
  const Output run = w.slackline("run x.yaml --set traffic.load=0 --out results");
  INFO(run.out);
  CHECK(run.status == 0);
  CHECK(w.of_json("results/result.json", complete) == "[3, True, [3]]");
  // first_in and last_in of the first barrier.
  CHECK(std::stoul(w.shell("sed -n 2p results/barriers.csv | awk -F, '{ print $7 - $6 }'").out) > 500);
}

TEST_CASE("where status tables are full, groups fall back to messages of their hosts, and all barriers complete",
          "[barrier][quick]") {
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

TEST_CASE("every tree scheme, also none, completes the same barriers, the same on both engines", "[barrier]") {
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

TEST_CASE("a sweep of networks with barriers reports how long they take", "[barrier]") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] } ], rounds: 4 }\n");
  const Output sweep = w.slackline("sweep x.yaml --vary switch.barrier.architecture=I,waiting --out s");
  INFO(sweep.err);
  REQUIRE(sweep.status == 0);
  CHECK_THAT(sweep.out, Contains("switch.barrier.architecture  first  later  worms cut  padding  accepted"));
  const auto of_run = [&](const std::string& field) {
    std::string text = value(w, "run x.yaml", "r[\"barriers\"]" + field);
    text.pop_back();
    return text;
  };
  const std::string first = of_run("[\"first\"][\"mean\"]"), cuts = of_run("[\"worms_cut\"]");
  CHECK_THAT(sweep.out, Contains("  " + first + " "));
  CHECK_THAT(w.read("s/sweep.csv"),
             Contains(",barrier_first,barrier_later,worms_cut,padding_flits\n") && Contains("\nI,run,"));
  CHECK_THAT(w.read("s/sweep.json"), Contains("\"worms_cut\": " + cuts));
}

TEST_CASE("a run that is cut before all barriers are complete is reported as partial", "[barrier][quick]") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] } ], rounds: 100000 }\nrun: { max_cycles: 2000 }\n");
  const Output run = w.slackline("run x.yaml");
  CHECK(run.status == 4);
  CHECK_THAT(run.out, Contains("cut off") && Contains("at run.max_cycles, before all barriers were over"));
  CHECK_THAT(run.err, Contains("the run is partial: barriers were still going on after 2000 cycles, run.max_cycles"));
}

TEST_CASE("a run that is cut within a barrier reports how many of the flits in flight belong to barriers",
          "[barrier][quick]") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] } ], rounds: 100 }\nrun: { max_cycles: 1090 }\n");
  REQUIRE(w.slackline("run x.yaml > out").status == 4);
  // N = D delivered + S in switches + L on links - B of barriers: the sum is right.
  const Output sum = w.shell(
      "grep 'flits injected' out | sed -E 's/flits injected//; s/=/ /; s/[a-z]+//g' | "
      "awk '{ print (($1 == $2 + $4 + $6 - $8 && $8 > 0 && $7 == \"-\") ? \"right\" : $0) }'");
  CHECK(sum.out == "right\n");
}

TEST_CASE("a worm on a slow link is cut once per message, however long its flits take", "[barrier][quick]") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\ntopology: { kind: mesh, size: [3, 1], hosts_per_switch: 2 }\n"
          "link: { cycles_per_flit: 500 }\nswitch: { barrier: { architecture: I, hold: 20, preempt: 64 } }\n"
          "traffic: { pattern: permutation, permutation: [4, 1, 2, 3, 0, 5], arrivals: { kind: periodic }, load: 1,"
          " packet: { flits: 60 } }\n"
          "barriers: { groups: [ { members: [host1, host3], centre: host3, from: 3000 } ], rounds: 1 }\n");
  const Output run = w.slackline("run x.yaml");
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Contains("; 2 worms cut for others"));  // one for the message up, one for the message down
  CHECK(w.slackline("run x.yaml --json").out == w.slackline("run x.yaml --json --engine signal").out);
}

TEST_CASE("a centre that handles its members' messages for longer than the timeout is not given up", "[barrier]") {
  const Workplace w;
  const std::string large =
      "schema_version: 1\nswitch: { barrier: { architecture: I, entries: 1 } }\n"
      "topology: { kind: mesh, size: [6, 6] }\ntraffic: { load: 0 }\n";
  w.write("star.yaml", large +
                           "barriers: { groups: [ { members: [all] } ], rounds: 2, tree: star, timeout: 5000,"
                           " send_overhead: 500, receive_overhead: 500 }\n");
  CHECK(w.slackline("run star.yaml --json > star.json").status == 0);
  CHECK(w.of_json("star.json", complete) == "[2, True, [2]]");
  w.write("full.yaml", large +
                           "barriers: { groups: [ { members: [all] }, { members: [all] } ], rounds: 2, timeout: 5000,"
                           " send_overhead: 500, receive_overhead: 1000 }\n");
  CHECK(w.slackline("run full.yaml --json > full.json").status == 0);
  CHECK(w.of_json("full.json", complete) == "[2, True, [2, 2]]");
  // The centre handles 35 messages, each for longer than a fifth of the timeout.
  CHECK(w.of_json("full.json", "r[\"barriers\"][\"first\"][\"max\"] > 35 * 1000") == "True");
  // Firmware: hosts are busy with barriers of other groups, one after the other.
  std::string groups;
  for (int seed = 0; seed < 40; ++seed)
    groups += "{ members: [all], spread: 40000, seed: " + std::to_string(seed) + " }, ";
  w.write("nic.yaml",
          "schema_version: 1\nclock: { period: 25 ns }\nswitch: { barrier: { architecture: I, entries: 64 } }\n"
          "topology: { kind: mesh, size: [3, 3] }\nendpoint: nic\nnic: { firmware: barrier, memory: 4 MiB }\n"
          "traffic: { load: 0 }\nbarriers: { timeout: 10000, rounds: 3, groups: [ " +
              groups + "] }\n");
  CHECK(w.slackline("run nic.yaml --json > nic.json").status == 0);
  CHECK(w.of_json("nic.json",
                  "r[\"barriers\"][\"complete\"] and "
                  "[g[\"complete\"] for g in r[\"barriers\"][\"groups\"]] == 40 * [3]") == "True");
  w.write("absent.yaml",
          "schema_version: 1\nclock: { period: 25 ns }\nswitch: { barrier: { architecture: I } }\n"
          "topology: { kind: mesh, size: [3, 3] }\nendpoint: nic\nnic: { firmware: barrier }\ntraffic: { load: 0 }\n"
          "barriers: { timeout: 20000, groups: [ { members: [0-3], absent: [2] }, { members: [5, 6] } ] }\n");
  const Output absent = w.slackline("run absent.yaml");
  CHECK(absent.status == 3);
  CHECK_THAT(absent.out, Contains("not entered by host2"));
}

TEST_CASE("a member may leave in the cycle in which the last one enters, as the only member of a group does",
          "[barrier][quick]") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\nswitch: { barrier: { architecture: I } }\ntopology: { kind: mesh, size: [3, 3] }\n"
          "traffic: { load: 0 }\nbarriers: { tree: star, groups: [ { members: [4] } ], rounds: 3, send_overhead: 0,"
          " receive_overhead: 0 }\n");
  const Output run = w.slackline("run x.yaml --out results");
  INFO(run.out);
  CHECK(run.status == 0);
  CHECK(w.of_json("results/result.json", complete) == "[3, True, [3]]");
  // last_in and first_out.
  CHECK(w.shell("awk -F, 'NR > 1 && $7 == $8' results/barriers.csv | wc -l").out == "3\n");
}

TEST_CASE("firmware of network interfaces runs barriers, with units or by packets, the same on both engines",
          "[barrier]") {
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

TEST_CASE("only groups whose barriers do not complete are errors", "[barrier][quick]") {
  const Workplace w;
  w.write("x.yaml", mesh +
                        "barriers: { groups: [ { members: [0-3], absent: [2] }, { members: [8-15] } ], rounds: 1000,"
                        " timeout: 3000 }\n");
  const Output run = w.slackline("run x.yaml");
  CHECK(run.status == 3);
  CHECK_THAT(run.err,
             Contains("error: group 0: barrier 0 does not complete; members that wait = 3") && !Contains("group 1"));
  CHECK_THAT(run.out, Contains("not entered by host2") && Contains("still to come when the run ended"));
}

TEST_CASE("a result shows whether groups that hosts run fell back, but not for groups that firmware runs",
          "[barrier]") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] }, { size: 5 } ], rounds: 3 }\n");
  const std::string full = "run x.yaml --set switch.barrier.entries=1 --set traffic.load=0";
  const std::string fallen = "[g.get(\"fell_back\", \"-\") for g in r[\"barriers\"][\"groups\"]]";
  CHECK_THAT(value(w, full, fallen), Contains("True"));
  CHECK(value(w, full + " --set endpoint=nic --set nic.firmware=barrier", fallen) == "['-', '-']\n");
  CHECK(value(w, full + " --set endpoint=nic --set nic.firmware=barrier", "r[\"barriers\"][\"refused\"] > 0") ==
        "True\n");
}

TEST_CASE("members that never enter are named for groups that firmware runs, too", "[barrier]") {
  const Workplace w;
  w.write("x.yaml", mesh +
                        "barriers: { groups: [ { members: [0-3], absent: [2] }, { members: [8-15] } ], rounds: 3,"
                        " timeout: 30000 }\nendpoint: nic\n");
  for (const std::string firmware : {"barrier", "dissemination", "star"}) {
    const Output run = w.slackline("run x.yaml --set traffic.load=0.001 --set nic.firmware=" + firmware);
    INFO(firmware << run.err);
    CHECK(run.status == 3);
    CHECK_THAT(run.err,
               Contains("error: group 0: barrier 0 does not complete; members that wait = 3") && !Contains("group 1"));
    CHECK_THAT(run.out, Contains("not entered by host2"));
  }
}

TEST_CASE("NIC memory has room for the firmware's tables of groups, or is refused with the minimum size", "[barrier]") {
  const Workplace w;
  w.write("x.yaml", mesh +
                        "barriers: { groups: [ { members: [all] }, { size: 5 } ], rounds: 1 }\nendpoint: nic\n"
                        "nic: { firmware: dissemination, packet_words: 8, memory: 1 KiB }\n");
  const Output refused = w.slackline("run x.yaml");
  INFO(refused.err);
  CHECK(refused.status == 2);
  const std::string before = "expected at least ";
  CHECK_THAT(refused.err, Contains("x.yaml:9:") && Contains("nic.memory: " + before) &&
                              Contains(" B for dissemination with 16 hosts and the table of their groups"));
  const unsigned long least = std::stoul(refused.err.substr(refused.err.find(before) + before.size()));
  const std::string with = "run x.yaml --set traffic.load=0.001 --set nic.memory=";
  CHECK(w.slackline(with + std::to_string(least)).status == 0);
  CHECK(w.slackline(with + std::to_string(least - 4)).status == 2);
}

TEST_CASE("barriers by firmware complete next to more messages than the interfaces can send", "[barrier][quick]") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] } ], rounds: 3 }\n");
  const Output run = w.slackline(
      "run x.yaml --json --set endpoint=nic --set nic.firmware=barrier --set clock.period=25ns --set "
      "traffic.load=0.05 > result.json");
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK(w.of_json("result.json", complete) == "[3, True, [3]]");
  const std::string messages = "r[\"nic\"][\"messages\"]";
  CHECK(w.of_json("result.json", messages + "[\"created\"] > " + messages + "[\"posted\"] > " + messages +
                                     "[\"done\"] > 0") == "True");
}

TEST_CASE("compare-engines ends although a run with barriers has no last cycle of its own", "[barrier]") {
  const Workplace w;
  w.write("x.yaml", mesh + "barriers: { groups: [ { members: [all] } ], rounds: 2 }\n");
  const Output output = w.slackline("compare-engines x.yaml --set topology.size=[2] --set traffic.load=0");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("\n  100 000 cycles, "));
}
