// Refused values of switch.barrier.* and barriers.*, and the meaning of groups.
#include <catch2/catch.hpp>

#include "testbench/run/network.hpp"
#include "testbench/workloads/barriers/groups.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using Catch::Matchers::Contains;
using test::all_errors;
using test::errors_of;

namespace {

/// A 4x4 mesh with barrier units.
std::string with_groups(const std::string& groups, const std::string& barrier = "architecture: I",
                        const std::string& of_switch = "") {
  return "schema_version: 1\ntopology: { kind: mesh, size: [4, 4] }\nswitch: { barrier: { " + barrier + " }" +
         of_switch + " }\n" + (groups.empty() ? "" : "barriers: { groups: [" + groups + "] }\n");
}

const barrier::Traffic& traffic(const network::Netlist& netlist) { return *netlist.barriers; }

}  // namespace

TEST_CASE("a group has each of its members once, all of them hosts of the network", "[barrier]") {
  CHECK_THAT(all_errors(with_groups("{members: []}")),
             Contains("barriers.groups[0].members: an empty group; expected at least"));
  CHECK_THAT(all_errors(with_groups("{}")), Contains("an empty group"));
  CHECK_THAT(all_errors(with_groups("{members: [host1, 3, 1]}")),
             Contains("host1 given twice; expected each host once"));
  CHECK_THAT(all_errors(with_groups("{members: [2-5, host4]}")), Contains("host4 given twice"));
  CHECK(errors_of(with_groups("{members: [2-5, 3-8]}")) ==
        std::vector<std::string>{
            "test.yaml:4:38: barriers.groups[0].members: host3 given twice; expected each host once"});
  for (const char* member : {"hostx", "16", "9-5", "3-16", "-3", "3-", "0-99999999999999999999"})
    CHECK_THAT(all_errors(with_groups(std::string("{members: [") + member + "]}")),
               Contains("barriers.groups[0].members: expected hosts of the topology, such as ") &&
                   Contains(std::string(", found ") + member + "\n"));
  CHECK_THAT(all_errors(with_groups("{size: 17}")),
             Contains("barriers.groups[0].size: expected up to 16 (the hosts of the network), found 17"));
  CHECK_THAT(all_errors(with_groups("{size: 4, members: [host1]}")),
             Contains("barriers.groups[0].size: given together with a list of members; give one of the two"));
  CHECK_THAT(all_errors(with_groups("{members: [host1, host2], centre: host5}")),
             Contains("expected lowest, medoid, or a member, found host5 (no member)"));
  CHECK_THAT(all_errors(with_groups("{members: [0-3], absent: [host2, 7]}")),
             Contains("barriers.groups[0].absent: expected members of the group, found host7 (no member)"));
  CHECK_THAT(all_errors(with_groups("{members: [0-3], absent: [0-3]}")),
             Contains("barriers.groups[0].absent: all members are absent; expected at least one member that enters"));
  CHECK_THAT(
      all_errors(with_groups("{members: [0-3], absent: [hostx]}")),
      Contains("barriers.groups[0].absent: expected hosts of the topology, such as ") && Contains(", found hostx\n"));
  CHECK(
      errors_of(with_groups("{members: [0-3], seed: 7}")) ==
      std::vector<std::string>{"test.yaml:4:45: barriers.groups[0].seed: has no effect without size or spread; use it "
                               "only with one of them"});
  CHECK(all_errors(with_groups("{members: [0-3], seed: 7, spread: 9}, {size: 3, seed: 7}")).empty());
  CHECK(all_errors(with_groups("{members: [all], absent: [0-5]}, {size: 16}, {members: [host1]}")).empty());
}

TEST_CASE("all errors of all groups are reported at once", "[barrier][quick]") {
  const std::string errors = all_errors(with_groups("{members: [x, y]}, {size: 0}, {members: [1, 1], from: -1}"));
  CHECK_THAT(errors, Contains(", found x\n") && Contains(", found y\n") &&
                         Contains("size: expected members, or integer from ") && Contains(", found 0\n") &&
                         Contains("host1 given twice") && Contains("barriers.groups[2].from: expected ") &&
                         Contains(", found -1 (negative)\n"));
}

TEST_CASE("there are no more groups than numbers for them", "[barrier]") {
  std::string groups;
  for (int g = 0; g < 256; ++g) groups += "{members: [all]},";
  CHECK(all_errors(with_groups(groups)).empty());
  CHECK_THAT(
      all_errors(with_groups(groups + "{members: [all]}")),
      Contains("barriers.groups: expected list of up to 256 maps of ") && Contains(", found a list (257 items)"));
}

