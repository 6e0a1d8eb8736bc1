#include <catch2/catch.hpp>

#include "rtl_models/router_arbiter/router_arbiter.hpp"
#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

/// The count of a feature in the table of a soak.
unsigned networks_with(const std::string& table, const std::string& feature) {
  const std::size_t at = table.find(" " + feature + "  ");
  REQUIRE(at != std::string::npos);
  return static_cast<unsigned>(std::stoul(table.substr(at + feature.size() + 1)));
}

std::vector<std::string> words_of_arbiters() {
  std::vector<std::string> words;
  for (const slackline::router_arbiter::NamedPolicy& one : slackline::router_arbiter::all_policies)
    words.emplace_back(one.word);
  return words;
}

}  // namespace

TEST_CASE("compare-engines finds no difference in an experiment that stops senders all the time", "[quick]") {
  const Workplace w;
  const Output output = w.slackline("compare-engines '" + in_repository("testbench/experiments/mesh4_compare.yaml'"));
  INFO(output.err);
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK_THAT(output.out,
             Contains("mesh4-compare: signal_network against fabric\n  5 000 cycles, 80 channels and"));  // of 4x4
  CHECK_THAT(output.out, Contains("no difference\n"));
}

TEST_CASE("compare-engines finds no difference on any kind of topology, with the routing that suits it") {
  const Workplace w;
  for (const char* name : {"single_switch16", "ring16", "hypercube64", "fat_tree64", "full_tree36", "star_of_stars16",
                           "dragonfly72", "random16"}) {
    const Output output = w.slackline("compare-engines --cycles 1000 --set run.warmup=0 --set traffic.load=0.6 '" +
                                      in_repository("testbench/experiments/" + std::string(name) + ".yaml'"));
    INFO(name << output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, Contains("no difference\n"));
  }
}

TEST_CASE("compare-engines finds no difference with virtual channels, credits, a torus and errors") {
  const Workplace w;
  for (const char* name : {"mesh8_credits", "mesh4_slow_links", "fat_tree27_kinds", "torus8_uniform", "myrinet_corrupt",
                           "nic/mixed_hosts", "nic/mixed_endpoints"}) {
    const Output output = w.slackline("compare-engines --cycles 2500 '" +
                                      in_repository("testbench/experiments/" + std::string(name) + ".yaml'"));
    INFO(name << output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, Contains("no difference\n"));
  }
}

TEST_CASE("compare-engines takes cycles and seed from the command line, and checks them", "[quick]") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\ntopology: { size: [2, 2] }\nrun: { warmup: 0 }\n");
  const Output output = w.slackline("compare-engines x.yaml --cycles 50 --seed 3");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("\n  50 cycles, "));
  const Output wrong = w.slackline("compare-engines x.yaml --cycles 0 --seed -3");
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err,
             Contains("--cycles: run.max_cycles: expected integer from 1 to 1000000000000000 (cycles), found 0") &&
                 Contains("--seed: run.seed: expected integer from 0 to 18446744073709551615, found -3 (negative)"));
}

TEST_CASE("compare-engines: --cycles may be less than the warm-up of the file", "[quick]") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\ntopology: { size: [2, 2] }\nrun: { warmup: 2000 }\n");
  const Output output = w.slackline("compare-engines x.yaml --cycles 100");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("\n  100 cycles, "));
  const Output program = w.slackline("compare-engines --cycles 100 '" +
                                     in_repository("testbench/experiments/real/cluster40_stencil.yaml'"));
  CHECK(program.status == 0);  // which has no warm-up
}

TEST_CASE("compare-engines --random compares many networks and counts what they used") {
  const Workplace w;
  const Output output = w.slackline("compare-engines --random 12 --seed 100 --cycles 200 --jobs 2");
  INFO(output.err);
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK_THAT(output.out, Contains("random networks, seeds 100 to 111: signal_network against fabric\n"
                                  "  12 networks of 200 cycles, 2 400 cycles altogether\n") &&
                             Contains("\n  no difference\n"));
  const auto networks_of = [&](const std::vector<std::string>& features) {
    unsigned sum = 0;
    for (const std::string& feature : features) sum += networks_with(output.out, feature);
    return sum;
  };
  // Each network has one pattern, and every third one its components permuted; its switches may have several arbiters.
  CHECK(networks_of({"uniform", "permutation", "transpose", "bit_complement", "bit_reverse", "shuffle", "tornado",
                     "neighbour", "hot_spot", "uniform_all"}) == 12);
  CHECK(networks_of({"components permuted"}) == 4);
  CHECK(networks_of(words_of_arbiters()) >= 12);
  CHECK(networks_of({"wormhole", "virtual_cut_through"}) >= 12);
  CHECK(w.slackline("compare-engines --random 12 --seed 100 --cycles 200 --jobs 5").out == output.out);
  CHECK(w.entries() == 0);
}

TEST_CASE("compare-engines --random --barriers ends with an error if barriers do not complete") {
  const Workplace w;
  const Output cut = w.slackline("compare-engines --random 1 --barriers --seed 3 --cycles 1000");
  CHECK(cut.status == 3);
  CHECK_THAT(cut.out, Contains("irregular networks with barriers, seed 3: ") && Contains("FAILED: 1 network") &&
                          Contains(" of 100\n") && Contains("compare-engines --random 1 --barriers --seed 3"));
}

TEST_CASE("compare-engines --random ends with 130 when interrupted, and leaves no process behind") {
  const Workplace w;
  const Output output =
      w.interrupted("compare-engines --random 4 --jobs 2 --cycles 1000000000",
                    "children=$(cat /proc/$pid/task/$pid/children); [ -n \"$children\" ]",
                    "kill -TERM $pid\nwait $pid\nstatus=$?\n"
                    "for child in $children; do if kill -0 $child; then exit 97; fi; done\nexit $status");
  CHECK(output.status == 130);
  CHECK_THAT(output.err, Contains("slackline: interrupted after 0 of 4 networks\n"));
  CHECK_THAT(output.out, Contains("(interrupted)"));
}

TEST_CASE("compare-engines names conflicting options and every wrong number", "[quick]") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\n");
  const auto refused = [&](const std::string& arguments) {
    const Output output = w.slackline("compare-engines " + arguments);
    CHECK(output.status == 2);
    CHECK(output.out.empty());
    return output.err;
  };
  CHECK_THAT(refused(""), Contains("FILE is required, or --random N"));
  CHECK_THAT(refused("x.yaml --random 5"), Contains("x.yaml and --random exclude each other"));
  CHECK_THAT(refused("x.yaml --barriers"), Contains("--barriers is for --random"));
  CHECK_THAT(refused("x.yaml --jobs 2"), Contains("--jobs is for --random"));
  CHECK_THAT(refused("--random 0 --seed -1 --cycles 1e3 --jobs 2000"),
             Contains("--random: expected integer from 1 to 1000000000, found 0\n") &&
                 Contains("--seed: expected integer from 0 to ") && Contains(", found -1 (negative)") &&
                 Contains("found 1e3 (not a decimal integer)") &&
                 Contains("--jobs: expected integer from 1 to 1024, found 2000\n") && Contains("nothing was run"));
}
