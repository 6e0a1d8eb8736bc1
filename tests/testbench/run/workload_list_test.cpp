// The list of workloads: what a file may say, what is refused, and what it stands for.
#include <catch2/catch.hpp>
#include <memory>

#include "rtl_models/network/fabric.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/run/network.hpp"
#include "testbench/run/workload_list.hpp"
#include "testbench/settings/input_error.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using Catch::Matchers::Contains;

namespace {

const std::string mesh =
    "schema_version: 1\ntopology: { kind: mesh, size: [4, 4] }\nswitch: { barrier: { architecture: I } }\n";

features::ExperimentReading judged(const std::string& text, const std::vector<settings::Override>& options = {}) {
  features::ExperimentReading reading =
      features::read_experiment(std::make_shared<const settings::Source>("test.yaml", text), options);
  features::judge_each(reading, features::check_meaning);
  return reading;
}

std::string errors(const std::string& text, const std::vector<settings::Override>& options = {}) {
  std::string all;
  for (const settings::InputError& error : judged(text, options).errors) all += settings::to_string(error) + "\n";
  return all;
}

features::ExperimentReading accepted(const std::string& text) {
  features::ExperimentReading reading = judged(text);
  for (const settings::InputError& error : reading.errors) UNSCOPED_INFO(settings::to_string(error));
  REQUIRE(reading.errors.empty());
  return reading;
}

}  // namespace

TEST_CASE("a record of workloads has the keys of its kind, and each is judged as if it were alone") {
  const features::Experiment e = accepted(mesh +
                                          "workloads:\n"
                                          "  - { kind: traffic, load: 0.25, packet: { flits: 6 } }\n"
                                          "  - { kind: barriers, hosts: [4-7, host0], rounds: 3, centre: 5 }\n"
                                          "  - { kind: barriers, hosts: \"host1*\", rounds: 3 }\n")
                                     .experiment;
  CHECK(features::names_of(e.workloads) == std::vector<std::string>{"traffic", "barriers", "barriers2"});
  const std::vector<features::Workload> of_packets = features::packet_workloads_of(e);
  REQUIRE(of_packets.size() == 1);
  CHECK(of_packets[0].experiment->get<features::TrafficSettings>().load == 0.25);
  CHECK(of_packets[0].experiment->get<features::PacketSettings>().flits == 6);
  CHECK(of_packets[0].experiment->get<features::BarrierSettings>().groups.empty());
  const features::BarrierSettings barriers = e.barriers;
  REQUIRE(barriers.groups.size() == 2);
  CHECK(barriers.rounds == 3);
  CHECK(barriers.groups[0].members == std::vector<std::string>{"0", "4", "5", "6", "7"});
  CHECK(barriers.groups[0].centre == "5");
  CHECK(barriers.groups[1].members == std::vector<std::string>{"1", "10", "11", "12", "13", "14", "15"});
  const network::Netlist netlist = features::network_of(e);
  const auto& traffic = *netlist.barriers;
  CHECK(traffic.members.at(0) == std::vector<std::uint16_t>{0, 4, 5, 6, 7});
  CHECK(traffic.members.at(1).size() == 7);
}

TEST_CASE("the run of a list is over when what ends has ended, so it has no maximum of its own", "[quick]") {
  CHECK(accepted(mesh + "workloads: [{ kind: traffic }]\n").experiment.run.max_cycles ==
        features::RunSettings().max_cycles);
  CHECK(accepted(mesh + "workloads: [{ kind: traffic }, { kind: barriers }]\n").experiment.run.max_cycles ==
        features::most_cycles);
}

