#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"
#include "tests/support/skip.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

const char recorded_mesh[] = R"(schema_version: 1
clock: { period: 6.25 ns }
topology: { size: [3, 2] }
switch: { buffer: { flits: 16 } }
traffic: { load: 0.4, packet: { flits: 5 } }
run: { warmup: 20, max_cycles: 300 }
)";

/// The experiment with one line of waves, a flow map with these settings.
std::string with_waves(const std::string& settings) { return recorded_mesh + ("waves: { " + settings + " }\n"); }

/// The number of times in a dump. A run of 300 cycles dumped from the first has 301: the cycle number changes in each,
/// and the end is the last one.
std::size_t times_of(const std::string& dump) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = dump.find("\n#", at)) != std::string::npos; ++at) ++times;
  return times;
}

bool has_gtkwave(const Workplace& w) { return w.shell("command -v vcd2fst && command -v fst2vcd").status == 0; }

}  // namespace

TEST_CASE("run --waves writes a dump, its save file and filters, the same on both engines", "[quick]") {
  const Workplace w;
  w.write("small.yaml", recorded_mesh);
  const Output output = w.slackline("run small.yaml --quiet --waves a.vcd");
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  REQUIRE(w.slackline("run small.yaml --quiet --waves b.vcd --engine signal").status == 0);
  const std::string dump = w.read("a.vcd");
  CHECK(times_of(dump) == 301);
  CHECK_THAT(dump, Catch::EndsWith("\n#187500\n"));                    // 300 cycles of 625 times 10 ps
  CHECK(w.shell("grep -c 'scope module link_' a.vcd").out == "26\n");  // both directions of 7 links and of 6 hosts'
  CHECK((dump == w.read("b.vcd")));
  CHECK_THAT(w.read("a.gtkw"), Contains("[dumpfile] \"a.vcd\"") && Contains("longest stall"));
  CHECK_THAT(w.read("a.kinds"), Contains("head"));
  CHECK_THAT(w.read("a.stalls"), Contains("lost_arbitration"));
  CHECK_THAT(w.read("a.packets"), Contains("30000 host3:0\n"));
  CHECK(w.entries() == 11);  // the experiment; .vcd, .gtkw, .kinds, .stalls and .packets of a and of b
}

TEST_CASE("a dump of network interfaces comes with the words for their handlers and engines, other dumps do not",
          "[quick]") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\nendpoint: nic\ntopology: { size: [2] }\nrun: { max_cycles: 200 }\n");
  REQUIRE(w.slackline("run x.yaml --quiet --waves a.vcd --set run.warmup=0").status == 0);
  CHECK_THAT(w.read("a.handlers"), Contains("RX_HEADER"));
  CHECK_THAT(w.read("a.engines"), Contains("waiting_for_slot"));
  CHECK_THAT(w.read("a.gtkw"), Contains("^1 a.handlers\n") && Contains("^1 a.engines\n"));
  REQUIRE(w.slackline("run x.yaml --quiet --waves b.vcd --set run.warmup=0 --set endpoint=generator").status == 0);
  CHECK_FALSE(w.exists("b.handlers"));
  CHECK_FALSE(w.exists("b.engines"));
}

TEST_CASE("waves change nothing of the result", "[quick]") {
  const Workplace w;
  w.write("small.yaml", recorded_mesh);
  REQUIRE(w.slackline("run small.yaml --out with --quiet --waves a.vcd").status == 0);
  REQUIRE(w.slackline("run small.yaml --out without --quiet").status == 0);
  CHECK(w.read("with/result.json") == w.read("without/result.json"));
}

TEST_CASE("a dump is written next to the file that names it, or in the current folder if the command line names it") {
  const Workplace w;
  REQUIRE(w.shell("mkdir there").status == 0);
  w.write("there/x.yaml", with_waves("file: x.vcd, scope: [switch1, \"host?\"], from: 100, to: 110"));
  REQUIRE(w.slackline("run there/x.yaml --quiet").status == 0);
  CHECK(w.exists("there/x.vcd"));
  CHECK(w.exists("there/x.gtkw"));
  const std::string dump = w.read("there/x.vcd");
  CHECK_THAT(dump, Contains("$timescale 10 ps $end") && Contains("$scope module switch1 $end") &&
                       Contains("$scope module host5 $end") && !Contains("switch0") && !Contains("link_"));
  CHECK_THAT(dump, Contains("\n#62500\n$dumpvars") && Contains("\n#68125\n") && Contains("\n#68750\n"));
  CHECK_THAT(dump, Catch::EndsWith("#68750\n"));
  REQUIRE(w.slackline("run there/x.yaml --quiet --waves y.vcd").status == 0);
  CHECK((w.read("y.vcd") == dump));
}

