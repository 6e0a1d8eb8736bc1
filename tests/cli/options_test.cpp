#include <catch2/catch.hpp>
#include <vector>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

TEST_CASE("wrong arguments end with 2 and a line that says why") {
  struct Mistake {
    const char *arguments, *message;
  };
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\n");
  for (const auto& [arguments, message] : std::vector<Mistake>{
           {"", "A subcommand is required"},
           {"rnu x.yaml", "rnu is no command; allowed: run, sweep, compare-engines, describe, list; did you mean run?"},
           {"--sed 4", "--sed is no command"},
           {"run", "FILE is required"},
           {"run x.yaml y.yaml", "y.yaml is one argument too many for run"},
           {"run x.yaml --sed 4", "--sed is no option of run; did you mean --seed?"},
           {"run x.yaml --seed", "--seed"},
           {"run x.yaml --seed 1 --seed 2", "--seed"},
           {"run x.yaml --seed -1", "--seed: run.seed: -1 (negative); allowed: integer from 0 to 18446744073709551615"},
           {"run x.yaml --seed 1.5", "--seed: run.seed: 1.5 (not a decimal integer)"},
           {"run x.yaml --engine foo", "--engine: run.engine: foo; allowed: fabric, signal"},
           {"run x.yaml --engine fabrik", "did you mean fabric?"},
           {"run x.yaml --engine ''", "--engine: run.engine: "},
           {"run x.yaml --out ''", "is no name of a folder"},
           {"run x.yaml --out /dev/null", "is not a folder"},
           {"run ''", "cannot be read"},
           {"list engine",
            "engine is no topic; allowed: keys, engines, topologies, routings, switch_routings, patterns"},
           {"list engines --markdown", "--markdown is for keys"},
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

TEST_CASE("every command has help with an example, and the program a version") {
  const Workplace w;
  for (const std::string command : {"run", "sweep", "compare-engines", "describe", "list"}) {
    const Output output = w.slackline(command + " --help");
    CHECK(output.status == 0);
    CHECK(output.err.empty());
    CHECK_THAT(output.out, Contains("Example") && Contains(":\n  slackline " + command));
  }
  CHECK_THAT(w.slackline("--help").out, Contains("run") && Contains("compare-engines") && Contains("list"));
  const Output version = w.slackline("--version");
  CHECK(version.status == 0);
  CHECK_THAT(version.out, Catch::Matchers::StartsWith("slackline "));
}

TEST_CASE("list says what may stand in a configuration") {
  const Workplace w;
  CHECK_THAT(w.slackline("list").out,
             Contains("slackline list keys") && Contains("round_robin, matrix, fixed_priority, oldest_first"));
  CHECK_THAT(w.slackline("list engines").out, Contains("run.engine:\n  fabric  flat arrays"));
  CHECK_THAT(w.slackline("list keys").out,
             Contains("switch.buffer.flits\n    integer from 1 to 32768 (flits); default: 64\n"));
}

TEST_CASE("docs/configuration.md is what `slackline list keys --markdown` prints") {
  const Workplace w;
  const Output page = w.slackline("list keys --markdown");
  CHECK(page.status == 0);
  CHECK(w.shell("cat '" + in_repository("docs/configuration.md") + "'").out == page.out);
}
