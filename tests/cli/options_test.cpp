#include <catch2/catch.hpp>
#include <sstream>
#include <vector>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

TEST_CASE("wrong arguments give exit status 2 and a line with the reason", "[quick]") {
  struct Mistake {
    const char *arguments, *message;
  };
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\n");
  for (const auto& [arguments, message] : std::vector<Mistake>{
           {"", "slackline: no command given; try 'slackline --help'\n"},
           {"rnu x.yaml",
            "rnu is no command; expected run, explain, sweep, validate, study, schedule, firmware, describe, "
            "compare-engines, list or schema; did you mean run?"},
           {"--sed 4", "slackline: --sed is no option of slackline; expected a command: run, explain, "},
           {"''", "slackline: '' is no command; expected run, "},
           {"run", "slackline: FILE is required\ntry 'slackline run --help'\n"},
           {"run x.yaml y.yaml", "y.yaml is one argument too many for run"},
           {"run x.yaml --sedd 4", "--sedd is no option of run; did you mean --seed?"},
           {"run x.yaml --seed", "slackline: --seed: expected N, found nothing\ntry 'slackline run --help'\n"},
           {"run x.yaml --seed 1 --seed 2", "slackline: --seed: given more than once; expected each option once\n"},
           {"run x.yaml --seed -1",
            "--seed: run.seed: expected integer from 0 to 18446744073709551615, found -1 (negative)"},
           {"run x.yaml --seed 1.5",
            "--seed: run.seed: expected integer from 0 to 18446744073709551615, found 1.5 (not a decimal integer)"},
           {"run x.yaml --engine foo", "--engine: run.engine: expected fabric or signal, found foo"},
           {"run x.yaml --engine fabrik", "did you mean fabric?"},
           {"run x.yaml --engine ''", "--engine: run.engine: expected fabric or signal, found nothing\n"},
           {"run x.yaml --out ''", "slackline: --out : is no name of a folder\n"},
           {"run x.yaml --out /dev/null",
            "slackline: --out /dev/null: is not a folder; give a new folder or an empty one\n"},
           {"run ''",
            ": cannot be read: No such file or directory\nslackline: 1 error in the input, nothing was run\n"},
           {"run x.yaml --set", "slackline: --set: expected KEY=VALUE, found nothing\n"},
           {"run x.yaml --quiet=3", "slackline: --quiet: expected no value\n"},
           {"explain r --packet host1:1 --message host1:1",
            "slackline: --packet: given together with --message; give one of the two\n"},
           {"run x.yaml --set traffic.load", "slackline: --set: expected KEY=VALUE, found traffic.load\n"},
           {"run x.yaml --set traffic.load=",
            "--set traffic.load=: traffic.load: expected number from 0 to 1 (flits per cycle and host), found nothing"},
           {"run x.yaml --set traffic.load=2",
            "--set traffic.load=2: traffic.load: expected number from 0 to 1 (flits per cycle and host), found 2"},
           {"run x.yaml --set trafic.load=0.2", "trafic.load: unknown key; did you mean traffic.load?"},
           {"run x.yaml --set traffic=0.2", "traffic: a group of keys; expected pattern, "},
           {"run x.yaml --set =3", "--set =3: unknown key; expected schema_version, name, endpoint, "},
           {"run x.yaml --set a=1", "--set a=1: a: unknown key; expected schema_version, name, endpoint, "},
           {"run x.yaml --set load=0.2", "load: unknown key; did you mean traffic.load?"},
           {"run x.yaml --set run.zzzzzz=2", "run.zzzzzz: unknown key; expected engine, seed, warmup, "},
           {"run x.yaml --set topology.size=[3", "topology.size: not YAML: a comma or ] is missing before this\n"},
           {"run x.yaml --set 'topology.size=[3, x]'",
            "topology.size: expected list of 1 to 8 integers, each 1 to 1024 (switches), found x (not a decimal "
            "integer)"},
           {"run x.yaml --set run.seed=3 --seed 4", "--seed: run.seed: given twice, first by --set run.seed=3"},
           {"run x.yaml --set run.seed=3 --set run.seed=3",
            "--set run.seed=3: run.seed: given twice, first by --set run.seed=3; expected each key once\n"},
           {"run x.yaml --set 'faults=[{ kind: dead, link: nowhere }]'",
            "faults[0].link: expected name of one of the "},
           {"compare-engines --random 2 --set run.seed=3", "--set is for an experiment"},
           {"list engine",
            "engine is no topic; expected keys, registers, firmware, engines, topologies, routings, "
            "switch_routings, patterns"},
           {"list engines --markdown", "--markdown is for keys and registers"},
           {"compare-engines", "FILE is required"},
       }) {
    const Output output = w.slackline(arguments);
    INFO(arguments << "\n" << output.err);
    CHECK(output.status == 2);
    CHECK(output.out.empty());
    CHECK_THAT(output.err, Contains(message));
  }
  CHECK(w.entries() == 1);
}