TEST_CASE("errors of waves are reported with their place and a suggestion") {
  const Workplace w;
  const auto says = [&](const std::string& settings) {
    w.write("x.yaml", with_waves(settings));
    const Output output = w.slackline("run x.yaml --quiet");
    CHECK(output.status == 2);
    CHECK_FALSE(w.exists("x.vcd"));
    return output.err;
  };
  CHECK_THAT(says("file: x.vcd, scope: [\"*\", swich3]"),
             Contains("x.yaml:7:36: waves.scope: expected globs over switches, ") &&
                 Contains(", found swich3 (matches nothing); did you mean switch3?"));
  CHECK_THAT(says("file: x.vcd, scope: [switch3.port9]"), Contains("matches nothing"));
  CHECK_THAT(says("file: x.vcd, from: 300"),
             Contains("x.yaml:7:29: waves.from: expected below run.max_cycles (300), found 300"));
  CHECK_THAT(says("file: x.vcd, from: 7, to: 7"), Contains("waves.to: expected more than waves.from (7), found 7"));
  for (const char* name : {"x.gtkw", "x.yaml", "vcd", "x.fst.gz"})
    CHECK_THAT(says("file: " + std::string(name)),
               Contains("waves.file: expected a name that ends in .vcd or .fst, found " + std::string(name)));
  CHECK_THAT(says("file: no/such/x.vcd"), Contains("no/such/x.vcd: cannot be written"));
  CHECK_THAT(says("fill: x.vcd"), Contains("did you mean waves.file?"));
}

TEST_CASE("cycles around a trigger are refused without a trigger, and then not in the resolved experiment") {
  const Workplace w;
  const auto says = [&](const std::string& settings, const std::string& options = "") {
    w.write("x.yaml", with_waves(settings));
    const Output output = w.slackline("run x.yaml --quiet " + options);
    CHECK(output.status == 2);
    CHECK_FALSE(w.exists("x.vcd"));
    return output.err;
  };
  const std::string why = ": has no effect without waves.trigger; use it only with waves.trigger";
  CHECK_THAT(says("file: x.vcd, before: 20"), Contains("x.yaml:7:31: waves.before" + why) && Contains("1 error"));
  CHECK_THAT(says("file: x.vcd, after: 0"), Contains("x.yaml:7:30: waves.after" + why));
  CHECK_THAT(says("file: x.vcd, every: true, before: 3, after: 4"),
             Contains("waves.before" + why) && Contains("waves.after" + why) && Contains("waves.every" + why) &&
                 Contains("3 errors"));
  CHECK_THAT(says("file: x.vcd", "--set waves.every=true"), Contains("--set waves.every=true: waves.every" + why));
  w.write("x.yaml", with_waves("file: x.vcd"));
  REQUIRE(w.slackline("run x.yaml --quiet --out results").status == 0);
  CHECK_THAT(w.read("results/resolved.yaml"), Contains("waves:") && !Contains("before:") && !Contains("every:"));
  CHECK(w.slackline("run results/resolved.yaml --quiet").status == 0);
  w.write("x.yaml", with_waves("file: x.vcd, before: 3, after: 4, every: true, trigger: [{ kind: stall, cycles: 9 }]"));
  REQUIRE(w.slackline("run x.yaml --quiet --out again").status == 0);
  CHECK_THAT(w.read("again/resolved.yaml"),
             Contains("before: 3\n") && Contains("after: 4\n") && Contains("every: true"));
}

