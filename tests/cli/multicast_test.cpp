// Multicasts by network interfaces, as a user runs them.
#include <catch2/catch.hpp>
#include <string>
#include <tuple>
#include <utility>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

const std::string sixteen_hosts =
    "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [4, 4] }\nendpoint: nic\n"
    "nic: { firmware: multicast, costs: free, packet_words: 16 }\n"
    "firmware: { multicast: { buffers: 2, buffer_words: 64 } }\n";

/// With a list of multicasts and of unicast traffic; each source sends 20 messages.
std::string with(const std::string& multicast) {
  return sixteen_hosts + "workloads:\n  - { kind: multicast, messages: 20, load: 0.02, " + multicast +
         " }\n  - { kind: traffic, load: 0.05, packet: { flits: 16 } }\nrun: { warmup: 0, max_cycles: 400000 }\n";
}

/// Of a program of so many ranks, each of which sends its turn of messages to all.
std::string broadcasts(int ranks, int roots) {
  std::string trace;
  for (int rank = 0; rank < ranks; ++rank) {
    trace += std::to_string(rank) + " init\n";
    for (int root = 0; root < roots; ++root)
      trace += std::to_string(rank) + " bcast 400 " + std::to_string(root) + "\n";
  }
  return trace;
}

/// By how much a message takes longer to its last receiver with one more of them, at hosts of one switch: simulated, and by
/// equation (1).
std::pair<double, double> cycles_of_a_receiver(const Workplace& w, const std::string& multicast, int buffers,
                                               int buffer_words, const std::string& options) {
  const auto values = [&](int last) {
    const std::string words = std::to_string(buffer_words), folder = std::to_string(last);
    w.write("x.yaml",
            "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: single_switch, hosts_per_switch: 16 }\n"
            "endpoint: nic\nnic: { firmware: multicast, packet_words: " +
                words +
                ", memory: 1 MiB }\n"
                "firmware: { multicast: { buffers: " +
                std::to_string(buffers) + ", buffer_words: " + words +
                " } }\n"
                "workloads:\n  - { kind: multicast, groups: ['0-" +
                folder + "'], sources: first, load: 0.01, messages: 1, " + multicast +
                " }\nrun: { warmup: 0, max_cycles: 400000 }\n");
    const Output run = w.slackline("run x.yaml --out " + folder + options);
    INFO(run.err);
    REQUIRE(run.status == 0);
    const auto value = [&](const char* of) {
      return std::stod(w.of_json(folder + "/result.json", std::string("r[\"workloads\"][\"multicast\"]") + of));
    };
    return std::pair(value("[\"latency\"][\"to_last\"][\"max\"]"), value("[\"tree_cost\"][\"max\"]"));
  };
  const auto few = values(4), many = values(12);
  return {(many.first - few.first) / 8, (many.second - few.second) / 8};
}

}  // namespace

TEST_CASE("each algorithm brings all messages to all members, the same in both engines", "[multicast]") {
  const Workplace w;
  for (const char* algorithm :
       {"ring", "returning_ring", "bus", "up_down", "wrap_around", "ordered_path", "ordered_tree", "binomial"})
    for (const char* scheme :
         {"plain", "fifo", "manager", "credits --set firmware.multicast.buffers=60 --set run.max_cycles=4000000"}) {
      w.write("x.yaml", with(std::string("groups: ['0-7', '2 5 9 12 15'], words: 100, algorithm: ") + algorithm));
      const std::string options = std::string("run x.yaml --json --set firmware.multicast.scheme=") + scheme;
      const Output run = w.slackline(options);
      INFO(algorithm << ", " << scheme << "\n" << run.err);
      CHECK(run.status == 0);
      CHECK_THAT(run.out, Contains("\"created\": 220,\n") && Contains("\"complete\": 220,\n"));
      CHECK(w.slackline(options + " --engine signal").out == run.out);
    }
}

