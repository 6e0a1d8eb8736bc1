// Multicasts that wait for one another in a circle.
#include <catch2/catch.hpp>
#include <string>

#include "tests/cli/command.hpp"
#include "tests/cli/multicast_file.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

TEST_CASE(
    "credits whose worms wait for one another in a circle are refused without recovery, or deadlock when they are "
    "allowed to",
    "[multicast]") {
  const Workplace w;
  const std::string experiment = "'" + in_repository("testbench/experiments/nic/multicast_credits.yaml") + "'";
  const Output run = w.slackline("run " + experiment + " --quiet --out results");
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(w.of_json("results/result.json", R"(r["measures"]["spilled"]["mean"] > 0)") == "True");
  const std::string off = " --quiet --set 'firmware.multicast.detection=0 ns'";
  const Output refused = w.slackline("run " + experiment + off);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("multicasts may deadlock: buffers wait for one another, host ") &&
                              Contains(" from host ") && Contains("; use firmware.multicast.detection, or allow"));
  const Output stuck = w.slackline("run " + experiment + off + " --set 'workloads[0].allow_deadlock=true' --out stuck");
  INFO(stuck.err);
  CHECK(stuck.status == 3);
  CHECK_THAT(stuck.err, Contains("network interfaces wait for one another in a circle, since cycle ") &&
                            Contains("  host0 lower: message "));
}

TEST_CASE("without flow control little memory deadlocks or loses worms, and memory for whole messages does neither",
          "[multicast]") {
  const Workplace w;
  const std::string run =
      "run '" + in_repository("testbench/experiments/nic/multicast_little_memory.yaml") + "' --quiet";
  const std::string drop = " --set nic.receive.when_full=drop --set 'workloads[0].allow_deadlock=false'";
  const Output stuck = w.slackline(run + " --out stuck");
  INFO(stuck.err);
  CHECK(stuck.status == 3);
  CHECK_THAT(stuck.err, Contains("deadlock, worms that wait for one another"));
  for (const char* full : {"the interface of host1 has no buffer, and waits for host1:",
                           "the interface of host12 has no buffer, and waits for host12:"})
    CHECK_THAT(stuck.err, Contains(full));
  const Output refused = w.slackline(run + " --set 'workloads[0].allow_deadlock=false'");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("worms that find no buffer stay on their links, where others wait for them; use "
                                   "nic.receive.when_full: drop, or allow_deadlock: true"));
  const auto complete = [&](const std::string& settings, int status) {
    const Output output = w.slackline(run + settings + " --out one");
    INFO(settings << "\n" << output.err);
    CHECK(output.status == status);
    return w.of_json("one/result.json", "r[\"workloads\"][\"X\"][\"complete\"]");
  };
  CHECK(complete(drop, 3) != "50");
  for (const std::string& settings :
       {std::string(" --set firmware.multicast.buffers=64"), drop + " --set firmware.multicast.buffers=64",
        drop + " --set firmware.multicast.scheme=plain"})
    CHECK(complete(settings, 0) == "50");
}

TEST_CASE("copies that may wait for one another in a circle are refused, with the buffers", "[multicast]") {
  const Workplace w;
  w.write("x.yaml", with("groups: ['0-7'], algorithm: ring, classes: one"));
  const Output refused = w.slackline("run x.yaml");
  INFO(refused.err);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err,
             Contains("multicasts may deadlock: buffers wait for one another, host ") && Contains(" lower -> "));
}

TEST_CASE("total order needs its second class of buffers next to buses: all in lower it deadlocks", "[multicast]") {
  const Workplace w;
  const std::string bus =
      "\n  - { kind: multicast, messages: 50, load: 0.2, words: 40, groups: ['0-7'], algorithm: bus }";
  std::string text = with("groups: ['0-7'], words: 40, algorithm: ordered_path, classes: one");
  w.write("alone.yaml", text);
  w.write("next_to_bus.yaml", text.insert(text.find("\n  - { kind: traffic"), bus));
  const std::string settings = " --set firmware.multicast.buffers=1 --set 'workloads[0].load=0.2'";
  CHECK(w.slackline("run alone.yaml" + settings).status == 0);
  const Output refused = w.slackline("run next_to_bus.yaml" + settings);
  INFO(refused.err);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("multicasts may deadlock: buffers wait for one another, host ") &&
                              Contains(" lower -> ") && !Contains(" upper -> "));
  const Output stuck = w.slackline("run next_to_bus.yaml --set 'workloads[0].allow_deadlock=true'" + settings);
  INFO(stuck.err);
  CHECK(stuck.status == 3);
  CHECK_THAT(stuck.out, Contains("deadlock: 2 network interfaces wait for one another in a circle") &&
                            Contains("host0 lower: message "));
  CHECK(w.slackline("run next_to_bus.yaml --set 'workloads[0].classes=two'" + settings).status == 0);
}