TEST_CASE("groups need barrier units, and keys of either have no effect without", "[barrier][quick]") {
  CHECK_THAT(
      all_errors(with_groups("{members: [all]}", "architecture: none")),
      Contains("barriers.groups: groups without barrier units") && Contains("use another switch.barrier.architecture"));
  CHECK_THAT(all_errors(with_groups("", "hold: 20")),
             Contains("switch.barrier.hold: has no effect without a barrier unit"));
  CHECK_THAT(all_errors(with_groups("") + "barriers: { rounds: 3 }\n"),
             Contains("barriers.rounds: has no effect without groups"));
  CHECK_THAT(all_errors(with_groups("{members: [all]}") + "run: { relative_error: 0.1 }\n"),
             Contains("run.relative_error: has no effect with barriers.groups"));
  CHECK_THAT(all_errors(with_groups("{members: [all]}") + "endpoint: nic\n"),
             Contains("has no effect with nic.firmware: unicast"));
}

TEST_CASE("switches without a virtual channel to preempt have no barrier units", "[barrier]") {
  CHECK_THAT(
      all_errors(with_groups("", "architecture: I", ", switching: virtual_cut_through")),
      Contains(
          "switch.barrier.architecture: whole packets leave no virtual channel that can be preempted; use none, or "));
  CHECK_THAT(all_errors(with_groups("", "architecture: III", ", virtual_channels: 16")),
             Contains("switch.barrier.architecture: no virtual channel is left for barrier messages; use none, or up "
                      "to 15 virtual channels"));
}

TEST_CASE("messages and lists of barriers name up to 32768 hosts, with barrier units and without", "[barrier]") {
  const std::string large = "schema_version: 1\ntopology: { kind: mesh, size: [200, 200] }\n";
  CHECK_THAT(
      all_errors(large + "switch: { barrier: { architecture: I } }\n"),
      Contains(
          "switch.barrier.architecture: barriers with 40000 switches and 40000 hosts; expected up to 32768 of both"));
  CHECK_THAT(all_errors(large + "endpoint: nic\nnic: { firmware: star, memory: 16 MiB }\n"
                                "barriers: { groups: [ { size: 3 } ] }\n"),
             Contains("barriers.groups: barriers with 40000 switches and 40000 hosts; expected up to 32768 of both"));
}

TEST_CASE("more barriers than memory can record are refused", "[barrier]") {
  const std::string text =
      "schema_version: 1\ntopology: { kind: mesh, size: [32, 32] }\nswitch: { barrier: { architecture: I } }\n"
      "barriers: { groups: [ { members: [all] }, { size: 10 } ], rounds: ";
  // 1024 and 10 members; the limit is 100 million records of entering and leaving.
  const unsigned most = 100'000'000 / (1024 + 10);
  CHECK_THAT(all_errors(text + std::to_string(most + 1) + " }\n"),
             Contains("barriers.rounds: expected up to " + std::to_string(most) +
                      " for 1034 members of groups (the results ") &&
                 Contains("), found " + std::to_string(most + 1)));
  CHECK(all_errors(text + std::to_string(most) + " }\n").empty());
}

TEST_CASE("a barrier unit has entries, and buffers for messages that may still arrive", "[barrier][quick]") {
  CHECK_THAT(all_errors(with_groups("", "architecture: I, entries: 0")),
             Contains("switch.barrier.entries: expected integer from 1 to 256 (groups), found 0"));
  CHECK_THAT(all_errors(with_groups("", "architecture: I, buffer: 3")),
             Contains("switch.barrier.buffer: expected at least 5 (stop_at 2 + 3 messages that may still arrive after "
                      "STOP), found 3"));
  CHECK(all_errors(with_groups("", "architecture: I, buffer: 5")).empty());
  CHECK_THAT(
      all_errors(with_groups("", "architecture: I", ", buffer: {flits: 1}, delay: {data: 6, header: 6}")),
      Contains("switch.buffer.flits: expected at least ") && Contains(", found 1\n") && Contains("with barrier units"));
  CHECK_THAT(all_errors(with_groups("", "architecture: I, stop_at: 3", ", buffer: {flow_control: credit}")),
             Contains("switch.barrier.stop_at: has no effect with credits"));
  CHECK_THAT(all_errors(with_groups("", "architecture: I, root: sw9")),
             Contains("switch.barrier.root: expected auto, or the name of a switch, such as switch0, found sw9"));
}