TEST_CASE("hosts that forward messages bring them to all members, with any firmware and the same in both engines",
          "[multicast]") {
  const Workplace w;
  for (const char* algorithm : {"unicasts", "ring", "returning_ring", "bus", "up_down", "wrap_around"}) {
    std::string text =
        with(std::string("groups: ['0-7', '2 5 9 12 15'], words: 40, by: hosts, algorithm: ") + algorithm);
    w.write("multicast.yaml", text);
    const std::string own = "firmware: { multicast: { buffers: 2, buffer_words: 64 } }\n";
    text.erase(text.find(own), own.size());
    w.write("unicast.yaml", text.replace(text.find("multicast,"), 9, "unicast"));
    for (const std::string firmware : {"multicast", "unicast"}) {
      const std::string options = "run " + firmware + ".yaml --json";
      const Output run = w.slackline(options);
      INFO(algorithm << ", " << firmware << "\n" << run.err);
      CHECK(run.status == 0);
      CHECK_THAT(run.out, Contains("\"created\": 220,\n") && Contains("\"complete\": 220,\n"));
      CHECK(w.slackline(options + " --engine signal").out == run.out);
    }
  }
}

TEST_CASE("from one copy to the next a host takes the time that equation (1) counts, by the costs of its processor",
          "[multicast]") {
  const Workplace w;
  const std::string unit =
      " --set nic.costs=free --set nic.cost.event=20 --set nic.cost.register_read=1 --set "
      "nic.cost.register_write=1 --set nic.cost.load=1 --set nic.cost.store=1";
  struct Case {
    std::string options;
    int words;
    bool is_between = false;  ///< short worms, for which the processor decides, and long ones
    std::string algorithm = "wrap_around";
  };
  const std::string free = " --set nic.costs=free", lanai4 = " --set nic.costs=lanai4",
                    of_16 = unit + " --set firmware.multicast.buffers=16 --set firmware.multicast.scheme=";
  const Case cases[] = {{free, 16},
                        {free, 500},
                        {unit, 16},
                        {unit, 500},
                        {lanai4, 16},
                        {unit, 64, true},
                        {unit, 128, true},
                        {lanai4, 500, true},
                        {unit + " --set firmware.multicast.scheme=plain", 16},
                        {of_16 + "credits", 16},
                        {of_16 + "credits", 500},
                        {of_16 + "none", 16},
                        {of_16 + "none", 500},
                        {of_16 + "manager", 16},
                        {of_16 + "manager", 500, true},
                        {unit, 500, false, "unicasts"}};
  for (const Case& c : cases) {
    INFO(c.options << ", " << c.words << " words, " << c.algorithm);
    // A header takes so long that the tree is a star: all copies are of one host.
    const auto [simulated, counted] = cycles_of_a_receiver(
        w, "algorithm: " + c.algorithm + ", forwarding: 1000000, words: " + std::to_string(c.words), 1, 600, c.options);
    CHECK(simulated >= (c.is_between ? 0.97 : 0.99) * counted);
    CHECK(simulated <= (c.is_between ? 1.25 : 1.01) * counted);
  }
}

