#include "testbench/studies/point.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "tests/support/test_folder.hpp"
#include "tests/testbench/studies/sample_network.hpp"

using namespace slackline;
using studies::experiment_hash;

TEST_CASE("what can change a result changes the hash, and nothing else does") {
  const auto hash = [](const std::vector<settings::Override>& overrides) {
    features::ExperimentReading reading = studies::read_point(test::sample_file(), overrides);
    REQUIRE(reading.errors.empty());
    return experiment_hash(reading.experiment);
  };
  const std::string base = hash({});
  CHECK(base.size() == 64);
  CHECK(hash({}) == base);
  CHECK(hash({{"--set", "run.engine", "signal"}}) == base);
  CHECK(hash({{"--set", "traffic.load", "0.1"}}) == base);  // the default
  std::set<std::string> others;
  for (const char* seed : {"2", "3", "12"}) others.insert(hash({{"--set", "run.seed", seed}}));
  others.insert(hash({{"--set", "traffic.load", "0.1000001"}}));
  others.insert(hash({{"--set", "switch.buffer.flits", "65"}}));
  others.insert(hash({{"--set", "switch.arbiter", "matrix"}}));
  CHECK(others.size() == 6);
  CHECK(others.count(base) == 0);
}

TEST_CASE("a point of an experiment with a list of workloads has all of them, and what they send changes the hash") {
  const auto point = [](const std::string& load) {
    features::ExperimentReading reading = studies::read_point(
        std::make_shared<const settings::Source>(
            "list.yaml",
            "schema_version: 1\ntopology: { size: [2, 2] }\nswitch: { barrier: { architecture: I } }\n"
            "workloads: [{ kind: traffic, load: " +
                load + " }, { kind: barriers, hosts: 0-2 }]\n"),
        {{"--vary", "run.seed", "7"}});
    REQUIRE(reading.errors.empty());
    return reading.experiment;
  };
  const features::Experiment one = point("0.2");
  const std::vector<features::Workload> workloads = features::listed_workloads(one);
  REQUIRE(workloads.size() == 2);
  CHECK(workloads[0].experiment->get<features::TrafficSettings>().load == 0.2);
  CHECK(workloads[0].experiment->get<features::RunSettings>().seed == 7);
  CHECK(one.barriers.groups.size() == 1);
  CHECK(experiment_hash(point("0.2")) == experiment_hash(one));
  CHECK(experiment_hash(point("0.3")) != experiment_hash(one));
}

TEST_CASE("the destinations in the file of a workload of a list change the hash") {
  const test::TestFolder folder;
  const auto hash = [&](const std::string& destinations) {
    std::ofstream(folder / "to.txt") << destinations;
    const features::ExperimentReading reading =
        studies::read_point(std::make_shared<const settings::Source>(
                                folder / "list.yaml",
                                "schema_version: 1\ntopology: { size: [2, 2] }\n"
                                "workloads: [{ kind: traffic, pattern: permutation, permutation_file: to.txt }]\n"),
                            {});
    REQUIRE(reading.errors.empty());
    return experiment_hash(reading.experiment);
  };
  CHECK(hash("1\n2\n3\n0\n") != hash("3\n2\n1\n0\n"));
}

TEST_CASE("the contents of a file of routes change the hash, their line numbers do not") {
  features::Experiment one, other;
  one.routing.table = {{"switch0", "host1", 2, 0, 7}};
  other.routing.table = {{"switch0", "host1", 3, 0, 7}};
  CHECK(experiment_hash(one) != experiment_hash(other));
  other.routing.table = {{"switch0", "host1", 2, 0, 8}};
  CHECK(experiment_hash(one) == experiment_hash(other));
}

TEST_CASE("the contents of a mapping file change the hash, their line numbers do not") {
  features::Experiment one, other;
  one.replay.hosts = {{"host1", 1}, {"host0", 2}};
  other.replay.hosts = {{"host0", 1}, {"host1", 2}};
  CHECK(experiment_hash(one) != experiment_hash(other));
  other.replay.hosts = {{"host1", 3}, {"host0", 7}};
  CHECK(experiment_hash(one) == experiment_hash(other));
}

TEST_CASE("a point is named by the varied keys", "[quick]") {
  CHECK(studies::point_name({{"--vary", "switch.arbiter", "matrix"}, {"--vary", "traffic.load", "0.4"}}) ==
        "switch.arbiter=matrix traffic.load=0.4");
}