TEST_CASE("a section stands for a list of one workload: the network is the same", "[quick]") {
  const auto state_after = [](const std::string& text) {
    network::Fabric fabric(network::elaborate(features::network_of(accepted(mesh + text).experiment)));
    fabric.run_until(Cycle(2000));
    std::vector<std::uint64_t> counts;
    for (std::size_t i = 0; i < 16; ++i) {
      const auto& host = fabric.port_state(i);
      counts.insert(counts.end(), {host.packets_sent, host.packets_received, host.latency.total, host.barrier->sent});
    }
    return counts;
  };
  CHECK(
      state_after("traffic: { load: 0.3, packet: { flits: 5 } }\nbarriers: { groups: [{ members: [1-6] }] }\n") ==
      state_after("workloads: [{ kind: traffic, load: 0.3, packet: { flits: 5 } }, { kind: barriers, hosts: 1-6 }]\n"));
  CHECK(state_after("traffic: { load: 0 }\nbarriers: { groups: [{ members: [1-6] }] }\n") ==
        state_after("workloads: [{ kind: barriers, hosts: 1-6 }]\n"));
}

TEST_CASE("errors of records name the field of the list, at its place, all at once", "[quick]") {
  const std::string all = errors(mesh +
                                 "workloads:\n"
                                 "  - { kind: traffic, load: 1.5 }\n"
                                 "  - { name: meet, kind: barriers, rounds: 20, hosts: [nobody, 20], load: 0.1 }\n"
                                 "  - { name: meet, kind: barriers, rounds: 21, hosts: 0-3, centre: host9 }\n"
                                 "  - { name: 1st, kind: barriers, rounds: 20, rate: 3 }\n"
                                 "  - { hosts: all }\n");
  CHECK_THAT(
      all,
      Contains("test.yaml:5:28: workloads[0].load: expected number from 0 to 1 (flits per cycle and host), found 1.5"));
  CHECK_THAT(all, Contains("test.yaml:6:55: workloads[1].hosts: expected hosts of the topology: ") &&
                      Contains(", found nobody\n") && Contains("test.yaml:6:63: workloads[1].hosts: expected ") &&
                      Contains(", found 20\n"));
  CHECK_THAT(
      all,
      Contains("test.yaml:6:68: workloads[1].load: has no effect with kind: barriers; use it only with kind: traffic"));
  CHECK_THAT(
      all, Contains("test.yaml:7:13: workloads[2].name: another workload has the name meet; expected each name once"));
  CHECK_THAT(
      all,
      Contains(
          "test.yaml:7:43: workloads[2].rounds: expected the same in all workloads of kind barriers, found 21 (20 in "
          "workloads[1])"));
  CHECK_THAT(
      all,
      Contains("test.yaml:7:67: workloads[2].centre: expected lowest, medoid, or a member, found host9 (no member)"));
  CHECK_THAT(
      all, Contains("test.yaml:8:13: workloads[3].name: expected a letter, then letters, digits, - and _, found 1st"));
  CHECK_THAT(
      all,
      Contains(
          "workloads[3].rate: unknown key; expected kind, name, hosts, tree, combining, order, acknowledge, rounds"));
  CHECK_THAT(all, Contains("workloads[4].kind: missing"));
}

TEST_CASE("a value that all groups share is marked where it is the default, and not judged where it is not known",
          "[quick]") {
  const auto with = [](const std::string& first, const std::string& second) {
    return errors(mesh + "workloads:\n  - { kind: barriers, hosts: 0-3" + first +
                  " }\n  - { kind: barriers, hosts: 4-7" + second + " }\n");
  };
  CHECK(with(", rounds: 20", "") ==
        "test.yaml:6:5: workloads[1].rounds: expected the same in all workloads of kind barriers, found 10 (default; "
        "20 in workloads[0])\n");
  CHECK_THAT(
      with("", ", rounds: 20"),
      Contains("workloads[1].rounds: expected the same in all workloads of kind barriers, found 20 (10 by default in "
               "workloads[0])"));
  CHECK_THAT(with(", rounds: x", ", rounds: 20"), Contains("workloads[0].rounds: expected integer from ") &&
                                                      Contains(", found x (") && !Contains("the same"));
  CHECK_THAT(with(", rounds: 20", ", rounds: x"), Contains("workloads[1].rounds: expected integer from ") &&
                                                      Contains(", found x (") && !Contains("the same"));
}