TEST_CASE("a run that is interrupted leaves what it has written as a partial dump") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\nrun: { max_cycles: 1000000000000 }\nwaves: { scope: [host0] }\n");
  // Twice: `timeout` signals the process, and then its group.
  const Output output =
      w.interrupted("run x.yaml --quiet --waves x.vcd", Workplace::is_in_cycle_1000, "kill -INT $pid; kill -INT $pid");
  CHECK(output.status == 130);
  CHECK_THAT(output.err, Contains("interrupted in cycle") && Contains("x.vcd.partial"));
  CHECK_FALSE(w.exists("x.vcd"));
  CHECK_FALSE(w.exists("x.gtkw"));
  CHECK_THAT(w.read("x.vcd.partial"), Contains("$enddefinitions") && Contains("#1000\n"));
}

TEST_CASE("a dump of more than a gigabyte is announced before the run") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\nrun: { max_cycles: 2000000 }\ntraffic: { load: 0.2 }\n");
  const Output output = w.interrupted("run x.yaml --quiet --waves x.vcd 2> says", "[ -s says ]");
  CHECK(output.status == 130);
  CHECK_THAT(w.read("says"),
             Contains("x.vcd will have about ") && Contains(" GB; waves.scope, waves.from and waves.to"));
}

TEST_CASE("vcd2fst and fst2vcd preserve every change of a dump") {
  const Workplace w;
  if (!has_gtkwave(w)) return skip("no gtkwave, and so neither vcd2fst nor fst2vcd");
  w.write("small.yaml", recorded_mesh);
  REQUIRE(w.slackline("run small.yaml --quiet --waves a.vcd").status == 0);
  REQUIRE(w.shell("vcd2fst a.vcd a.fst && fst2vcd a.fst > back.vcd").status == 0);
  // The codes and the order within a time differ: the test compares lines by time, with the variables' names.
  w.write("changes.awk", R"AWK(
    $1 == "$scope" { path[++depth] = $3 }
    $1 == "$upscope" { --depth }
    $1 == "$var" { name = ""; for (i = 1; i <= depth; ++i) name = name path[i] "."; names[$4] = name $5; wide[$4] = $3 }
    /^#/ { time = $1 }
    /^b/ { v = substr($1, 2); sub(/^0+/, "", v); if (v ~ /^[xz]+$/) v = substr(v, 1, 1); print time, names[$2], v }
    /^[01xz]/ { print time, names[substr($1, 2)], (substr($1, 1, 1) == "0" ? "" : substr($1, 1, 1)) }
  )AWK");
  CHECK(
      w.shell("for f in a back; do awk -f changes.awk $f.vcd | sort > $f.txt; done; wc -l < a.txt; cmp a.txt back.txt")
          .status == 0);
  // As many lines as the dump has changes.
  CHECK(w.shell("sed '1,/enddefinitions/d' a.vcd | grep -c '^[01xzb]'").out == w.shell("wc -l < a.txt").out);
  CHECK(times_of(w.read("a.vcd")) == 301);
}

TEST_CASE("a dump with a name in .fst is written in that format, with the files next to it") {
  const Workplace w;
  if (!has_gtkwave(w)) return skip("no gtkwave, and so neither vcd2fst nor fst2vcd");
  w.write("small.yaml", recorded_mesh);
  REQUIRE(w.slackline("run small.yaml --quiet --waves a.vcd").status == 0);
  const Output output = w.slackline("run small.yaml --quiet --waves b.fst");
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK(w.entries() == 11);  // a.* and b.*, five each
  CHECK_THAT(w.read("b.gtkw"), Contains("[dumpfile] \"b.fst\""));
  CHECK(w.shell("vcd2fst a.vcd a.fst && fst2vcd a.fst | tail -n +9 > a.txt && fst2vcd b.fst | tail -n +9 > b.txt && "
                "cmp a.txt b.txt")
            .status == 0);
  CHECK(times_of(w.read("b.txt")) >= 300);  // the end may be missing: nothing changes then
}

TEST_CASE("without vcd2fst a name in .fst is refused before the run", "[quick]") {
  const Workplace w;
  w.write("small.yaml", recorded_mesh);
  const Output output = w.shell("PATH=/nowhere $slackline run small.yaml --quiet --waves b.fst");
  CHECK(output.status == 2);
  CHECK_THAT(output.err, Contains("waves: b.fst: needs vcd2fst, which is not installed") && Contains("gtkwave"));
  CHECK(w.entries() == 1);
}