TEST_CASE("the memory that is asked for is enough for a manager, whichever host it is", "[multicast]") {
  const Workplace w;
  w.write("x.yaml", with("groups: ['3-12'], words: 40, algorithm: bus, order: drawn"));
  const std::string run =
      "run x.yaml --set firmware.multicast.scheme=manager --set run.max_cycles=40000 --set nic.memory=";
  const Output refused = w.slackline(run + "2KiB");
  INFO(refused.err);
  REQUIRE(refused.status == 2);
  const std::string before = "allowed: at least ";
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
      {"groups: ['3']", "groups[0]: one host, host3; allowed: two or more hosts"},
      {"groups: ['1 2', '4 5 4']", "groups[1]: host4 given twice; allowed: each host once"},
      {"groups: ['1 nobody']", "groups[0]: nobody; allowed:"},
      {"count: 2, size: 17", "size: 17; allowed: up to 16, the hosts"},
      {"groups: ['0-3'], order: given, ids: ['0-14']", "ids: without host15; allowed: all 16 hosts, each once"},
      {"groups: ['0-3'], order: given, ids: ['0-15', '3']", "ids[1]: host3 given twice; allowed: each host once"},
      {"groups: ['0-3'], order: given, ids: ['0-13', '13', '15']",
       "ids[1]: host13 given twice; allowed: each host once"},
      {"groups: ['0-3'], branching: 0", "branching: 0; allowed:"},
      {"groups: ['0-3'], branching: 2, algorithm: ring",
       "branching: has no effect with algorithm: ring; allowed: only with up_down, wrap_around or ordered_tree"},
      {"groups: ['0-3'], by: hosts, algorithm: ordered_path", "by: hosts with algorithm: ordered_path; allowed: only"},
      {"groups: ['0-3'], by: hosts, classes: one, allow_deadlock: true",
       "allow_deadlock: has no effect with by: hosts; allowed: only with by: interfaces"},
      {"groups: ['0-3'], by: hosts, classes: one",
       "classes: has no effect with by: hosts; allowed: only with by: interfaces"},
      {"load: 0.1", "groups: missing; allowed: groups, or count"}};
  for (const auto& [multicast, message] : mistakes) {
    w.write("x.yaml", with(multicast));
    const Output refused = w.slackline("run x.yaml");
    INFO(multicast << "\n" << refused.err);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains(message));
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
             Contains("x.yaml: multicasts: groups whose trees take 4004529472 steps to plan, the sum of members "
                      "squared over all groups and sources; allowed: up to 4000000000"));
  // One source plans one tree.
  CHECK_THAT(
      w.slackline("run x.yaml --set topology.size=[4,397] --set 'workloads[0].sources=first' --set nic.memory=64KiB")
          .err,
      !Contains("steps to plan"));
  // Paths have no such steps, but a copy for each member and source: 52 * 1000^2 of them.
  w.write("x.yaml", with("count: 52, size: 1000, algorithm: bus"));
  const Output paths = w.slackline("run x.yaml --set topology.size=[32,32]");
  CHECK(paths.status == 2);
  CHECK_THAT(paths.err, Contains("x.yaml: multicasts: groups whose paths have 52000000 copies, the sum of members over "
                                 "all groups and sources; allowed: up to 50000000"));
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
  for (const auto& [key, value, scheme, allowed] : cases) {
    const auto run = [&, key = key, scheme = scheme](const std::string& of) {
      return w.slackline(std::string("run x.yaml --set firmware.multicast.scheme=") + scheme +
                         " --set firmware.multicast.buffers=15 --set firmware.multicast." + key + "=" + of);
    };
    const Output refused = run(value);
    INFO(refused.err);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains(std::string("has no effect with firmware.multicast.scheme: ") + scheme +
                                     "; allowed: only with " + allowed) &&
                                Contains("1 error in the input"));
  }
  CHECK(w.slackline("run x.yaml --set firmware.multicast.scheme=plain --set firmware.multicast.ack=head").status == 0);
}

TEST_CASE("a manager that sends to all itself grants its own worms one after the other", "[multicast]") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [10, 10] }\nendpoint: nic\n"
          "nic: { firmware: multicast, costs: free, packet_words: 16, window: 8, memory: 1 MiB }\n"
          "firmware: { multicast: { scheme: manager, buffers: 16, buffer_words: 256 } }\n"
          "workloads:\n  - { kind: multicast, groups: ['all'], load: 1, words: 16, algorithm: ring, sources: first, "
          "messages: 30 }\nrun: { warmup: 0, max_cycles: 1000000 }\n");
  const Output run = w.slackline("run x.yaml --json");
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Contains("\"complete\": 30,\n"));
}