TEST_CASE("describe proves two classes of buffers free of deadlock, and names the circle of others", "[multicast]") {
  const Workplace w;
  const auto described = [&](const std::string& multicast, const std::string& options = "") {
    w.write("x.yaml", with(multicast));
    const Output output = w.slackline("describe x.yaml" + options);
    INFO(output.err);
    CHECK(output.status == 0);
    return output.out;
  };
  const std::string circle = "multicasts may deadlock: buffers wait for one another, host ";
  CHECK_THAT(described("groups: ['0-7'], algorithm: ring"), Contains("deadlock-free    proved (") &&
                                                                Contains(" dependencies of buffers in interfaces)") &&
                                                                !Contains(circle));
  const std::string one_class = "groups: ['0-7'], algorithm: ring, classes: one";
  const std::string refused = "a run is refused: x.yaml:8:13: workloads[0].kind: " + circle;
  CHECK_THAT(described(one_class), Contains("not proved (") && Contains(circle) && Contains(refused));
  CHECK_THAT(described(one_class + ", allow_deadlock: true"),
             Contains("not proved (") && Contains(circle) && !Contains("a run is refused"));
  const std::string credits =
      " --set firmware.multicast.buffers=15 --set firmware.multicast.scheme=credits --set "
      "firmware.multicast.detection=";
  CHECK_THAT(described("groups: ['all'], algorithm: ring", credits + "'0 ns'"),
             Contains("not proved (") && Contains(refused));
  CHECK_THAT(
      described("groups: ['all'], algorithm: ring", credits + "'20 us'"),
      Contains("not proved (") && Contains("such circles are looked for and opened") && !Contains("a run is refused"));
  REQUIRE(w.slackline("describe x.yaml --set 'workloads[0].classes=one' --json > d.json").status == 0);
  CHECK_THAT(
      w.of_json("d.json",
                "r[\"network\"][\"deadlock_free\"][\"verdict\"] + r[\"network\"][\"deadlock_free\"][\"why_not\"]"),
      Contains("not proved" + circle));
  CHECK(w.of_json("d.json", "r[\"network\"][\"deadlock_free\"][\"buffer_dependencies\"] > 0") == "True");
}

TEST_CASE("interfaces that wait for one another in a circle end the run, which names them, their buffers and worms",
          "[multicast]") {
  const Workplace w;
  const std::string experiment = "'" + in_repository("testbench/experiments/nic/multicast_deadlock.yaml") + "'";
  const Output run = w.slackline("run " + experiment + " --quiet --out results");
  INFO(run.err);
  CHECK(run.status == 3);
  CHECK_THAT(run.err, Contains("deadlock: 3 network interfaces wait for one another in a circle, since cycle "));
  for (const char* host : {"host0", "host1", "host2"})
    CHECK_THAT(run.err, Contains(std::string("  ") + host + " lower: message "));
  CHECK(w.of_json("results/result.json", R"([r["deadlock"]["kind"], len(r["deadlock"]["kept_worms"])])") ==
        "['cycle', 3]");
  CHECK(w.of_json("results/result.json", R"({x["queue"] + x["next_queue"] for x in r["deadlock"]["kept_worms"]})") ==
        "{'lowerlower'}");
  for (const char* file : {"deadlock.vcd", "deadlock.gtkw", "deadlock.queues", "deadlock.copies", "summary.txt"})
    CHECK(w.exists(std::string("results/") + file));
  CHECK_THAT(w.read("results/summary.txt"), Contains("in a circle, since cycle "));
  const std::string signals = w.shell("$slackline run " + experiment + " --engine signal --quiet 2>&1").out;
  CHECK_THAT(signals, Contains(run.err.substr(run.err.find("deadlock: "),
                                              run.err.find("; found") - run.err.find("deadlock: "))));

  const std::string worm = w.of_json(
      "results/result.json", R"((lambda x: x["source"] + ":" + str(x["message"]))(r["deadlock"]["kept_worms"][0]))");
  const Output explained = w.slackline("explain results --message " + worm);
  INFO(explained.err);
  CHECK(explained.status == 0);
  CHECK_THAT(explained.out, Contains("message " + worm + " to group 0, 32 words: ") && Contains(" own: sending, to ") &&
                                Contains(" lower: ") && Contains(", not complete when the run ended in "));
  const Output late = w.slackline("explain results --message host0:4000");
  CHECK(late.status == 2);
  CHECK_THAT(late.err, Contains("--message host0:4000: was not posted in the "));
  CHECK(w.slackline("explain results --message host0:0 --packet host0:0").status == 2);

  const std::string two = " --quiet --set 'workloads[0].classes=two' --set 'workloads[0].allow_deadlock=false'";
  const Output whole = w.slackline("run " + experiment + two + " --out whole");
  INFO(whole.err);
  CHECK(whole.status == 0);
  CHECK(w.of_json("whole/result.json", R"("deadlock" in r)") == "False");
}
