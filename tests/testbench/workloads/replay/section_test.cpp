#include <catch2/catch.hpp>

#include "testbench/run/experiment.hpp"
#include "testbench/workloads/replay/section.hpp"

using namespace slackline;

TEST_CASE("messages.csv has a line for each class of sizes, from one power of two to the byte before the next",
          "[quick]") {
  // Class 0 is 0 bytes, class i from 2^(i-1) to 2^i - 1.
  replay::Answers answers;
  std::vector<replay::SizeClass>& sizes = answers.sizes;
  sizes.resize(5);
  for (const unsigned i : {0, 1, 2, 4}) {
    sizes[i].messages = sizes[i].packets = 1;
    sizes[i].bytes = i == 4 ? 15 : i;
    sizes[i].latency_sum = 10 + i;
    sizes[i].latency.add(10 + i);
  }
  const replay::Section section("program", answers, {}, {});
  const features::Experiment experiment;
  const statistics::RunTotals totals;
  const present::Files files = section.files({experiment, totals, true, ""});
  REQUIRE(files.at(1).first == "messages.csv");
  CHECK(files[1].second ==
        "least_bytes,most_bytes,messages,bytes,packets,latency,latency_min,latency_p50,latency_p99,latency_max\n"
        "0,0,1,0,1,10.000,10,10,10,10\n"
        "1,1,1,1,1,11.000,11,11,11,11\n"
        "2,3,1,2,1,12.000,12,12,12,12\n"
        "8,15,1,15,1,14.000,14,14,14,14\n");
}