TEST_CASE("what is no record, and too long a list, are answered with the key that says which keys a record has",
          "[quick]") {
  CHECK(errors("schema_version: 1\nworkloads: [7]\n") ==
        "test.yaml:2:13: workloads[0]: expected map with `kind`, found 7\n");
  std::string list = "workloads:\n";
  for (unsigned i = 0; i < 65; ++i) list += "  - { kind: traffic }\n";
  CHECK(errors("schema_version: 1\n" + list) ==
        "test.yaml:3:3: workloads: expected list of up to 64 maps with `kind`, found a list (65 items)\n");
}

TEST_CASE("a list and a section for the same are refused, and an error of the rest is reported once", "[quick]") {
  const std::string all = errors(
      "schema_version: 1\ntopology: { kind: mesh, size: [4, 4] }\ntraffic: { load: 0.2, packet: { format: compact } }\n"
      "switch: { barrier: { architecture: I }, delay: { header: 1, data: 2 } }\n"
      "workloads: [{ kind: traffic }, { kind: barriers }]\n");
  CHECK_THAT(all, Contains("test.yaml:3:18: traffic.load: given together with workloads"));
  CHECK_THAT(all, !Contains("traffic.packet.format"));
  const std::size_t first = all.find("switch.delay.header");
  REQUIRE(first != std::string::npos);
  CHECK(all.find("switch.delay.header: ", first + 1) == std::string::npos);
}

TEST_CASE("an option for a field of one record leaves the other fields to the file", "[quick]") {
  const std::string list =
      "schema_version: 1\ntopology: { size: [4] }\nworkloads:\n"
      "  - { kind: traffic, load: 0.1, pattern: permutation, permutation_file: p.txt }\n"
      "  - { kind: traffic, load: 7 }\n";
  const auto files = [&](const std::vector<settings::Override>& options) {
    return features::input_files(
        features::read_experiment(std::make_shared<const settings::Source>("folder/test.yaml", list), options));
  };
  CHECK(files({{"--set", "workloads[0].load", "0.2"}}) == std::vector<std::string>{"folder/p.txt"});
  CHECK(files({{"--set", "workloads[0].permutation_file", "q.txt"}}) == std::vector<std::string>{"q.txt"});
  const std::string all = errors(list, {{"--set a", "workloads[0].load", "8"}, {"--set b", "workloads[1].trace", "t"}});
  CHECK_THAT(
      all,
      Contains("--set a: workloads[0].load: expected number from 0 to 1 (flits per cycle and host), found 8") &&
          Contains("--set b: workloads[1].trace: has no effect with kind: traffic; use it only with kind: replay") &&
          Contains(
              "test.yaml:5:28: workloads[1].load: expected number from 0 to 1 (flits per cycle and host), found 7"));
  CHECK_THAT(errors(list, {{"--set", "workloads[1].load", "0.3"}, {"--set", "workloads[1].pattern", "hot_spot"}}),
             Contains("--set: workloads[1].hot_spot.hosts: missing") && !Contains("test.yaml:5"));
}

TEST_CASE("keys that are suggested for a record are those of its kind", "[quick]") {
  const std::string traffic = errors("schema_version: 1\nworkloads: [{ kind: traffic, tracee: x }]\n");
  CHECK_THAT(traffic, Contains("workloads[0].tracee: unknown key; expected kind, name, hosts, pattern,") &&
                          !Contains("trace,") && !Contains("rounds") && !Contains("did you mean"));
  CHECK_THAT(errors("schema_version: 1\nworkloads: [{ kind: replay, tracee: x }]\n"), Contains("did you mean trace?"));
  CHECK_THAT(errors("schema_version: 1\nworkloads: [{ tracee: x }]\n"), Contains("did you mean trace?"));
}