TEST_CASE("a vcd2fst that fails is reported, and the dump stays", "[quick]") {
  const Workplace w;
  w.write("small.yaml", recorded_mesh);
  w.write("vcd2fst", "#!/bin/sh\nexit 7\n");
  const Output output = w.shell("chmod +x vcd2fst; PATH=$PWD:$PATH $slackline run small.yaml --quiet --waves b.fst");
  CHECK(output.status == 1);
  CHECK_THAT(output.err, Contains("b.fst: ") && Contains("vcd2fst ended with status 7; the dump is in b.partial.vcd"));
  CHECK_THAT(w.read("b.partial.vcd"), Contains("$enddefinitions"));
  CHECK_FALSE(w.exists("b.fst"));
}

TEST_CASE("a vcd2fst that is killed while it writes leaves no file behind", "[quick]") {
  const Workplace w;
  w.write("small.yaml", recorded_mesh);
  w.write("vcd2fst", "#!/bin/sh\necho half > \"$4\"; echo half > \"$4.hier\"; kill -INT $$\n");
  const Output output = w.shell("chmod +x vcd2fst; PATH=$PWD:$PATH $slackline run small.yaml --quiet --waves b.fst");
  CHECK(output.status == 1);
  CHECK_THAT(output.err, Contains("vcd2fst was ended by signal 2; the dump is in b.partial.vcd"));
  CHECK(w.entries() == 3);
}

TEST_CASE("an interrupted run leaves a dump with a name in .fst as a .vcd") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\nrun: { max_cycles: 1000000000000 }\nwaves: { scope: [host0] }\n");
  w.write("vcd2fst", "");
  REQUIRE(w.shell("chmod +x vcd2fst").status == 0);
  const Output output = w.shell(
      "PATH=$PWD:$PATH $slackline run x.yaml --quiet --waves x.fst & pid=$!; until grep -q '^#1000$' x.partial.vcd; do "
      "sleep 0.05; done; kill -INT $pid; wait $pid");
  CHECK(output.status == 130);
  CHECK_THAT(output.err, Contains("up to here they are in x.partial.vcd"));
  CHECK_THAT(w.read("x.partial.vcd"), Contains("$enddefinitions") && Contains("#1000\n"));
  CHECK(w.entries() == 3);
}

TEST_CASE("a dump above the limit on file sizes is reported like any that cannot be written", "[quick]") {
  const Workplace w;
  w.write("small.yaml", recorded_mesh);
  const Output output = w.shell("ulimit -f 64; $slackline run small.yaml --quiet --waves a.vcd");
  CHECK(output.status == 1);
  CHECK(output.err ==
        "slackline: waves: a.vcd: cannot be written: File too large; what could be written is in a.vcd.partial\n");
  CHECK_FALSE(w.exists("a.vcd"));
  w.write("vcd2fst", "");
  const Output fst =
      w.shell("chmod +x vcd2fst; ulimit -f 64; PATH=$PWD:$PATH $slackline run small.yaml --quiet --waves b.fst");
  CHECK(fst.status == 1);
  CHECK(fst.err ==
        "slackline: waves: b.fst: cannot be written: File too large; what could be written is in b.partial.vcd\n");
}

TEST_CASE("a save file that has been changed stays, and that of the run is written next to it") {
  const Workplace w;
  w.write("small.yaml", recorded_mesh);
  const std::string run = "run small.yaml --quiet --waves a.vcd";
  REQUIRE(w.slackline(run).status == 0);
  const std::string written = w.read("a.gtkw");
  REQUIRE(w.slackline(run + " --set run.seed=2").err.empty());
  CHECK(w.read("a.gtkw") != written);
  CHECK_FALSE(w.exists("a.new.gtkw"));
  const std::string changed = w.read("a.gtkw") + "@200\n-mine\n";
  w.write("a.gtkw", changed);
  const Output output = w.slackline(run);
  CHECK(output.status == 0);
  CHECK(output.err ==
        "slackline: waves: a.gtkw has been changed since it was written, and stays; that of this run is a.new.gtkw\n");
  CHECK(w.read("a.gtkw") == changed);
  CHECK_THAT(w.read("a.new.gtkw"),
             Contains("[savefile] \"a.new.gtkw\"") && Contains("[dumpfile] \"a.vcd\"") && !Contains("mine"));
}