TEST_CASE("a hop of a path takes the time that equation (1) counts, by the costs of its processor", "[multicast]") {
  const Workplace w;
  const std::string unit =
      "free --set nic.cost.event=20 --set nic.cost.register_read=1 --set nic.cost.register_write=1 --set "
      "nic.cost.load=1 --set nic.cost.store=1";
  for (const char* scheme : {"plain", "fifo", "manager", "credits", "none"})
    for (const std::string& costs :
         {std::string("free"), unit, unit + " --set link.cycles_per_flit=3", std::string("lanai4")}) {
      INFO(scheme << ", " << costs);
      const auto [simulated, counted] =
          cycles_of_a_receiver(w, "algorithm: ring, words: 16", 16, 16,
                               std::string(" --set firmware.multicast.scheme=") + scheme + " --set nic.costs=" + costs);
      CHECK(simulated == counted);
    }
}

TEST_CASE("a hop of a long worm takes longer than equation (1) counts where its ACK has no virtual channel of its own",
          "[multicast]") {
  const Workplace w;
  const auto cycles_of_hops = [&](int members, const std::string& options, const char* of) {
    w.write(
        "x.yaml",
        "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: single_switch, hosts_per_switch: 16 }\n"
        "endpoint: nic\nnic: { firmware: multicast, packet_words: 512, memory: 1 MiB, cost: { event: 20, start: 20, "
        "register_read: 1, register_write: 1, load: 1, store: 1 } }\n"
        "firmware: { multicast: { buffers: 4, buffer_words: 512 } }\n"
        "workloads: [{ kind: multicast, groups: ['0-" +
            std::to_string(members - 1) +
            "'], sources: first, load: 0.01, words: 512, messages: 1, algorithm: ring, order: numbers }]\n"
            "run: { warmup: 0, max_cycles: 400000 }\n");
    const Output run = w.slackline("run x.yaml --out results" + options);
    INFO(run.err);
    REQUIRE(run.status == 0);
    return std::stod(w.of_json("results/result.json", std::string("r[\"workloads\"][\"multicast\"]") + of));
  };
  // docs/multicast.md has these figures.
  for (const auto& [options, simulated, counted] : {std::tuple("", 262., 168.),
                                                    {" --set switch.virtual_channels=2", 2391. / 14, 168.},
                                                    {" --set firmware.multicast.scheme=none", 146., 146.}}) {
    INFO(options);
    const char* const time = "[\"latency\"][\"to_last\"][\"max\"]";
    CHECK((cycles_of_hops(16, options, time) - cycles_of_hops(2, options, time)) / 14 == Approx(simulated));
    CHECK(cycles_of_hops(16, options, "[\"tree_cost\"][\"max\"]") / 15 == counted);
  }
}

TEST_CASE("latencies of multicasts have an interval, or the reason why there is none", "[multicast]") {
  const Workplace w;
  w.write("x.yaml", with("groups: ['0-7', '2 5 9 12 15'], words: 40, algorithm: wrap_around"));
  const auto half_width = [&](const std::string& settings, const char* of) {
    REQUIRE(w.slackline("run x.yaml --out results" + settings).status == 0);
    return w.of_json("results/result.json",
                     std::string("r[\"workloads\"][\"multicast\"][\"latency\"][\"") + of + "\"][\"half_width\"]");
  };
  for (const char* of : {"to_member", "to_last"}) {
    const std::string few = half_width(" --set 'workloads[0].messages=2'", of);
    const std::string many = half_width(" --set 'workloads[0].messages=300' --set run.max_cycles=2000000", of);
    INFO(of << ": " << few << ", " << many);
    CHECK(few == "None");
    REQUIRE(many != "None");
    CHECK(std::stod(many) > 0);
  }
  CHECK_THAT(w.slackline("run x.yaml --set 'workloads[0].messages=2'").out,
             Contains("(no interval: too short a run for an interval of latency), of "));
  CHECK_THAT(w.slackline("run x.yaml --set 'workloads[0].messages=300' --set run.max_cycles=2000000").out,
             Contains("cycles, +- "));
}