TEST_CASE("the smallest buffer of a barrier unit is the one that auto chooses for the slowest wire", "[barrier]") {
  const auto buffer = [](const std::string& link) {
    const features::Experiment e = test::accepted(with_groups("", "architecture: II") + link).experiment;
    return unsigned{features::network_of(e).switch_kinds[0].barrier.unit.buffer};
  };
  CHECK(buffer("") == 5);
  CHECK(buffer("link: { delay: 9 }\n") == 13);
  CHECK(buffer("links: [ { link: link_switch0_p0_to_switch1_p1, delay: 9 } ]\n") == 13);
}

TEST_CASE("members are drawn with the group's seed only, and enter within its spread", "[barrier]") {
  const auto hosts = [](const std::string& group, const std::string& rest = "") {
    const network::Netlist netlist = features::network_of(test::accepted(with_groups(group) + rest).experiment);
    return traffic(netlist).members.at(0);
  };
  const std::vector<std::uint16_t> drawn = hosts("{size: 5, seed: 2}");
  CHECK(drawn.size() == 5);
  CHECK(hosts("{size: 5, seed: 2}", "run: { seed: 9 }\n") == drawn);
  CHECK(hosts("{size: 5, seed: 3}") != drawn);
  CHECK(hosts("{members: [12, 0-2, host7]}") == std::vector<std::uint16_t>{0, 1, 2, 7, 12});
  const network::Netlist netlist =
      features::network_of(test::accepted(with_groups("{members: [all], from: 100, spread: 50}")).experiment);
  bool differ = false;
  for (const std::vector<barrier::Membership>& of : traffic(netlist).hosts) {
    CHECK(of.at(0).enters >= Cycle(100));
    CHECK(of.at(0).enters < Cycle(150));
    differ = differ || of.at(0).enters != traffic(netlist).hosts[0].at(0).enters;
  }
  CHECK(differ);
}

TEST_CASE("the centre is the lowest member, one by name, or that with the shortest ways to all others", "[barrier]") {
  const auto centre = [](const std::string& group) {
    const network::Netlist netlist = features::network_of(test::accepted(with_groups(group)).experiment);
    const std::uint16_t first = traffic(netlist).members.at(0).front();
    return int{traffic(netlist).hosts.at(first).at(0).centre};
  };
  CHECK(centre("{members: [3, 0, 5]}") == 0);
  CHECK(centre("{members: [3, 0, 5], centre: host5}") == 5);
  // From host1, in the middle of a row, both ends are nearer than the ends are to each other.
  CHECK(centre("{members: [0, 1, 3], centre: medoid}") == 1);
  CHECK(centre("{members: [0, 3, 12, 15], centre: medoid}") == 0);
}

TEST_CASE("trees that are planned fit into the tables, and acknowledge; those of X-Y ways are for meshes",
          "[barrier]") {
  const auto planned = [](const std::string& rest, const std::string& barrier = "architecture: waiting") {
    return with_groups("", barrier) + "barriers: { groups: [ { members: [all] }, { size: 9 } ], " + rest + " }\n";
  };
  CHECK(all_errors(planned("tree: ordering, acknowledge: true")).empty());
  CHECK(all_errors(planned("tree: x_y")).empty());
  CHECK_THAT(all_errors(planned("tree: ordering", "architecture: I, entries: 1")),
             Contains("switch.barrier.entries: expected at least 2 for the trees of barriers.tree, found 1"));
  CHECK_THAT(all_errors(planned("acknowledge: true")),
             Contains("barriers.acknowledge: expected false, or barriers.tree: ordering or x_y, found true"));
  CHECK(all_errors(planned("tree: path")).empty());
  CHECK_THAT(all_errors(planned("tree: path", "architecture: I, entries: 1")),
             Contains("switch.barrier.entries: expected at least 2 for the trees of barriers.tree, found 1"));
  CHECK_THAT(all_errors(planned("tree: path, acknowledge: true")),
             Contains("barriers.acknowledge: expected false, or barriers.tree: ordering or x_y, found true"));
  CHECK(all_errors(planned("tree: switch_ordering, combining: hardware")).empty());
  CHECK_THAT(all_errors(planned("tree: star, combining: hardware")),
             Contains("barriers.combining: expected software, or barriers.tree: switch_ordering, found hardware"));
  CHECK(all_errors(planned("tree: switch_ordering, order: number")).empty());
  CHECK_THAT(all_errors(planned("tree: star, order: number")),
             Contains("barriers.order: expected depth_first, or barriers.tree: switch_ordering, found number"));
  CHECK_THAT(all_errors(planned("tree: paths")),
             Contains("barriers.tree: expected built, ordering, x_y, path, star or switch_ordering, found paths"));
  std::string torus = planned("tree: x_y");
  torus.replace(torus.find("mesh"), 4, "torus");
  CHECK_THAT(all_errors(torus), Contains("barriers.tree: expected another tree, or a whole mesh (topology.kind: "
                                         "mesh without topology.down), found x_y"));
  CHECK_THAT(all_errors(with_groups("", "architecture: waiting, hold: 20")),
             Contains("switch.barrier.hold: has no effect with architecture: waiting"));
}

