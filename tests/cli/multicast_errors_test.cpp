// Mistakes in multicasts by network interfaces.
#include <catch2/catch.hpp>
#include <string>
#include <tuple>
#include <utility>

#include "tests/cli/command.hpp"
#include "tests/cli/multicast_file.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

TEST_CASE("the memory that is asked for is enough for a manager, whichever host it is", "[multicast]") {
  const Workplace w;
  w.write("x.yaml", with("groups: ['3-12'], words: 40, algorithm: bus, order: drawn"));
  const std::string run =
      "run x.yaml --set firmware.multicast.scheme=manager --set run.max_cycles=40000 --set nic.memory=";
  const Output refused = w.slackline(run + "2KiB");
  INFO(refused.err);
  REQUIRE(refused.status == 2);
  const std::string before = "expected at least ";
  const std::size_t at = refused.err.find(before);
  REQUIRE(at != std::string::npos);
  const unsigned long enough = std::stoul(refused.err.substr(at + before.size()));
  CHECK(w.slackline(run + std::to_string(enough - 4)).status == 2);
  const Output begins = w.slackline(run + std::to_string(enough));
  INFO(begins.err);
  CHECK(begins.status != 2);
  CHECK(begins.status != 3);
}

TEST_CASE("mistakes in multicasts have a message each, and exit status 2", "[multicast]") {
  const Workplace w;
  const std::pair<const char*, const char*> mistakes[] = {
      {"groups: ['3']", "groups[0]: expected two or more hosts, found one host, host3"},
      {"groups: ['1 2', '4 5 4']", "groups[1]: host4 given twice; expected each host once"},
      {"groups: ['4 4']", "slackline: 1 error "},
      {"groups: ['0-3'], size: 4", "size: has no effect with groups; use it only with count"},
      {"groups: ['0-3'], ids: ['0-15']", "ids: has no effect with order: shortest; use it only with order: given"},
      {"groups: ['1 2', '1 nobody']", "x.yaml:8:66: workloads[0].groups[1]: expected hosts of the topology: "},
      {"count: 2, size: 17", "size: expected up to 16 (the number of hosts), found 17"},
      {"groups: ['0-3'], order: given, ids: ['0-14']", "ids: host15 is missing; expected all 16 hosts, each once"},
      {"groups: ['0-3'], order: given, ids: ['0-15', '3']", "ids[1]: host3 given twice; expected each host once"},
      {"groups: ['0-3'], order: given, ids: ['0-13', '13', '15']",
       "ids[1]: host13 given twice; expected each host once"},
      {"groups: ['0-3'], branching: 0", "branching: expected any, or integer from 1 to 1024 (copies), found 0"},
      {"groups: ['0-3'], branching: 2, algorithm: ring",
       "branching: has no effect with algorithm: ring; use it only with algorithm: up_down, wrap_around or "
       "ordered_tree"},
      {"groups: ['0-3'], by: hosts, algorithm: ordered_path",
       "by: expected interfaces (they alone keep a total order), found hosts (with algorithm: ordered_path)"},
      {"groups: ['0-3'], by: hosts, classes: one, allow_deadlock: true",
       "allow_deadlock: has no effect with by: hosts; use it only with by: interfaces"},
      {"groups: ['0-3'], by: hosts, classes: one",
       "classes: has no effect with by: hosts; use it only with by: interfaces"},
      {"sources: all", "groups: missing; expected groups, or count"}};
  for (const auto& [multicast, message] : mistakes) {
    w.write("x.yaml", with(multicast));
    const Output refused = w.slackline("run x.yaml");
    INFO(multicast << "\n" << refused.err);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains(message));
  }
}

TEST_CASE("a mistake in a multicast has no second message that follows from it", "[multicast]") {
  const Workplace w;
  for (const char* multicast : {"groups: 3", "groups: [[1, 2]]", "count: some", "group: ['1 2']", "groups: ['3 3']",
                                "groups: ['1 2'], algorithm: rings, branching: 2"}) {
    w.write("x.yaml", with(multicast));
    const Output refused = w.slackline("run x.yaml");
    INFO(multicast << "\n" << refused.err);
    CHECK_THAT(refused.err, Contains("1 error in the input"));
  }
}