TEST_CASE("schemes without ACK refuse what does not fit them, each with a message", "[multicast]") {
  const Workplace w;
  const std::tuple<const char*, const char*, const char*> mistakes[] = {
      {"groups: ['0-7']", "credits",
       "multicast with credits and firmware.multicast.buffers: 2; allowed: at least 15 buffers, one for each other "
       "host"},
      {"groups: ['0-7']", "credits --set topology.size=[13,5] --set firmware.multicast.buffers=63",
       "firmware.multicast.buffers: 63; allowed: at least 64 buffers, one"},
      {"groups: ['0-7']", "credits --set topology.size=[11,6] --set firmware.multicast.buffers=64",
       "multicast with credits in a network of 66 hosts; allowed: up to 65, since"},
      {"groups: ['0-7']", "manager --set topology.size=[43,3]",
       "multicasts: a network of 129 hosts with scheme: manager; allowed: up to 128"},
      {"groups: ['0-7'], classes: one", "credits",
       "classes: has no effect with firmware.multicast.scheme: manager, "
       "credits or none"},
      {"groups: ['0-7'], allow_deadlock: true", "fifo",
       "allow_deadlock: has no effect with classes: two and one order of all hosts; allowed: only with classes: one, "
       "order: group, nic.receive.when_full: stop, or firmware.multicast.scheme: credits"},
      {"groups: ['0-7'], order: group, allow_deadlock: true", "manager",
       "allow_deadlock: has no effect with firmware.multicast.scheme: manager; allowed: only with the other schemes"}};
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
                              Contains(" from host ") && Contains("; allowed: firmware.multicast.detection, or allow"));
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
  CHECK_THAT(refused.err,
             Contains("worms that find no buffer stay on their links, where others wait for them; allowed: "
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

TEST_CASE("interfaces that are too small for their groups are refused, with what is needed", "[multicast]") {
  const Workplace w;
  w.write("x.yaml", with("groups: ['all'], words: 100, algorithm: up_down"));
  const Output small = w.slackline("run x.yaml --set nic.memory=16KiB --set firmware.multicast.buffer_words=1000");
  INFO(small.err);
  CHECK(small.status == 2);
  CHECK_THAT(small.err, Contains("nic.memory: 16384 B; allowed: at least ") && Contains(" B for firmware multicast"));
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
  CHECK_THAT(described(one_class),
             Contains("not proved (") && Contains(circle) && Contains("a run is refused: " + circle));
  CHECK_THAT(described(one_class + ", allow_deadlock: true"),
             Contains("not proved (") && Contains(circle) && !Contains("a run is refused"));
  const std::string credits =
      " --set firmware.multicast.buffers=15 --set firmware.multicast.scheme=credits --set "
      "firmware.multicast.detection=";
  CHECK_THAT(described("groups: ['all'], algorithm: ring", credits + "'0 ns'"),
             Contains("not proved (") && Contains("a run is refused: " + circle));
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

TEST_CASE("an order of each group makes its way shorter, and groups whose orders contradict are refused",
          "[multicast]") {
  const Workplace w;
  const auto cost = [&](const char* order) {
    w.write(
        "x.yaml",
        with(std::string("groups: ['0 3 9 12 15'], algorithm: ring, sources: first, forwarding: 0, order: ") + order));
    const std::string folder = std::string("by_") + order;
    REQUIRE(w.slackline("run x.yaml --out " + folder).status == 0);
    return std::stod(w.of_json(folder + "/result.json", "r[\"workloads\"][\"multicast\"][\"tree_cost\"][\"mean\"]"));
  };
  // 0 > 3 > 9 > 12 > 15 has 3 + 4 + 2 + 3 links between switches, 0 > 3 > 15 > 9 > 12 one less; a link and a switch take a cycle each.
  const double by_numbers = cost("numbers"), of_group = cost("group");
  CHECK(by_numbers - of_group == 2);
  // Host 2 sends to 6 in one of them, 6 to 2 in the other.
  w.write("x.yaml", with("groups: ['1 2 6 7', '0 4 5 6 2 3'], algorithm: ring, order: group"));
  const Output refused = w.slackline("run x.yaml");
  INFO(refused.err);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("multicasts may deadlock") && Contains("one order of hosts"));
  CHECK(w.slackline("run x.yaml --set 'workloads[0].order=shortest'").status == 0);
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

TEST_CASE("a message of firmware that exports no queues cannot be followed", "[multicast]") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [2] }\nendpoint: nic\n"
          "nic: { firmware: unicast, costs: free }\ntraffic: { load: 0.1 }\nrun: { max_cycles: 3000 }\n");
  REQUIRE(w.slackline("run x.yaml --quiet --out results").status == 0);
  const Output refused = w.slackline("explain results --message host0:0");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("--message: no firmware of this run exports queues; allowed: --packet"));
}

