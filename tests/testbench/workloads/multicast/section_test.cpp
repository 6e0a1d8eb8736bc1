#include "testbench/workloads/multicast/section.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "testbench/run/experiment.hpp"
#include "testbench/statistics/run_totals.hpp"

using namespace slackline;
using namespace slackline::multicast;

TEST_CASE("the part of a result about multicasts has loads for each source and member, percentiles and the optimum",
          "[quick]") {
  Answers answers;
  answers.sources = 2;
  answers.members = 8;
  answers.measured_cycles = 1000;
  answers.words_created = 320;
  answers.words_delivered = 960;
  answers.cost_over_optimum = 1.25;
  port::LatencyHistogram before, after;
  for (std::uint64_t latency = 1; latency <= 100; ++latency) after.add(latency);
  answers.to_last = {before, after, 5050};
  const features::Experiment experiment;
  const statistics::RunTotals totals;
  const nlohmann::ordered_json json = Section("meet", answers).json({experiment, totals, true, ""});
  CHECK(json["load"]["offered"] == 0.16);
  CHECK(json["load"]["accepted"] == 0.12);
  CHECK(json["tree_cost"]["over_optimum"] == 1.25);
  const nlohmann::ordered_json& latency = json["latency"]["to_last"];
  CHECK(latency["messages"] == 100);
  CHECK(latency["mean"] == 50.5);
  // A percentile is the largest value of its bucket: at most 1/64 too high.
  for (const auto& [name, exact] : {std::pair("p50", 50.), {"p95", 95.}, {"p99", 99.}}) {
    INFO(name);
    CHECK(latency[name].get<double>() >= exact);
    CHECK(latency[name].get<double>() <= exact * (1 + 1 / 64.) + 1);
  }
  CHECK(json["latency"]["to_member"]["messages"] == 0);
}
