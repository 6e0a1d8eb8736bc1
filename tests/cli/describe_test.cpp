#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

const char clocked_experiment[] = R"(schema_version: 1
name: small
clock: { period: 6.25 ns }
link: { delay: 17 ns }
run: { max_cycles: 5000 }
)";

}  // namespace

TEST_CASE("describe prints the properties of an experiment, and runs nothing", "[quick]") {
  const Workplace w;
  w.write("small.yaml", clocked_experiment);
  const Output output = w.slackline("describe small.yaml --seed 7");
  INFO(output.out << output.err);
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK_THAT(output.out, Contains("small (small.yaml)\n") && Contains("link.delay                   17 ns          3"));
  CHECK_THAT(output.out, Contains("run.seed  7") && Contains("--seed\n"));
  CHECK_THAT(output.out, Contains("auto: the highest that loses nothing\n"));
  CHECK(w.entries() == 1);
}

TEST_CASE("describe takes the name of a preset, and a file of that name before it") {
  const Workplace w;
  const Output preset = w.slackline("describe myrinet-1280-san");
  CHECK(preset.status == 0);
  CHECK_THAT(preset.out, Contains("Preset myrinet-1280-san: ") && Contains("Song 2005, section 5.1: rd = 100 ns\n"));
  const Output timing = w.slackline("describe pipe");
  CHECK(timing.status == 0);
  CHECK_THAT(timing.out, Contains("presets/timings/pipe.yaml") && Contains("34 core cycles"));
  for (const char* const of_each_folder : {"sun2001", "lanai4", "picorv32", "powerrail-2200"}) {
    INFO(of_each_folder);
    CHECK(w.slackline(std::string("describe ") + of_each_folder).status == 0);
  }
  w.write("sun2001", clocked_experiment);
  CHECK_THAT(w.slackline("describe sun2001").out, Catch::Matchers::StartsWith("small (sun2001)\n"));
}

TEST_CASE("describe --json gives the same values as the table") {
  const Workplace w;
  w.write("small.yaml", clocked_experiment);
  const Output output = w.slackline("describe small.yaml --json");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("\"key\": \"link.delay\",\n      \"asked\": \"17 ns\",\n      \"cycles\": 3,\n      "
                                  "\"ns\": 18.75,\n      \"error_ns\": 1.75,"));
  CHECK_THAT(output.out, Contains("\"given_by\": \"file\",\n      \"file\": \"small.yaml\",\n      \"line\": 4"));
  CHECK_THAT(w.slackline("describe sun2001 --json").out,
             Contains("\"source\": \"Sun 2001, table 1: 1 cycle\"") && Contains("\"hop_cycles\": 8"));
}

TEST_CASE("describe refuses what run refuses, and reports all errors at once") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\nlink: { delay: 17 ns }\nrun: { warmup: x }\n");
  const Output output = w.slackline("describe x.yaml --seed -1");
  CHECK(output.status == 2);
  CHECK(output.out.empty());
  CHECK_THAT(output.err,
             Contains("x.yaml:2:16: link.delay: expected cycles, or a time together with clock.period, found 17 ns (a "
                      "time without a clock)") &&
                 Contains("x.yaml:3:16: run.warmup: expected auto, or integer from ") &&
                 Contains("--seed: run.seed: expected integer from 0 to 18446744073709551615, found -1 (negative)") &&
                 Contains("slackline: 3 errors in the input, nothing to describe\n"));
  const Output wrong_option = w.slackline("describe sun2001 --seed x");
  CHECK(wrong_option.status == 2);
  CHECK_THAT(wrong_option.err, Contains("--seed: run.seed: expected integer from 0 to 18446744073709551615, found x"));
}

TEST_CASE("describe lists the presets when its argument is neither a file nor a preset", "[quick]") {
  const Workplace w;
  const Output output = w.slackline("describe sun2002");
  CHECK(output.status == 2);
  CHECK(output.err ==
        "slackline describe: expected file, or preset: myrinet-1280-san, servernet-6port, sun2001, lanai4, picorv32, "
        "pipe, "
        "ibm-8275-326-ge, ibm-8275-326, intel-510t-ge, intel-510t, powerrail-2200, found sun2002; did you mean "
        "sun2001?\n");
  CHECK_THAT(w.slackline("describe intel-510t").out, Contains("  switch.packet.frames          1990 packets  "));
}

TEST_CASE("list presets names the presets with their summaries", "[quick]") {
  const Workplace w;
  const Output output = w.slackline("list presets");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("  sun2001           switch of Sun 2001"));
}

TEST_CASE("runs that begin from a preset give equal results on both engines") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\nswitch: { preset: sun2001 }\ntopology: { size: [2, 2] }\nrun: { max_cycles: 3000 }\n");
  const Output fabric = w.slackline("run x.yaml --json --engine fabric");
  CHECK(fabric.status == 0);
  CHECK_THAT(fabric.out, Contains("\"preset\": \"sun2001\""));
  CHECK(w.slackline("run x.yaml --json --engine signal").out == fabric.out);
}

TEST_CASE("the experiments of the repository can be described") {
  const Workplace w;
  unsigned described = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(in_repository("testbench/experiments"))) {
    if (file.path().extension() != ".yaml") continue;
    const Output output = w.slackline("describe '" + file.path().string() + "'");
    INFO(file.path() << "\n" << output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, Contains(" (" + file.path().string() + ")\n"));
    ++described;
  }
  const std::string all = "find '" + in_repository("testbench/experiments") + "' -name '*.yaml' | wc -l";
  CHECK(std::to_string(described) + "\n" == w.shell(all).out);
  CHECK(std::filesystem::exists(in_repository("testbench/experiments/mesh8_uniform.yaml")));  // it is that folder
}

TEST_CASE("resolved.yaml of a run can be described, and run again from any folder with the same result", "[quick]") {
  const Workplace w;
  CHECK(w.shell("mkdir -p inputs a/b real/deep && ln -s ../real/deep a/link").status == 0);
  w.write("inputs/swap.txt", "1\n0\n");
  w.write("inputs/x.yaml",
          "schema_version: 1\ntopology: { size: [2] }\nrun: { warmup: auto, max_cycles: 3000 }\n"
          "traffic: { pattern: permutation, permutation_file: swap.txt }\nwaves: { file: x.vcd, to: end }\n");
  for (const std::string out : {"r", "a/../q", "a/link/s", "a/b/../b/t"}) {
    INFO(out);
    const Output first = w.slackline("run inputs/x.yaml --json --out " + out);
    CHECK(first.status == 0);
    CHECK(w.slackline("describe " + out + "/resolved.yaml").status == 0);
    const Output again = w.slackline("run " + out + "/resolved.yaml --json --engine signal");
    INFO(again.err);
    CHECK(again.out == first.out);
    CHECK(w.exists("inputs/x.vcd"));
    CHECK(w.shell("rm inputs/x.vcd").status == 0);
  }
}