TEST_CASE("every command has help with an example, and the program the version of its CMakeLists.txt", "[quick]") {
  const Workplace w;
  // The names in the list of --help.
  const std::string commands =
      w.shell("$slackline --help | sed '1,/^Subcommands:/d' | sed -nE 's/^  ([a-z-]+) .*/\\1/p' | tr '\\n' ' '").out;
  CHECK(commands == "run explain sweep validate study schedule firmware compare-engines describe list schema ");
  std::istringstream words(commands);
  for (std::string command; words >> command;) {
    const Output output = w.slackline(command + " --help");
    CHECK(output.status == 0);
    CHECK(output.err.empty());
    CHECK_THAT(output.out, Contains("Example") && Contains(":\n  slackline " + command));
  }
  const Output version = w.slackline("--version");
  CHECK(version.status == 0);
  // "project(Slackline\n  VERSION 1.2.3": a line of its own.
  const std::string number =
      w.shell("sed -nE 's/^  VERSION ([0-9.]+)$/\\1/p' '" + in_repository("CMakeLists.txt") + "'").out;
  REQUIRE(number.size() >= 6);
  CHECK_THAT(version.out, Catch::Matchers::StartsWith("slackline " + number.substr(0, number.size() - 1) + " ("));
}

TEST_CASE("list shows what a configuration may contain") {
  const Workplace w;
  CHECK_THAT(w.slackline("list").out, Contains("slackline list keys") && Contains("round_robin, matrix, "));
  CHECK_THAT(w.slackline("list engines").out, Contains("run.engine:\n  fabric  flat arrays"));
  CHECK_THAT(w.slackline("list keys").out, Contains("switch.buffer.flits\n    integer from 1 to 32768 (flits), or an "
                                                    "amount of data such as `64 B`; default: 64\n"));
}

TEST_CASE("docs/configuration.md is what `slackline list keys --markdown` prints") {
  const Workplace w;
  INFO("renew it: build/slackline list keys --markdown > docs/configuration.md");
  const Output page = w.slackline("list keys --markdown");
  CHECK(page.status == 0);
  CHECK(w.shell("cat '" + in_repository("docs/configuration.md") + "'").out == page.out);
}

TEST_CASE("docs/nic-registers.md is what `slackline list registers --markdown` prints", "[quick]") {
  const Workplace w;
  const Output page = w.slackline("list registers --markdown");
  CHECK(page.status == 0);
  CHECK_THAT(page.out, Contains("| 0x100..0x10c | `RX_FREE[4]` | wo |"));
  CHECK(w.shell("cat '" + in_repository("docs/nic-registers.md") + "'").out == page.out);
}

TEST_CASE("list registers and list firmware show what a network interface has and runs") {
  const Workplace w;
  CHECK_THAT(w.slackline("list registers").out, Contains("0x1a0         TX_PUSH                wo  appends"));
  CHECK_THAT(w.slackline("list firmware").out, Contains("unicast                 messages in packets"));
}

TEST_CASE("the option --set overrides a key, or a list, of the file") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\ntraffic: { load: 0.1 }\nrun: { max_cycles: 2000 }\n");
  const Output output = w.slackline(
      "run x.yaml --json --set traffic.load=0.25 --set 'topology.size=[3, 2]' --set name='a: b' --set "
      "'faults=[{ kind: dead, link: link_host0_to_switch0_p4, from: 1999 }]'");
  INFO(output.err);
  CHECK(output.status == 0);
  for (const char* part : {"\"load\": 0.25", "\"hosts\": 6", "\"name\": \"a: b\"", "\"kind\": \"dead\""})
    CHECK_THAT(output.out, Contains(part));
}
