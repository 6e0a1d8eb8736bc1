#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

constexpr const char* eight =
    "schema_version: 1\nname: eight\ntopology: { kind: single_switch, hosts_per_switch: 8 }\n";
constexpr const char* ring_of_six =
    "schema_version: 1\nname: ring\ntopology: { kind: ring, size: [6] }\n"
    "switch: { virtual_channels: 2 }\n";

}  // namespace

TEST_CASE("schedule prints the slots of a schedule, and that both requirements hold", "[song2005][quick]") {
  const Workplace w;
  w.write("eight.yaml", eight);
  const Output sss = w.slackline("schedule eight.yaml --kind sss");
  CHECK(sss.status == 0);
  CHECK(sss.err.empty());
  CHECK_THAT(sss.out, StartsWith("eight: sss, 8 hosts, 8 slots, 64 messages\n"
                                 "  slot\n"
                                 "     0  0 => 0  1 => 1  2 => 2  3 => 3  4 => 4  5 => 5  6 => 6  7 => 7\n"
                                 "     1  0 => 1  1 => 2  2 => 3  3 => 4  4 => 5  5 => 6  6 => 7  7 => 0\n"
                                 "     2  0 => 3  1 => 4  2 => 5  3 => 6  4 => 7  5 => 0  6 => 1  7 => 2\n"
                                 "     3  0 => 6  1 => 7  2 => 0  3 => 1  4 => 2  5 => 3  6 => 4  7 => 5\n"
                                 "     4  0 => 2  1 => 3  2 => 4  3 => 5  4 => 6  5 => 7  6 => 0  7 => 1\n"
                                 "     5  0 => 7  1 => 0  2 => 1  3 => 2  4 => 3  5 => 4  6 => 5  7 => 6\n"
                                 "     6  0 => 5  1 => 6  2 => 7  3 => 0  4 => 1  5 => 2  6 => 3  7 => 4\n"
                                 "     7  0 => 4  1 => 5  2 => 6  3 => 7  4 => 0  5 => 1  6 => 2  7 => 3\n"
                                 "  dependency      holds: each of 56 ordered pairs of hosts, 56 of them directly\n"
                                 "  conflict-free   along the network's routes: holds\n"
                                 "  estimated skew  "));
  const Output hss = w.slackline("schedule eight.yaml --quiet");
  CHECK(hss.status == 0);
  CHECK_THAT(hss.out,
             StartsWith("eight: hss, 8 hosts, 8 slots, 64 messages\n  tree            root switch0, 2 levels"));
}

TEST_CASE("schedule shows which packets meet on which link, and exits with 3", "[song2005][quick]") {
  const Workplace w;
  w.write("ring.yaml", ring_of_six);
  const Output output = w.slackline("schedule ring.yaml --kind sss --quiet");
  CHECK(output.status == 3);
  CHECK_THAT(output.out,
             Contains("dependency      holds") &&
                 Contains("conflict-free   along the network's routes: does not hold: ") &&
                 Contains("in slot 2 host0 => host3 and host2 => host5 share link_switch2_p0_to_switch3_p1"));
}

TEST_CASE("a written schedule can be changed and checked, along the network's routes or a tree", "[song2005]") {
  const Workplace w;
  w.write("ring.yaml", ring_of_six);
  CHECK(w.slackline("schedule ring.yaml --root switch2 --quiet --out hss.csv").status == 0);
  const Output same = w.slackline("schedule ring.yaml --read hss.csv --routes tree --root switch2 --quiet");
  CHECK(same.status == 0);
  CHECK_THAT(same.out,
             StartsWith("ring: hss.csv, 6 hosts, ") && Contains("root switch2") && Contains("along the tree: holds"));
  w.shell("head -n 10 hss.csv > short.csv");
  const Output output = w.slackline("schedule ring.yaml --read short.csv --quiet");
  CHECK(output.status == 3);
  CHECK_THAT(output.out, Contains("dependency      does not hold: ") && Contains("does not precede"));
}

TEST_CASE("with adaptive routing only a tree shows whether packets meet", "[song2005]") {
  const Workplace w;
  w.write("tree.yaml",
          "schema_version: 1\ntopology: { kind: fat_tree, arity: 2, levels: 3 }\nrouting: { kind: minimal }\n");
  const Output output = w.slackline("schedule tree.yaml --quiet");
  CHECK(output.status == 3);
  CHECK_THAT(output.out,
             Contains("along the tree: holds") &&
                 Contains("along the network's routes: cannot be decided: packets take any of several ways"));
  CHECK(w.slackline("schedule tree.yaml --quiet --routes tree").status == 0);
}