TEST_CASE("if no trigger fires, the dump of an earlier run is renamed, which is reported", "[quick]") {
  const Workplace w;
  const std::string trigger = "file: x.vcd, trigger: [{ kind: stall, cycles: ";
  w.write("x.yaml", with_waves(trigger + "1 }]"));
  REQUIRE(w.slackline("run x.yaml --quiet").status == 0);
  REQUIRE(w.exists("x.vcd"));
  const std::string dump = w.read("x.vcd");
  w.write("x.yaml", with_waves(trigger + "100000 }]"));
  CHECK(w.slackline("run x.yaml --quiet").err ==
        "slackline: waves: no trigger fired; x.vcd is not written, and that of an earlier run is x.vcd.old now\n");
  CHECK_FALSE(w.exists("x.vcd"));
  CHECK((w.read("x.vcd.old") == dump));
}

TEST_CASE("a run reports what a trigger has written, the same on both engines") {
  const Workplace w;
  w.write("x.yaml", with_waves("file: x.vcd, before: 20, after: 10, trigger: [{ kind: packet, packet: \"host2:3\", at: "
                               "arrived }]"));
  const Output output = w.slackline("run x.yaml --quiet --out results --set run.packet_log=true");
  CHECK(output.status == 0);
  // The last cell of the packet's line in the log is the cycle in which it arrived.
  const std::uint64_t arrived = std::stoull(w.shell("grep '^2,3,' results/packets.csv | sed 's/.*,//'").out);
  CHECK_THAT(output.err, Contains("slackline: waves: packet host2:3 arrived in cycle " + std::to_string(arrived)));
  const std::string dump = w.read("x.vcd");
  CHECK_THAT(dump, Contains("\n#" + std::to_string(625 * (arrived - 20)) + "\n$dumpvars"));
  CHECK_THAT(dump, Catch::EndsWith("\n#" + std::to_string(625 * (arrived + 10 + 1)) + "\n"));
  CHECK(times_of(dump) == 20 + 1 + 10 + 1);  // cycles before and after, and the end
  REQUIRE(w.slackline("run x.yaml --quiet --waves y.vcd --engine signal").status == 0);
  CHECK((dump == w.read("y.vcd")));
}

TEST_CASE("if no trigger fires, nothing is written, which is reported") {
  const Workplace w;
  w.write("x.yaml", with_waves("file: x.vcd, trigger: [{ kind: error }, { kind: deadlock }]"));
  const Output output = w.slackline("run x.yaml --quiet");
  CHECK(output.status == 0);
  CHECK(output.err == "slackline: waves: no trigger fired; x.vcd is not written\n");
  CHECK(w.entries() == 1);
}

TEST_CASE("all errors of triggers are reported at once, each with its place") {
  const Workplace w;
  w.write("x.yaml", recorded_mesh + std::string("waves:\n  file: x.vcd\n  trigger:\n"
                                                "    - { kind: stop, link: link_switch0_p0_to_switch1_p9, vc: 3 }\n"
                                                "    - { kind: stop }\n"
                                                "    - { kind: packet, packet: \"hots3:1\", at: swich3 }\n"
                                                "    - { kind: packet, packet: \"host3:x\" }\n"
                                                "    - { kind: stall, vc: 3 }\n"
                                                "    - { kind: jam }\n"));
  const Output output = w.slackline("run x.yaml --quiet");
  CHECK(output.status == 2);
  CHECK_THAT(
      output.err,
      Contains("x.yaml:10:27: waves.trigger[0].link: expected name of one of the ") &&
          Contains(", found link_switch0_p0_to_switch1_p9; did you mean ") &&
          Contains("x.yaml:10:62: waves.trigger[0].vc: expected below switch.virtual_channels (1), or any, found 3"));
  CHECK_THAT(output.err, Contains("x.yaml:11:7: waves.trigger[1].link: missing"));
  CHECK_THAT(output.err, Contains("x.yaml:12:31: waves.trigger[2].packet: expected host0 .. host5, a colon, and the "
                                  "packet's number there, found hots3:1 (hots3 is no host); did you mean host3?"));
  CHECK_THAT(output.err, Contains("waves.trigger[2].at: expected created, sent, arrived, or a switch: switch0 .. "
                                  "switch5, found swich3; did you mean switch3?"));
  CHECK_THAT(
      output.err,
      Contains("x.yaml:13:31: waves.trigger[3].packet: expected host3:N, with N from 0 to 4294967295, found host3:x"));
  CHECK_THAT(output.err, Contains("waves.trigger[4].vc: has no effect with kind: stall; use it only with kind: stop"));
  CHECK_THAT(
      output.err,
      Contains("x.yaml:15:15: waves.trigger[5].kind: expected packet, stall, stop, error or deadlock, found jam"));
  CHECK_THAT(output.err, Contains("8 errors"));
  w.write("x.yaml", with_waves("file: x.vcd, trigger: [{ kind: packet, packet: \"host3:1\", at: created }]"));
  CHECK_THAT(w.slackline("run x.yaml --set traffic.response.flits=3").err,
             Contains(", found created (with traffic.response"));
  w.write("x.yaml", with_waves("file: x.vcd, trigger: [{ kind: deadlock }]"));
  CHECK_THAT(
      w.slackline("run x.yaml --set run.watchdog=0").err,
      Contains("deadlock has no effect with run.watchdog: 0; use it only where run.watchdog looks for deadlocks"));
}