TEST_CASE("errors speak of keys as a record writes them", "[quick]") {
  const std::string all =
      errors(mesh +
             "workloads: [{ kind: traffic }, { kind: barriers }, { kind: replay, trace: no.trace, mapping: file }]\n"
             "run: { relative_error: 0.1 }\n");
  CHECK_THAT(all, Contains("workloads[2].mapping_file: missing"));
  CHECK_THAT(all, Contains("test.yaml:5:24: run.relative_error: has no effect with workloads[1], which ends; use 0, or "
                           "only workloads that do not end\n"));
  CHECK_THAT(all, !Contains("traffic.") && !Contains("barriers.groups"));
  CHECK_THAT(errors(mesh + "workloads: [{ kind: barriers, hosts: 0-3 }, { kind: barriers, hosts: 4-7, hold: 7 }]\n"
                           "switch: { barrier: { architecture: waiting } }\n"),
             Contains("given twice"));
  const std::string waiting =
      "schema_version: 1\ntopology: { size: [4] }\nswitch: { barrier: { architecture: waiting } }\n";
  CHECK(errors(waiting + "workloads:\n  - { kind: barriers, hosts: 0-1 }\n"
                         "  - { kind: barriers, hosts: 2-3, absent: [2, x], hold: 7 }\n") ==
        "test.yaml:6:57: workloads[1].hold: has no effect with architecture: waiting; use it only with "
        "switch.barrier.architecture: I, II or III\ntest.yaml:6:47: workloads[1].absent: expected hosts of the "
        "topology, such as host3, their numbers up to 3, ranges such as 0-3, or all, found x\n");
}

TEST_CASE("a warm-up needs a workload that does not end, and precision that none ends", "[quick]") {
  const std::string replay = "{ kind: replay, trace: a.trace }", exchange = "{ kind: exchange }",
                    barriers = "{ kind: barriers }", traffic = "{ kind: traffic }";
  const auto with = [](const std::vector<std::string>& workloads, const std::string& run) {
    std::string list;
    for (const std::string& workload : workloads) list += (list.empty() ? "" : ", ") + workload;
    return errors(mesh + "workloads: [" + list + "]\nrun: { " + run + " }\n");
  };
  const std::vector<std::vector<std::string>> ending{{barriers},         {replay},           {exchange},
                                                     {replay, barriers}, {replay, exchange}, {exchange, barriers}};
  for (std::vector<std::string> workloads : ending) {
    INFO(workloads.front());
    CHECK(with(workloads, "warmup: 9") ==
          "test.yaml:5:16: run.warmup: has no effect where all workloads end; use auto or 0, or add a workload that "
          "does not end, such as traffic\n");
    CHECK_THAT(with(workloads, "relative_error: 0.1"), Contains("has no effect with workloads[0], which ends"));
    for (const char* nothing : {"warmup: auto", "warmup: 0", "relative_error: 0"})  // as resolved files have it
      CHECK(with(workloads, nothing).empty());
    workloads.insert(workloads.begin(), traffic);
    // The run has no maximum of its own, which a warm-up would have to be below.
    for (const char* warmup : {"warmup: 9", "warmup: 200000", "warmup: auto"}) CHECK(with(workloads, warmup).empty());
    CHECK_THAT(with(workloads, "relative_error: 0.1"), Contains("has no effect with workloads[1], which ends"));
  }
  CHECK(with({traffic, traffic}, "warmup: 9, relative_error: 0.1").empty());
  CHECK(with({traffic, replay}, "warmup: 500, max_cycles: 500") ==
        "test.yaml:5:16: run.warmup: expected below run.max_cycles (500), found 500\n");
}

TEST_CASE("multicasts end where each source sends so many messages", "[quick]") {
  const std::string head =
      "schema_version: 1\ntopology: { kind: mesh, size: [4, 4] }\nendpoint: nic\nnic: { firmware: multicast }\n"
      "workloads: [{ kind: multicast, groups: ['0 3 9']";
  CHECK(errors(head + " }]\nrun: { warmup: 9, relative_error: 0.1 }\n").empty());
  CHECK_THAT(errors(head + ", messages: 5 }]\nrun: { warmup: 9 }\n"),
             Contains("run.warmup: has no effect where all workloads end"));
}