TEST_CASE("wrong options and files of schedule are refused, all at once", "[song2005]") {
  const Workplace w;
  w.write("ring.yaml", ring_of_six);
  const Output options = w.slackline("schedule ring.yaml --kind bbp --routes any --root switch9");
  CHECK(options.status == 2);
  CHECK(options.out.empty());
  CHECK_THAT(options.err, Contains("--kind: expected sss, hss or shift, found bbp") &&
                              Contains("--routes: expected network or tree, found any") &&
                              Contains("--root: expected the name of a switch, found switch9; did you mean switch0?") &&
                              Contains("nothing was checked"));
  const Output both = w.slackline("schedule ring.yaml --kind sss --read some.csv --tree t.csv --hosts host1,hots2");
  CHECK(both.status == 2);
  CHECK(both.out.empty());
  CHECK_THAT(both.err, Contains("--kind: given together with --read; give one of them") &&
                           Contains("--tree: has no effect without a tree; use it only with --routes tree") &&
                           Contains("--hosts: expected names of hosts, ") &&
                           Contains(", found hots2; did you mean host2?") && Contains("some.csv: "));
  const Output root = w.slackline("schedule ring.yaml --root swich3");
  CHECK_THAT(root.err, Contains("--root: expected the name of a switch, found swich3; did you mean switch3?"));
  CHECK_THAT(w.slackline("schedule ring.yaml --root centre").err,
             Contains("--root: expected the name of a switch, such as switch0, found centre"));
  CHECK(root.status == 2);
  w.write("bad.csv", "slot,from,to\n0,host0,host6\nx,host1,host2\n");
  const Output file = w.slackline("schedule ring.yaml --read bad.csv");
  CHECK(file.status == 2);
  CHECK_THAT(file.err, Contains("bad.csv:2:9: to: expected a host: a name, or a number from 0 to 5, found host6") &&
                           Contains("bad.csv:3:1: slot: expected integer from 0 to ") &&
                           Contains(", found x (not a decimal integer)") &&
                           Contains("2 errors in the input, nothing was checked"));
  CHECK(w.slackline("schedule ring.yaml --read none.csv").status == 2);
  CHECK(w.slackline("schedule none.yaml").status == 2);
  CHECK(w.slackline("schedule ring.yaml --quiet --out none/there.csv").status == 2);
}

TEST_CASE("schedule takes some of the hosts", "[song2005]") {
  const Workplace w;
  w.write("eight.yaml", eight);
  const Output output = w.slackline("schedule eight.yaml --kind sss --hosts 'host1,host[,5,host?' --quiet");
  CHECK(output.status == 2);
  const Output some = w.slackline("schedule eight.yaml --kind sss --hosts 'host6,1,host3'");
  CHECK(some.status == 0);
  CHECK_THAT(some.out, StartsWith("eight: sss, 3 hosts, 3 slots, 9 messages\n"
                                  "  slot\n"
                                  "     0  1 => 1  3 => 3  6 => 6\n"
                                  "     1  1 => 3  3 => 6  6 => 1\n"
                                  "     2  1 => 1  3 => 3  6 => 6\n"
                                  "  dependency      holds: each of 6 ordered pairs of hosts, 6 of them directly\n"
                                  "  conflict-free   along the network's routes: holds\n"
                                  "  estimated skew  "));
  CHECK(w.slackline("schedule eight.yaml --kind sss --hosts host1,host3,host6 --quiet --out three.csv").status == 0);
  CHECK(w.slackline("schedule eight.yaml --read three.csv --quiet").status == 3);
  CHECK(w.slackline("schedule eight.yaml --read three.csv --hosts host1,host3,host6 --quiet").status == 0);
  CHECK_THAT(w.slackline("schedule eight.yaml --hosts 'host[!7]' --quiet").err,
             Contains("--hosts: expected ") && Contains(", found host[!7]"));
  CHECK_THAT(w.slackline("schedule eight.yaml --hosts host1,host2,1 --quiet").err,
             Contains("--hosts: expected each host once, found 1 (given twice)"));
  CHECK_THAT(w.slackline("schedule eight.yaml --hosts '*' --quiet").out, StartsWith("eight: hss, 8 hosts"));
}

TEST_CASE("schedule takes a tree from a file", "[song2005]") {
  const Workplace w;
  w.write("ring.yaml", ring_of_six);
  w.write("line.csv",
          "switch,parent\nswitch0,switch1\nswitch1,switch2\nswitch2,switch3\nswitch3,switch4\nswitch4,switch5\n");
  const Output output = w.slackline("schedule ring.yaml --tree line.csv --quiet");
  CHECK_THAT(output.out, Contains("root switch5, 7 levels, 11 of 12 links") && Contains("along the tree: holds"));
  CHECK_THAT(w.slackline("schedule ring.yaml --tree line.csv --root switch2 --quiet").err,
             Contains("--root: given together with --tree, whose file has one; give one of them"));
  w.write("two.csv", "switch,parent\nswitch0,switch3\n");
  const Output wrong = w.slackline("schedule ring.yaml --tree two.csv --quiet");
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err,
             Contains("two.csv:2:9: parent: expected a switch to which a link leads from switch0, found switch3") &&
                 Contains("1 error in the input, nothing was checked"));
}

TEST_CASE("without options schedule checks what the experiment's interfaces use", "[song2005][quick]") {
  const Workplace w;
  w.write("fbs.yaml", std::string(ring_of_six) +
                          "endpoint: nic\nnic: { firmware: fbs, synchronization: { routes: tree, root: switch2 } }\n");
  const Output output = w.slackline("schedule fbs.yaml --quiet");
  CHECK(output.status == 0);
  CHECK_THAT(output.out,
             Contains("root switch2") && Contains("along the tree: holds") && !Contains("network's routes"));
  CHECK(w.slackline("schedule fbs.yaml --quiet --out own.csv").status == 0);
  CHECK_THAT(w.slackline("schedule fbs.yaml --routes network --root switch1 --quiet").out,
             Contains("root switch1") && Contains("along the network's routes: "));
  const Output file = w.slackline(
      "schedule fbs.yaml --set nic.synchronization.schedule=file --set nic.synchronization.schedule_file=own.csv "
      "--quiet");
  CHECK_THAT(file.out, StartsWith("ring: own.csv, 6 hosts"));
  CHECK(file.status == 0);
  CHECK_THAT(w.slackline("schedule fbs.yaml --set nic.synchronization.root=switch9 --quiet").err,
             Contains("nic.synchronization.root") && Contains("switch9") && Contains("did you mean switch0?"));
}
