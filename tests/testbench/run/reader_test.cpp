#include "testbench/run/experiment.hpp"

#include <catch2/catch.hpp>

#include "tests/support/reading.hpp"

using namespace slackline::features;
using slackline::test::errors_of;
using slackline::test::places;
using slackline::test::read;
using slackline::test::version;

namespace {

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("every key is read into the experiment", "[quick]") {
  const ExperimentReading reading = read(R"(
schema_version: 1
name: all keys
clock:    { period: 6.25 ns }
topology: { kind: mesh, size: [4, 2, 3], hosts_per_switch: 2 }
routing:  { kind: dimension_order }
link:     { delay: 17 ns }
switch:
  buffer: { flits: 80, flow_control: stop_go, stop_at: 60, go_at: 30 }
  arbiter: matrix
  delay:  { header: 9, data: 4, arbitration: 3, crossbar: 2, flow_control: 1 }
traffic:  { pattern: uniform, load: 0.25, packet: { flits: 5 } }
run:      { engine: signal, seed: 18446744073709551615, warmup: 10, max_cycles: 20 }
)");
  REQUIRE(reading.errors.empty());
  const Experiment& e = reading.experiment;
  CHECK(e.run.name == "all keys");
  CHECK(e.clock_period == Time{25, 4});
  CHECK(e.topology.size == std::vector<std::uint64_t>{4, 2, 3});
  CHECK(e.topology.hosts_per_switch == 2);
  CHECK(*e.link.delay.time == Time{17, 1});
  CHECK(e.switches.buffer_flits == 80);
  CHECK(e.switches.stop_at == 60u);
  CHECK(e.switches.go_at == 30u);
  CHECK(e.switches.arbiter == slackline::router_arbiter::Policy::matrix);
  CHECK(e.switches.header_delay.cycles == 9);
  CHECK(e.switches.data_delay.cycles == 4);
  CHECK(e.switches.arbitration.cycles == 3);
  CHECK(e.switches.crossbar.cycles == 2);
  CHECK(e.switches.fc_delay.cycles == 1);
  CHECK(e.traffic.load == 0.25);
  CHECK(e.packet.flits == 5);
  CHECK(e.run.engine == Engine::signal);
  CHECK(e.run.seed == ~std::uint64_t{0});
  CHECK(e.run.warmup == 10);
  CHECK(e.run.max_cycles == 20);
}

TEST_CASE("an option overrides the file, the file overrides the default") {
  CHECK(read(version).experiment.run.seed == 1);
  CHECK(read(version + "run: { seed: 5 }").experiment.run.seed == 5);
  const ExperimentReading reading = read(version + "run: { seed: 5 }", {{"--seed", "run.seed", "9"}});
  CHECK(reading.errors.empty());
  CHECK(reading.experiment.run.seed == 9);
}

TEST_CASE("an error in an option names the option") {
  const ExperimentReading reading = read(version, {{"--seed", "run.seed", "-1"}, {"--set", "run.sed", "1"}});
  REQUIRE(reading.errors.size() == 2);
  CHECK(to_string(reading.errors[1]) ==
        "--seed: run.seed: expected integer from 0 to 18446744073709551615, found -1 (negative)");
  CHECK(to_string(reading.errors[0]) == "--set: run.sed: unknown key; did you mean run.seed?");
}

TEST_CASE("all errors of a file are found at once") {
  CHECK(places(errors_of("name: ''\nswitch: { bufer: 3, arbiter: matrx }\nrun:\n")) ==
        Lines{"test.yaml:1:7: name", "test.yaml:2:11: switch.bufer", "test.yaml:2:30: switch.arbiter",
              "test.yaml:3:1: run", "test.yaml: schema_version"});
}

TEST_CASE("an unknown key names the nearest key of its level") {
  CHECK(errors_of(version + "clock:\n  perod: 3 ns\n") ==
        Lines{"test.yaml:3:3: clock.perod: unknown key; expected period; did you mean clock.period?"});
}

TEST_CASE("a key at the wrong level is shown its place", "[quick]") {
  const Lines errors = errors_of(version + "load: 0.1\n");
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].find("did you mean traffic.load?") != std::string::npos);
}