TEST_CASE("a program's broadcasts by multicast end sooner on a cluster than those along binomial trees of ranks",
          "[multicast][replay]") {
  const Workplace w;
  const auto experiment = [](const std::string& name) {
    return "'" + in_repository("testbench/experiments/real/cluster40_lu_" + name + ".yaml") + "'";
  };
  for (const char* name : {"binomial", "multicast"}) {
    const Output run = w.slackline("run " + experiment(name) + " --json > " + name + ".json");
    INFO(run.err);
    REQUIRE(run.status == 0);
  }
  const auto of = [&](const char* name, const std::string& value) {
    return w.of_json(std::string(name) + ".json", "r[\"program\"]" + value);
  };
  const auto number = [&](const char* name, const std::string& value) { return std::stol(of(name, value)); };
  CHECK(number("multicast", "[\"cycles\"]") < number("binomial", "[\"cycles\"]"));
  // 64 calls of bcast and 8 of allreduce among 32 ranks: 31 messages a tree, and 5 a rank with recursive doubling.
  CHECK(number("binomial", "[\"messages\"][\"arrived\"]") == 64 * 31 + 8 * 32 * 5);
  CHECK(number("multicast", "[\"messages\"][\"arrived\"]") == 64 * 31 + 8 * (31 + 31));
  CHECK(number("multicast", "[\"multicasts\"][\"messages\"]") == 64 + 8);
  CHECK(number("multicast", "[\"multicasts\"][\"receivers\"]") == 31);
  CHECK(of("multicast", "[\"multicasts\"][\"algorithm\"]") == "wrap_around");
  CHECK(of("binomial", ".get(\"multicasts\")") == "None");
  const std::string computing = "[\"per_rank\"][9][\"computing\"]";
  CHECK(of("multicast", computing) == of("binomial", computing));
  const std::string options = "run " + experiment("multicast") + " --json --set run.max_cycles=15000";
  const Output fabric = w.slackline(options), signals = w.slackline(options + " --engine signal");
  CHECK(fabric.status == 4);
  CHECK(fabric.out == signals.out);
  CHECK_THAT(w.slackline("run " + experiment("multicast")).out,
             Contains("of multicasts") && Contains("72 multicasts to 31 ranks each; wrap_around, up to "));
  const std::string table = w.slackline("describe " + experiment("multicast")).out;
  CHECK_THAT(table, Contains("multicasts  72 messages to all other ranks at once") && Contains("wrap_around"));
}

