// An experiment written out as a configuration is the same when it is read again.
#include "testbench/run/experiment.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "testbench/run/checks.hpp"
#include "testbench/workloads/traffic/permutation_file.hpp"
#include "tests/support/reading.hpp"
#include "tests/support/test_folder.hpp"

using namespace slackline;
using namespace slackline::features;
using Catch::Matchers::Contains;

namespace {

ExperimentReading read_at(const std::string& file, const std::string& text) {
  ExperimentReading reading = read_experiment(std::make_shared<const Source>(file, text));
  read_permutation_file(reading);
  check_meaning(reading);
  for (const InputError& error : reading.errors) UNSCOPED_INFO(to_string(error));
  REQUIRE(reading.errors.empty());
  return reading;
}

/// The values of all keys that can change the result.
std::vector<std::string> result_values(const ExperimentReading& reading) {
  std::vector<std::string> values;
  for (const Key& key : key_table())
    if (key.bearing == Bearing::result)
      values.push_back(std::string(key.path) + " = " + to_string(value_of(key, reading.experiment)));
  return values;
}

}  // namespace

TEST_CASE("a resolved experiment reads back with the same values, whatever was given", "[quick]") {
  for (const std::string body : {
           "",
           "name: 'a: b # \"c\" \\ d'\n",
           "name: 017\n",
           R"(clock: { period: 6.25 ns }
link: { delay: 17 ns, cycles_per_flit: 1.28 Gb/s }
switch: { buffer: { flits: 1 KiB }, delay: { header: 60 ns } }
traffic: { packet: { flits: 65 B } }
)",
           "switch: { preset: myrinet-1280-san }\n",
           "switch: { preset: myrinet-1280-san, buffer: { flow_control: credit } }\n",
           "switch: { virtual_channels: 2, buffer: { flow_control: credit }, barrier: { architecture: I } }\n",
           "switch: { preset: sun2001, buffer: { flow_control: busy_ready } }\ntraffic: { packet: { flits: 3 } }\n",
           "traffic: { packet: { lengths: [2, 30], weights: [9, 1] } }\n",
           "traffic: { pattern: hot_spot, hot_spot: { hosts: [3, 5], share: 0.0625 } }\n",
           "topology: { size: [2, 2] }\ntraffic: { pattern: permutation, permutation: [1, 0, 3, 2] }\n",
           "topology: { kind: torus, size: [4, 4] }\nswitch: { virtual_channels: 4 }\n",
           R"(faults:
- { kind: drop, link: link_switch0_p0_to_switch1_p1, probability: 1e-05, vc: 0 }
- { kind: dead, link: link_switch0_p0_to_switch1_p1, from: 9 }
)",
           R"(links:
- { link: link_switch0_p0_to_switch1_p1, delay: 4, directions: one }
- { link: link_switch2_p0_to_switch3_p1, cycles_per_flit: 2 }
)",
           "run: { warmup: 7, max_cycles: 5000, relative_error: 0.125, seed: 18446744073709551615 }\n",
           "endpoint: nic\nnic: { firmware: unicast, drift_spread: 100 ppm, cost: { event: 7 } }\n",
           R"(endpoint: nic
nic: { firmware: fbs, drift_spread: 100 ppm }
topology: { kind: single_switch, hosts_per_switch: 4 }
)",
           "endpoint: nic\nnic: { firmware: isotach }\ntopology: { kind: single_switch, hosts_per_switch: 4 }\n",
           R"(endpoint: nic
nic: { firmware: static_window, packet_words: 16 }
firmware: { static_window: { window: 3, service: 200 ns, operation: read } }
)",
           "waves: { file: a.vcd, scope: ['switch1*', \"host?\"], from: 3, to: 9 }\n",
       }) {
    const ExperimentReading first = read_at("test.yaml", "schema_version: 1\n" + body);
    const std::string text = resolved_yaml(first, ".");
    INFO(text);
    const ExperimentReading second = read_at("resolved.yaml", text);
    CHECK(result_values(second) == result_values(first));
    CHECK(resolved_yaml(second, ".") == text);
  }
}

TEST_CASE("a resolved experiment leaves out what an option has made useless, in sections and in records", "[quick]") {
  for (const bool is_list : {false, true}) {
    const std::string keys = "response: { flits: 2, max_outstanding: 3 }, hot_spot: { hosts: [1] }, pattern: hot_spot";
    const std::string of = is_list ? "workloads[0]." : "traffic.";
    const ExperimentReading first =
        test::read("schema_version: 1\n" +
                       (is_list ? "workloads: [{ kind: traffic, " + keys + " }]\n" : "traffic: { " + keys + " }\n"),
                   {{"--set", of + "response.flits", "0"}, {"--set", of + "pattern", "uniform"}});
    REQUIRE(first.errors.empty());
    const std::string text = resolved_yaml(first, ".");
    INFO(text);
    CHECK_THAT(text, !Contains("max_outstanding") && !Contains("hot_spot"));
    CHECK(test::read(text).errors.empty());
  }
}

TEST_CASE("of a trace the input files are those that it consists of, each once", "[quick]") {
  ExperimentReading reading = test::read("schema_version: 1\nclock: { period: 1 ns }\ntraffic: { trace: ranks }\n");
  REQUIRE(reading.errors.empty());
  const std::vector<std::string> files{"ranks/0.txt", "ranks/1.txt"};  // `ranks` is a folder, or a list of them
  reading.experiment.replay.trace_files = files;
  CHECK(input_files(reading) == files);
}

TEST_CASE("a resolved experiment names files relative to its own folder") {
  const test::TestFolder place;
  const std::filesystem::path folder(place.path());
  std::filesystem::create_directories(folder / "inputs");
  std::ofstream(folder / "inputs" / "swap.txt") << "1\n0\n";
  const ExperimentReading first = read_at((folder / "inputs" / "x.yaml").string(),
                                          "schema_version: 1\ntopology: { size: [2] }\n"
                                          "traffic: { pattern: permutation, permutation_file: swap.txt }\n");
  CHECK(input_files(first) == std::vector<std::string>{(folder / "inputs" / "swap.txt").string()});
  const std::string text = resolved_yaml(first, folder / "out" / "a");
  CHECK_THAT(text, Contains("permutation_file: \"../../inputs/swap.txt\"\n"));
  std::filesystem::create_directories(folder / "out" / "a");
  const ExperimentReading second = read_at((folder / "out" / "a" / "resolved.yaml").string(), text);
  CHECK(second.experiment.traffic.permutation == std::vector<std::uint64_t>{1, 0});
}