TEST_CASE("packets of a program fire triggers when they are sent, not when they are created") {
  const Workplace w;
  w.write("two.txt", "0 init\n0 send 1 7 400\n0 finalize\n1 init\n1 recv 0 7 400\n1 finalize\n");
  const auto run = [&](const std::string& place) {
    w.write("x.yaml",
            "schema_version: 1\nclock: { period: 2 ns }\ntopology: { size: [2, 2] }\ntraffic: { trace: two.txt, speed: "
            "1 Gflop/s }\n"
            "waves: { file: x.vcd, trigger: [{ kind: packet, packet: \"host0:1\", at: " +
                place + " }] }\n");
    return w.slackline("run x.yaml --quiet");
  };
  const Output refused = run("created");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err,
             Contains("x.yaml:5:72: waves.trigger[0].at: expected sent, a switch's name or arrived (packets of a "
                      "program are numbered when they are sent), found created (with traffic.trace)"));
  CHECK_FALSE(w.exists("x.vcd"));
  // The 8 flits of host0:0 go first; a flit is on the link for a cycle. Two switches, three links, and 8 flits.
  using Firing = std::pair<const char*, const char*>;
  for (const auto& [place, said] : {Firing("sent", "sent in cycle 8: "), Firing("switch0", "at switch0 in cycle 9: "),
                                    Firing("arrived", "arrived in cycle 20: ")}) {
    const Output output = run(place);
    INFO(output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.err, Contains(std::string("slackline: waves: packet host0:1 ") + said));
  }
}

TEST_CASE("a run with an error leaves the waveforms around it among its results, and names them") {
  const Workplace w;
  w.write("x.yaml",
          recorded_mesh + std::string("faults: [{ kind: drop, link: link_switch0_p0_to_switch1_p1, from: 100 }]\n"));
  const Output output = w.slackline("run x.yaml --quiet --out results");
  CHECK(output.status == 3);
  CHECK_THAT(output.err, Contains("slackline: waveforms of the first error: results/error.vcd"));
  CHECK_THAT(w.read("results/error.vcd"), Contains("$enddefinitions"));
  CHECK_THAT(w.read("results/manifest.json"), Contains("error.vcd") && Contains("error.gtkw"));
  const std::string how = "slackline: --out DIR writes waveforms of how this happened; then `slackline explain DIR";
  CHECK_THAT(output.err, !Contains(how));
  CHECK_THAT(w.slackline("run x.yaml --quiet").err, Contains(how) && Catch::EndsWith("a packet\n"));
  CHECK_THAT(w.slackline("run x.yaml --quiet --set run.max_cycles=90").err, !Contains(how));
  CHECK(w.slackline("run x.yaml --quiet --out again --engine signal").status == 3);
  for (const char* file : {"error.vcd", "error.gtkw"})
    CHECK((w.read("again/" + std::string(file)) == w.read("results/" + std::string(file))));
}