TEST_CASE("a tree of members takes them depth first on the ways up and down, or by the numbers of their switches",
          "[barrier]") {
  const auto parent = [](const std::string& order, std::uint16_t host) {
    const network::Netlist netlist = features::network_of(
        test::accepted(with_groups("", "architecture: waiting") +
                       "barriers: { groups: [ { members: [all] } ], tree: switch_ordering" + order + " }\n")
            .experiment);
    return traffic(netlist).hosts.at(host).at(0).parent;
  };
  // Of the row 0, 1, ... 15 host 8 is in the middle, and hosts 4 and 12 in the middles of its halves.
  const std::string by_number = ", order: number";
  CHECK(parent(by_number, 8) == barrier_unit::Address::of_host(0));
  CHECK(parent(by_number, 4) == barrier_unit::Address::of_host(0));
  CHECK(parent(by_number, 12) == barrier_unit::Address::of_host(8));
  // Depth first the row is another one.
  unsigned different = 0;
  for (std::uint16_t host = 1; host < 16; ++host) different += !(parent("", host) == parent(by_number, host));
  CHECK(different > 0);
}

TEST_CASE("messages may go by X-Y ways on a whole mesh, where their tree has no ways of its own", "[barrier]") {
  const std::string x_y = "architecture: I, ways: x_y", group = "{ members: [all] }";
  const auto ports = [](const std::string& text) {
    return features::network_of(test::accepted(text).experiment).barrier_ways.ports_to_switch;
  };
  const std::vector<std::uint16_t> on_x_y = ports(with_groups(group, x_y));
  CHECK(on_x_y != ports(with_groups(group)));
  CHECK(on_x_y ==
        ports(with_groups("", "architecture: waiting") + "barriers: { groups: [" + group + "], tree: x_y }\n"));
  std::string torus = with_groups(group, x_y);
  torus.replace(torus.find("mesh"), 4, "torus");
  CHECK_THAT(all_errors(torus),
             Contains("switch.barrier.ways: expected up_down (x_y only on a whole mesh), found x_y"));
  CHECK_THAT(all_errors(with_groups(group, x_y + ", adaptive: true")),
             Contains("switch.barrier.ways: expected up_down with switch.barrier.adaptive: true, found x_y"));
  CHECK_THAT(all_errors(with_groups("", x_y) + "barriers: { groups: [" + group + "], tree: ordering }\n"),
             Contains("switch.barrier.ways: expected up_down (this tree has ways of its own), found x_y"));
  CHECK_THAT(all_errors(with_groups(group, x_y + ", root: switch3")),
             Contains("switch.barrier.root: has no effect with switch.barrier.ways: x_y; use it only with "
                      "switch.barrier.ways: up_down"));
}