TEST_CASE("groups whose trees would take minutes to plan, or whose paths too much memory, are refused with numbers",
          "[multicast]") {
  const Workplace w;
  // Each of 1588 members plans a tree of 1588: 1588^3 is just above 4e9, and 1587^3 below.
  w.write("x.yaml", with("groups: ['0-1587'], algorithm: wrap_around"));
  const Output refused = w.slackline("run x.yaml --set topology.size=[4,397]");
  INFO(refused.err);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err,
             Contains("x.yaml:8:13: workloads[0].kind: multicasts: groups whose trees take 4004529472 steps to plan, "
                      "the sum of members squared over all groups and sources; expected up to 4000000000"));
  // One source plans one tree.
  CHECK_THAT(
      w.slackline("run x.yaml --set topology.size=[4,397] --set 'workloads[0].sources=first' --set nic.memory=64KiB")
          .err,
      !Contains("steps to plan"));
  // Paths have no such steps, but a copy for each member and source: 52 * 1000^2 of them.
  w.write("x.yaml", with("count: 52, size: 1000, algorithm: bus"));
  const Output paths = w.slackline("run x.yaml --set topology.size=[32,32]");
  CHECK(paths.status == 2);
  CHECK_THAT(paths.err, Contains("x.yaml:8:13: workloads[0].kind: multicasts: groups whose paths have 52000000 copies, "
                                 "the sum of members over all groups and sources; expected up to 50000000"));
}

TEST_CASE("parameters that a scheme does not use are refused where they have values of their own", "[multicast]") {
  const Workplace w;
  w.write("x.yaml", with("groups: ['0-7'], words: 40, algorithm: bus"));
  const std::tuple<const char*, const char*, const char*, const char*> cases[] = {
      {"timeout", "1us", "manager", "plain or fifo"},
      {"timeout", "1us", "none", "plain or fifo"},
      {"ack", "early", "plain", "fifo"},
      {"ready", "early", "credits", "fifo"},
      {"detection", "1us", "fifo", "credits"},
      {"spills", "2", "manager", "credits"}};
  for (const auto& [key, value, scheme, useful] : cases) {
    const auto run = [&, key = key, scheme = scheme](const std::string& of) {
      return w.slackline(std::string("run x.yaml --set firmware.multicast.scheme=") + scheme +
                         " --set firmware.multicast.buffers=15 --set firmware.multicast." + key + "=" + of);
    };
    const Output refused = run(value);
    INFO(refused.err);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains(std::string("has no effect with firmware.multicast.scheme: ") + scheme +
                                     "; use it only with firmware.multicast.scheme: " + useful) &&
                                Contains("1 error in the input"));
  }
  CHECK(w.slackline("run x.yaml --set firmware.multicast.scheme=plain --set firmware.multicast.ack=head").status == 0);
}

TEST_CASE("schemes without ACK refuse what does not fit them, each with a message", "[multicast]") {
  const Workplace w;
  const std::tuple<const char*, const char*, const char*> mistakes[] = {
      {"groups: ['0-7']", "credits",
       "x.yaml:6:35: firmware.multicast.buffers: expected at least 15 with scheme: credits, one for each other host of "
       "the network, found 2\n"},
      {"groups: ['0-7']", "credits --set topology.size=[13,5] --set firmware.multicast.buffers=63",
       "firmware.multicast.buffers: expected at least 64 with scheme: credits, one for each other host of the network, "
       "found 63"},
      {"groups: ['0-7']", "credits --set topology.size=[11,6] --set firmware.multicast.buffers=64",
       "firmware.multicast.scheme: expected another scheme, or up to 65 hosts, since each has a buffer for each other "
       "one, found credits (a network of 66 hosts)"},
      {"groups: ['0-7']", "manager --set topology.size=[43,3]",
       "firmware.multicast.scheme: expected another scheme, or up to 128 hosts, found manager (a network of 129 "
       "hosts)"},
      {"groups: ['0-7'], classes: one", "credits",
       "classes: has no effect with firmware.multicast.scheme: manager, "
       "credits or none"},
      {"groups: ['0-7'], allow_deadlock: true", "fifo",
       "allow_deadlock: has no effect with classes: two and one order of all hosts; use it only with classes: one, "
       "order: group, nic.receive.when_full: stop, or firmware.multicast.scheme: credits"},
      {"groups: ['0-7'], allow_deadlock: true",
       "fifo --set nic.receive.when_full=stop --set 'hosts=[{ match: \"*\", nic: { receive: { when_full: drop } } }]'",
       "allow_deadlock: has no effect with classes: two and one order of all hosts; use it only with classes: one, "},
      {"groups: ['0-7'], order: group, allow_deadlock: true", "manager",
       "allow_deadlock: has no effect with firmware.multicast.scheme: manager; use it only with "
       "firmware.multicast.scheme: "
       "plain, fifo, credits or none"}};
  for (const auto& [multicast, scheme, message] : mistakes) {
    w.write("x.yaml", with(multicast));
    const Output refused = w.slackline(std::string("run x.yaml --set firmware.multicast.scheme=") + scheme);
    INFO(multicast << "\n" << refused.err);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains(message));
  }
}