TEST_CASE("an empty list is refused: without a list hosts send random packets", "[quick]") {
  CHECK_THAT(errors(mesh + "workloads: []\n"),
             Contains("test.yaml:4:12: workloads: an empty list; expected one record or more"));
}

TEST_CASE("all workloads of a list count as memory") {
  const auto needed = [](std::size_t workloads) {
    std::string text =
        "schema_version: 1\ntopology: { size: [1024, 1024, 16] }\nswitch: { buffer: { flits: 32768 } }\nworkloads:\n";
    for (std::size_t i = 0; i < workloads; ++i) text += "  - { kind: traffic }\n";
    const std::string all = errors(text);
    const std::size_t about = all.find("(about ");
    REQUIRE(about != std::string::npos);
    return std::stod(all.substr(about + 7));
  };
  CHECK(needed(8) > needed(1) + 7.0 * (1024 * 1024 * 16) * sizeof(port::Counters) / (1 << 30));
}

TEST_CASE("the resolved file gives a list back") {
  const features::ExperimentReading reading =
      accepted(mesh +
               "workloads: [{ kind: traffic, load: 0.25, pattern: hot_spot, hot_spot: { hosts: [3, 4] } },"
               " { name: meet, kind: barriers, hosts: [host0, 4-7], send_overhead: 7 }]\n");
  const std::string resolved = features::resolved_yaml(reading, ".");
  CHECK_THAT(resolved, !Contains("\nbarriers:") && !Contains("pattern: uniform"));
  const features::Experiment again = accepted(resolved).experiment;
  CHECK(features::packet_workloads_of(again)[0].experiment->get<features::TrafficSettings>().hot_hosts ==
        std::vector<std::uint64_t>{3, 4});
  const features::BarrierSettings barriers = again.barriers;
  CHECK(barriers.send_overhead.cycles == 7);
  CHECK(barriers.groups.at(0).members.size() == 5);
  CHECK(features::names_of(again.workloads) == std::vector<std::string>{"traffic", "meet"});
}

TEST_CASE("up to eight workloads send packets", "[quick]") {
  const std::string one = "  - { kind: traffic, hosts: 0-3 }\n";
  std::string list = "workloads:\n";
  for (unsigned i = 0; i < 8; ++i) list += one;
  CHECK(errors(mesh + list).empty());
  CHECK(errors(mesh + list + one) ==
        "test.yaml:13:13: workloads[8].kind: 9 workloads that send packets; expected up to 8\n");
}

TEST_CASE("random packets need two hosts of their own, and a grid all of them", "[quick]") {
  CHECK_THAT(
      errors(mesh + "workloads: [{ kind: traffic, hosts: host3 }]\n"),
      Contains("workloads[0].hosts: expected at least 2 (random packets go from one to another), found one host"));
  CHECK_THAT(
      errors(mesh + "workloads: [{ kind: traffic, hosts: 0-3, pattern: tornado }]\n"),
      Contains("workloads[0].pattern: expected another pattern, or all hosts in a grid of switches, found tornado"));
  CHECK(errors(mesh + "workloads: [{ kind: traffic, hosts: 2-5, pattern: transpose }]\n").empty());
  CHECK_THAT(
      errors(mesh + "workloads: [{ kind: traffic, hosts: 2-5, pattern: permutation, permutation: [1, 0, 2] }]\n"),
      Contains("expected 4 destinations, one for each host, found 3 destinations"));
}

TEST_CASE("a workload of one host, and one with a host that is not there, have one error each", "[quick]") {
  CHECK(errors(mesh + "workloads: [{ kind: traffic, hosts: 3 }]\n") ==
        "test.yaml:4:37: workloads[0].hosts: expected at least 2 (random packets go from one to another), found one "
        "host\n");
  const std::string unknown = errors(mesh + "workloads: [{ kind: traffic, hosts: [host1, host99] }]\n");
  CHECK_THAT(unknown, Contains("workloads[0].hosts: expected ") && Contains(", found host99") && !Contains("one host"));
}