TEST_CASE("a program's multicasts share tables and buffers with others of the run", "[multicast][replay]") {
  const Workplace w;
  w.write("p.trace", broadcasts(8, 8));
  const auto together = [](const std::string& algorithm, const std::string& groups) {
    return sixteen_hosts +
           "workloads:\n  - { kind: multicast, messages: 20, load: 0.02, words: 100, algorithm: ring, " + groups +
           " }\n  - { kind: replay, hosts: 4-11, trace: p.trace, collectives: { bcast: multicast, multicast: { "
           "algorithm: " +
           algorithm + " } } }\nrun: { max_cycles: 400000 }\n";
  };
  w.write("x.yaml", together("wrap_around", "groups: ['0-7', '2 5 9 12 15']"));
  const Output run = w.slackline("run x.yaml --json");
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Contains("\"complete\": 220,\n") && Contains("\"finished\": true") &&
                          Contains("\"messages\": 8,\n") && Contains("\"algorithm\": \"wrap_around\""));
  CHECK(w.slackline("run x.yaml --json --engine signal").out == run.out);
  w.write("x.yaml", together("bus", "groups: ['0-7', '2 5 9 12 15']"));
  const Output families = w.slackline("run x.yaml");
  CHECK(families.status == 2);
  CHECK_THAT(families.err, Contains("multicasts may deadlock: buffers wait for one another, host "));
  w.write("x.yaml", together("wrap_around", "count: 1024, size: 8"));
  const Output groups = w.slackline("run x.yaml --set nic.memory=16KiB");
  CHECK(groups.status == 2);
  CHECK_THAT(groups.err,
             Contains("nic.memory: 16384 B; allowed: at least ") &&
                 Contains(" B for firmware multicast with the tables of these groups, of which group 0 has 8 members"));
}

TEST_CASE("a program with more ranks than its multicasts can reach is refused, with how many they can",
          "[multicast][replay]") {
  const Workplace w;
  w.write("p.trace", broadcasts(289, 1));
  w.write("x.yaml",
          "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [17, 17] }\nendpoint: nic\n"
          "nic: { firmware: multicast, costs: free, packet_words: 16 }\n"
          "traffic: { trace: p.trace, collectives: { bcast: multicast } }\n");
  const Output ring = w.slackline("run x.yaml --set traffic.collectives.multicast.algorithm=ring");
  CHECK(ring.status == 2);
  CHECK_THAT(ring.err, Contains("multicasts: a ring of 288 hops among 289 hosts; allowed: up to 255 hops"));
  const Output small =
      w.slackline("run x.yaml --set nic.memory=25600B --set traffic.collectives.multicast.algorithm=unicasts");
  CHECK(small.status == 2);
  CHECK_THAT(small.err,
             Contains("nic.memory: 25600 B; allowed: at least ") && Contains("with the tables of these groups"));
}

TEST_CASE("collective calls by multicast without firmware for it are refused where the file asks for them",
          "[multicast][replay]") {
  const Workplace w;
  w.write("p.trace", broadcasts(4, 1));
  const std::string text =
      "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [2, 2] }\nendpoint: nic\n"
      "nic: { firmware: unicast, costs: free }\ntraffic:\n  trace: p.trace\n  collectives:\n    bcast: multicast\n";
  w.write("x.yaml", text);
  const Output refused = w.slackline("run x.yaml");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err,
             Contains("x.yaml:9:12: traffic.collectives.bcast: multicast: no firmware for it; allowed: only with "
                      "endpoint: nic and nic.firmware: multicast\n") &&
                 Contains("slackline: 1 error in the input, nothing was run"));
  w.write("x.yaml", text + "    multicast: { algorithm: tree }\n");
  CHECK_THAT(w.slackline("run x.yaml").err,
             Contains("traffic.collectives.multicast.algorithm: tree; allowed: ") && Contains("wrap_around"));
  w.write("list.yaml",
          "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [2, 2] }\nworkloads:\n"
          "  - { kind: replay, trace: p.trace, collectives: { allreduce: multicast } }\n");
  CHECK_THAT(w.slackline("run list.yaml").err,
             Contains("workloads[0].collectives.allreduce: multicast: no firmware for it"));
}