TEST_CASE("messages avoid failed links only where they choose their way, for as many changes as fit memory",
          "[barrier][quick]") {
  CHECK_THAT(
      all_errors(with_groups("", "architecture: I, notice: 20")),
      Contains(
          "switch.barrier.notice: has no effect with adaptive: false; use it only with switch.barrier.adaptive: true"));
  CHECK(all_errors(with_groups("", "architecture: I, adaptive: true, notice: 50")).empty());
  const auto with_dead_links = [](unsigned times) {
    std::string text =
        "schema_version: 1\ntopology: { kind: torus, size: [80, 80] }\n"
        "switch: { virtual_channels: 2, barrier: { architecture: I, adaptive: true } }\nfaults: [";
    for (unsigned n = 0; n < times; n += 2)  // each fails and comes back, except the last one of an odd number
      text += std::string("{ kind: dead, link: link_switch0_p0_to_switch1_p1, from: 5") +
              (n + 1 < times ? ", to: 9 }," : " },");
    return text + "]\n";
  };
  // Eight gigabytes for a mask of ports, 8 bytes, from each switch to each, at the beginning and after each time.
  const unsigned most = (std::uint64_t{8} << 30) / 8 / (6400 * 6400) - 1;
  CHECK_THAT(all_errors(with_dead_links(most + 1)),
             Contains("switch.barrier.adaptive: expected false, or up to " + std::to_string(most) +
                      " such times, found true (ways between 6400 switches, for " + std::to_string(most + 1) +
                      " times that links fail or come back)"));
  CHECK_THAT(all_errors(with_dead_links(most)), !Contains("switch.barrier.adaptive"));
}

TEST_CASE("hosts that are not connected are reported before groups are formed of them", "[barrier]") {
  std::string apart = with_groups("{members: [2, 3]}");
  apart.replace(apart.find("[4, 4]"), 6, "[4, 4], down: [switch1, switch4]");
  CHECK_THAT(all_errors(apart), Contains("topology.down") && Contains("cuts off host0"));
}

TEST_CASE("a group may have its own hold where worms are cut", "[barrier][quick]") {
  for (const char* hold : {"0", "4097", "-1", "5 ns", "x"})
    CHECK_THAT(
        all_errors(with_groups(std::string("{members: [all], hold: ") + hold + "}")),
        Contains(std::string("barriers.groups[0].hold: expected auto, or integer from 1 to 4096 (cycles), found ") +
                 hold));
  CHECK_THAT(all_errors(with_groups("{members: [all]}, {members: [1], hold: 9}", "architecture: waiting")),
             Contains("barriers.groups[1].hold: has no effect with architecture: waiting; use it only with "
                      "switch.barrier.architecture: I, II or III"));
  CHECK_THAT(all_errors(with_groups("{members: [1], hold: 9}", "architecture: none") +
                        "endpoint: nic\nnic: { firmware: dissemination }\n"),
             Contains("barriers.groups[0].hold: has no effect without barrier units"));
  const auto holds = [](const std::string& groups) {
    const features::ExperimentReading accepted = test::accepted(with_groups(groups, "architecture: I, hold: 20"));
    return features::network_of(accepted.experiment).barrier_ways.holds;
  };
  CHECK(holds("{members: [all]}, {members: [1]}").empty());
  CHECK(holds("{members: [all]}, {members: [1], hold: 9}, {members: [2], hold: auto}") ==
        std::vector<std::uint16_t>{20, 9, 20});
}

TEST_CASE("settings that never end or have no effect are refused", "[barrier]") {
  const std::string absent = with_groups("{members: [0-3], absent: [2]}");
  const std::string never = absent.substr(0, absent.rfind('}')) + ", timeout: 0 }\n";
  CHECK_THAT(all_errors(never), Contains("barriers.timeout: expected 1 or more, or run.max_cycles with it, found 0 "
                                         "(with members that are absent the run "
                                         "would never end)"));
  CHECK(all_errors(never + "run: { max_cycles: 9000 }\n").empty());
  const auto rooted = [](const std::string& tree) {
    std::string text = with_groups("{members: [all]}", "architecture: waiting, root: switch3");
    return text.insert(text.rfind('}'), ", tree: " + tree);
  };
  for (const char* tree : {"x_y", "path"})
    CHECK_THAT(all_errors(rooted(tree)),
               Contains("switch.barrier.root: has no effect with barriers.tree: " + std::string(tree)) &&
                   Contains("; use it only with another tree"));
  CHECK_THAT(all_errors(with_groups("{members: [all]}", "architecture: waiting, root: switch3, ways: x_y")),
             Contains("switch.barrier.root: has no effect with switch.barrier.ways: x_y; use it only with "
                      "switch.barrier.ways: up_down"));
  CHECK(all_errors(rooted("ordering")).empty());
}

TEST_CASE("a run with barriers ends with them", "[barrier][quick]") {
  CHECK(test::accepted(with_groups("{members: [all]}")).experiment.run.max_cycles == 1'000'000'000'000'000);
  CHECK(test::accepted(with_groups("")).experiment.run.max_cycles == features::RunSettings().max_cycles);
}