TEST_CASE("firmware of time slots has no workloads", "[quick]") {
  CHECK_THAT(errors("schema_version: 1\ntopology: { kind: single_switch, hosts_per_switch: 4 }\nendpoint: nic\n"
                    "nic: { firmware: fbs }\nworkloads: [{ kind: traffic }]\n"),
             Contains("workloads: has no effect with firmware of time slots"));
}

TEST_CASE("groups of a list are judged together, as those of a section are") {
  const std::string small =
      "schema_version: 1\ntopology: { kind: mesh, size: [4, 4] }\n"
      "switch: { virtual_channels: 2, barrier: { architecture: I, entries: 1 } }\n";
  const std::string group = "  - { kind: barriers, hosts: 0-15, tree: ordering }\n";
  CHECK(errors(small + "workloads:\n" + group).empty());
  const std::string expected = "switch.barrier.entries: expected at least 2 for the trees of ";
  CHECK_THAT(errors(small + "workloads:\n" + group + group),
             Contains("test.yaml:3:") && Contains(expected + "workloads[0].tree, found 1"));
  CHECK_THAT(errors(small + "barriers: { tree: ordering, groups: [{ members: [0-15] }, { members: [0-15] }] }\n"),
             Contains(expected + "barriers.tree, found 1"));
}

TEST_CASE("one host alone may meet in barriers or replay a program, and their packets have no default length") {
  CHECK(errors(mesh + "workloads: [{ kind: traffic }, { kind: barriers, hosts: 0 }]\n").empty());
  CHECK_THAT(errors(mesh + "workloads: [{ kind: replay, hosts: 3, trace: t }]\n"), !Contains("routing.kind"));
  const std::string cut_through =
      "schema_version: 1\ntopology: { kind: mesh, size: [4, 4] }\nswitch: { virtual_channels: 2, barrier: { "
      "architecture: I } }\nswitches: [{ match: \"switch1?\", switching: virtual_cut_through, buffer: { flits: 9 }, "
      "barrier: { architecture: none } }]\n";
  CHECK(errors(cut_through + "workloads: [{ kind: traffic, packet: { flits: 4 } }, { kind: barriers, hosts: 0-3 }]\n")
            .empty());
}

TEST_CASE("where only barriers are listed, buffers need room for the shortest packet alone", "[quick]") {
  const auto text = [](unsigned flits) {
    return "schema_version: 1\ntopology: { kind: mesh, size: [4, 4] }\nswitch: { virtual_channels: 2, barrier: { "
           "architecture: I } }\nswitches: [{ match: \"switch1?\", switching: virtual_cut_through, barrier: { "
           "architecture: none }, buffer: { flits: " +
           std::to_string(flits) + " } }]\nworkloads: [{ kind: barriers, hosts: 0-3 }]\n";
  };
  CHECK(network::violations(features::network_of(accepted(text(4)).experiment)).empty());
  CHECK_THAT(errors(text(3)), Contains("at least 4 (stop_at 1 + 3 flits that may still arrive after STOP"));
}

TEST_CASE("a program needs a trace, a list of hosts a host, and a group of a size no hosts", "[quick]") {
  CHECK_THAT(errors(mesh + "workloads: [{ kind: replay }]\n"),
             Contains("workloads[0].trace: missing; expected name of a file"));
  CHECK_THAT(errors(mesh + "workloads: [{ kind: traffic, hosts: [] }]\n"),
             Contains("workloads[0].hosts: expected text, or list of 1 to ") && Contains(", found an empty list"));
  CHECK_THAT(errors(mesh + "workloads: [{ kind: barriers, hosts: 0-3, size: 2 }]\n"),
             Contains("workloads[0].size: given together with hosts; give one of the two"));
}
