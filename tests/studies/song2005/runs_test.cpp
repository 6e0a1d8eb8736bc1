#include "testbench/studies/song2005/runs.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <set>

using namespace slackline;
using namespace slackline::song2005;

TEST_CASE("a full study has 30 runs on each network, and no run twice", "[quick]") {
  std::map<std::string, unsigned> count;
  std::set<std::string> names;
  for (const Run& run : runs(Effort::full)) {
    ++count[run.experiment];
    CHECK(names.insert(name_of(run)).second);
    CHECK(run.p.kg == 17);
  }
  CHECK(networks().size() == 8);
  for (const Network& network : networks()) CHECK(count[network.name()] == 30);
  CHECK(count["long-500-ppm-fbs"] == 1);
  CHECK(count["long-500-ppm-free"] == 1);
  CHECK(count["isotach-8-free"] == 1);
  CHECK(count["isotach-8-lanai4"] == 1);
  CHECK(count["overhead-16-2-100-ppm"] == 1);
  CHECK(count["overhead-8-4-500-ppm"] == 1);
  CHECK(count["shift-32"] == 30);
  CHECK(count["irregular"] == 30);
  CHECK(count["fabric"] == 0);
  CHECK(runs(Effort::full, {config::TopologySettings(), "x"}).size() == runs(Effort::full).size() + 30);
}

TEST_CASE("a quick study runs small networks", "[quick]") {
  const std::vector<Run> quick = runs(Effort::quick);
  CHECK(quick.size() < 40);
  for (const Run& run : quick) CHECK(run.k * (run.m - 1) <= 16);
}

TEST_CASE("what a figure varies is what its runs vary", "[quick]") {
  for (const Run& run : runs(Effort::full)) {
    if (run.experiment == experiment_of_rd(140)) CHECK(run.p.rd == 140);
    if (run.experiment == experiment_of_bl(256)) CHECK(run.p.bl == 256);
    if (run.experiment != experiment_of_cp(4, 12.5)) continue;
    CHECK(run.p.cp == 12.5);
    CHECK(run.m == 4);
  }
}