TEST_CASE("hosts that forward messages need no credits, whatever the firmware's parameters are", "[multicast]") {
  const Workplace w;
  std::string text = with("groups: ['0-7'], by: hosts, algorithm: ring");
  w.write("multicast.yaml", text);
  const std::string own = "multicast: { buffers: 2, buffer_words: 64 }";
  text.replace(text.find(own), own.size(), "static_window: { service: 30 ns }");
  w.write("window.yaml", text.replace(text.find("multicast,"), 9, "static_window"));
  for (const char* options : {"multicast.yaml --set firmware.multicast.scheme=credits", "window.yaml"}) {
    const Output run = w.slackline(std::string("run --json ") + options);
    INFO(options << "\n" << run.err);
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Contains("\"complete\": 160,\n"));
  }
}

TEST_CASE("more control worms than an interface has buffers for are refused before the run, with their number",
          "[multicast]") {
  const Workplace w;
  // The source has 129 children, and from each two control worms can come at once.
  w.write("x.yaml", with("groups: ['0-129'], algorithm: up_down, forwarding: 100000, sources: first"));
  const std::string hosts = "run x.yaml --set nic.memory=64KiB --set topology.size=[13,10]";
  const Output refused = w.slackline(hosts + " --set firmware.multicast.buffers=64");
  INFO(refused.err);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err,
             Contains("x.yaml:5:18: nic.firmware: does not begin at host0: ") &&
                 Contains("control worms need 258 buffers, so that none is ever dropped; there can be 256") &&
                 Contains("nothing was run"));
}

TEST_CASE("interfaces that are too small for their groups are refused, with what is needed", "[multicast]") {
  const Workplace w;
  w.write("x.yaml", with("groups: ['all'], words: 100, algorithm: up_down"));
  const Output small = w.slackline("run x.yaml --set nic.memory=16KiB --set firmware.multicast.buffer_words=1000");
  INFO(small.err);
  CHECK(small.status == 2);
  CHECK_THAT(small.err, Contains("nic.memory: expected at least ") && Contains(", found 16KiB") &&
                            Contains(" B for firmware multicast") && Contains("1 error in the input, nothing was run"));
}

TEST_CASE("what is wrong with the network of multicasts is reported at once, where it is given", "[multicast]") {
  const Workplace w;
  std::string text = with("groups: ['all'], words: 100, algorithm: ring, classes: one");
  const std::string nic = "nic: { ", memory = "memory: 2 KiB, ";
  w.write("x.yaml", text.insert(text.find(nic) + nic.size(), memory));
  const auto check = [&](const Output& refused, const std::string& in_vain) {
    INFO(refused.err);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("x.yaml:5:16: nic.memory: expected at least ") && Contains(", found 2 KiB") &&
                                Contains("x.yaml:8:13: workloads[0].kind: multicasts may deadlock: buffers wait") &&
                                Contains("  8 |   - { kind: multicast,") &&
                                Contains("2 errors in the input, nothing was " + in_vain));
  };
  check(w.slackline("run x.yaml"), "run");
  check(w.slackline("compare-engines x.yaml"), "compared");
  CHECK_THAT(w.slackline("describe x.yaml").out,
             Contains("a run is refused: x.yaml:5:16: nic.memory: expected at least "));
}

TEST_CASE("a host with too little memory for its groups is named by its record", "[multicast]") {
  const Workplace w;
  w.write("x.yaml", with("groups: ['all'], words: 100, algorithm: up_down") +
                        "hosts: [{ match: host3, nic: { memory: 2 KiB } }]\n");
  const Output refused = w.slackline("run x.yaml");
  INFO(refused.err);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("x.yaml:11:40: hosts[0].nic.memory: expected at least ") &&
                              Contains(", found 2 KiB") && Contains(" (for host3)"));
}

TEST_CASE("points of a sweep whose networks are refused are named, all before the first runs", "[multicast]") {
  const Workplace w;
  w.write("x.yaml", with("groups: ['all'], words: 100, algorithm: up_down"));
  const Output refused =
      w.slackline("sweep x.yaml --set firmware.multicast.buffer_words=1000 --vary nic.memory=8KiB,16KiB,1MiB");
  INFO(refused.err);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("--vary: nic.memory: expected at least ") && Contains(", found 8KiB") &&
                              Contains(" (at nic.memory=8KiB)") && Contains("--vary: nic.memory: expected at least ") &&
                              Contains(", found 16KiB") && Contains(" (at nic.memory=16KiB)") && !Contains("1 MiB") &&
                              Contains("2 errors in the input, nothing was run\n"));
}