TEST_CASE("a misspelt key causes no errors in keys that depend on it") {
  // With flits at its default of 64 stop_at would be too high.
  CHECK(places(errors_of(version + "switch: { buffer: { flts: 128, stop_at: 100 } }")) ==
        Lines{"test.yaml:2:21: switch.buffer.flts"});
  CHECK(
      places(errors_of(version + "topology: { sise: [2] }\ntraffic: { pattern: permutation, permutation: [1, 0] }")) ==
      Lines{"test.yaml:2:13: topology.sise"});
  CHECK(places(errors_of(version + "run: { max_cycle: 500000, warmup: 200000 }")) ==
        Lines{"test.yaml:2:8: run.max_cycle"});
}

TEST_CASE("a key given twice is an error, and so is a group of keys") {
  CHECK(errors_of(version + "run: { seed: 1, seed: 2 }") ==
        Lines{"test.yaml:2:17: run.seed: given twice, first in line 2; expected each key once"});
  CHECK(errors_of(version + "run: { seed: 1 }\nrun: { warmup: 2 }\n") ==
        Lines{"test.yaml:3:1: run: given twice, first in line 2; expected each key once"});
}

TEST_CASE("a scalar, a list and a map are not mistaken for one another") {
  CHECK(errors_of(version + "topology: { size: 8 }") ==
        Lines{"test.yaml:2:19: topology.size: expected list of 1 to 8 integers, each 1 to 1024 (switches), found 8"});
  CHECK(places(errors_of(version + "run: { seed: [1] }")) == Lines{"test.yaml:2:14: run.seed"});
  CHECK(places(errors_of(version + "run: { seed: { value: 1 } }")) == Lines{"test.yaml:2:14: run.seed"});
  CHECK(errors_of(version + "run: 1") == Lines{"test.yaml:2:6: run: expected map of engine, seed, warmup, max_cycles, "
                                               "relative_error, packet_log, windows, watchdog, found 1"});
  CHECK(places(errors_of("- schema_version: 1")) == Lines{"test.yaml:1:1: expected a map of keys"});
  CHECK(places(errors_of("? [a]\n: 1\nschema_version: 1")) == Lines{"test.yaml:1:3: a list as a key"});
}

TEST_CASE("a number in quotation marks is text") {
  CHECK(errors_of(version + "run: { seed: '5' }") ==
        Lines{"test.yaml:2:14: run.seed: expected integer from 0 to 18446744073709551615, found \"5\" (text in "
              "quotation marks)"});
  CHECK(errors_of(version + "name: '5'").empty());
}

TEST_CASE("schema_version is missing only where it is", "[quick]") {
  CHECK(errors_of("name: x") == Lines{"test.yaml: schema_version: missing; expected 1"});
  CHECK(errors_of("schema_version: 2\n") == Lines{"test.yaml:1:17: schema_version: expected 1, found 2"});
}

TEST_CASE("a name is one line of up to 100 characters", "[quick]") {
  CHECK(errors_of(version + "name: " + std::string(100, 'x')).empty());
  CHECK(places(errors_of(version + "name: " + std::string(101, 'x'))) == Lines{"test.yaml:2:7: name"});
  CHECK(places(errors_of(version + "name: \"two\\nlines\"")) == Lines{"test.yaml:2:7: name"});
  CHECK(places(errors_of(version + "name: \"\\e[31m\"")) == Lines{"test.yaml:2:7: name"});
  CHECK(errors_of(version + "name: \"a\\u202Eb\"") ==
        Lines{"test.yaml:2:7: name: expected text of 1 to 100 characters, found \"a\\u202eb\" (not one line of text: "
              "U+202E is in it)"});
  CHECK(places(errors_of(version + "name: \"\\uD800\"")) == Lines{"test.yaml:2:14: not YAML"});
}

TEST_CASE("of a list full of errors the first ten are reported") {
  std::string items = "[x";
  for (int i = 0; i < 1000; ++i) items += ", x";
  CHECK(errors_of(version + "traffic: { pattern: permutation, permutation: " + items + "] }").size() == 10);
}

TEST_CASE("an option may hold words that begin files of other formats", "[quick]") {
  for (const char* name : {"router", "node", "SW 1 1 0x1", "OTF2"})
    CHECK(read("schema_version: 1\n", {{"--set", "name", name}}).errors.empty());
}
