#include "testbench/studies/reproduction/study.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include <csignal>
#include <stdexcept>

using namespace slackline;
using namespace slackline::reproduction;

namespace {

struct Measurement {
  double value = 0;
};

template <class Visitor>
void visit(Measurement& m, Visitor& v) {
  v("value", m.value);
}

std::vector<Run> three_runs() { return {{"a", 1}, {"a", 2}, {"b", 3}}; }

Measurement seed_of(const Run& run) { return {static_cast<double>(run.seed)}; }

}  // namespace

TEST_CASE("a plan numbers the draws of an experiment by their seeds", "[quick]") {
  Plan<Run> plan;
  plan.add({"a", 0}, 2);
  plan.add({"b", 0}, 1);
  const std::vector<Run> runs = plan.take();
  REQUIRE(runs.size() == 3);
  CHECK(name_of(runs[0]) == "a, seed 1");
  CHECK(name_of(runs[1]) == "a, seed 2");
  CHECK(name_of(runs[2]) == "b, seed 1");
}

TEST_CASE("each run is measured in its own process, and is found by experiment and seed") {
  std::vector<std::size_t> reported;
  pool::Watch watch;
  watch.progress = [&](std::size_t done, std::size_t all) {
    CHECK(all == 3);
    reported.push_back(done);
  };
  const Measurements<Measurement> all = measure_all(three_runs(), seed_of, 2, watch);
  CHECK(all.finished);
  CHECK(all.failures.empty());
  REQUIRE(all.find("a") != nullptr);
  REQUIRE(all.find("a")->size() == 2);
  CHECK(all.find("a")->at(1).value == 2);
  CHECK(all.find("b")->at(0).value == 3);
  CHECK(all.find("c") == nullptr);
  // Progress is reported before each wait. Two run at a time: the third begins when one has ended.
  REQUIRE_FALSE(reported.empty());
  CHECK(reported.front() == 0);
  CHECK(std::is_sorted(reported.begin(), reported.end()));
  CHECK(reported.back() >= 1);
  CHECK(reported.back() < 3);
}

TEST_CASE("a run that crashes or throws is named and stops no other run") {
  const auto measure = [](const Run& run) -> Measurement {
    if (run.seed == 1) throw std::runtime_error("no such thing");
    if (run.seed == 2) std::raise(SIGKILL);
    return {};
  };
  const Measurements<Measurement> all = measure_all(three_runs(), measure, 1);
  REQUIRE(all.failures.size() == 2);
  CHECK(all.failures[0] == "a, seed 1: no such thing");
  CHECK(all.failures[1] == "a, seed 2: ended by signal: Killed");
  CHECK(all.find("a") == nullptr);
  REQUIRE(all.find("b") != nullptr);
  CHECK(all.find("b")->size() == 1);
  CHECK(all.finished);
}

TEST_CASE("an interrupted study is not finished") {
  pool::Watch watch;
  watch.go_on = [] { return false; };
  CHECK_FALSE(measure_all(three_runs(), seed_of, 1, watch).finished);
}

TEST_CASE("an experiment is made of values of keys, and is refused with the first error", "[quick]") {
  const features::Experiment e = experiment_of({{"switch.preset", "sun2001"}, {"traffic.load", "0.25"}});
  CHECK(e.traffic.load == 0.25);
  CHECK(e.switches.header_delay.cycles == 6);  // of the preset
  CHECK(e.run.seed == features::Experiment().run.seed);
  CHECK(reading_of({{"traffic.load", "2"}}).errors.size() == 1);
  CHECK_THROWS_WITH(experiment_of({{"traffic.load", "2"}}), Catch::Contains("traffic.load"));
}

TEST_CASE("a result of a run that is not complete is refused with its first error", "[quick]") {
  report::Result result;
  CHECK_NOTHROW(require_complete(result));
  result.status = report::Status::partial;
  CHECK_THROWS_WITH(require_complete(result), "the run does not end, or flits are not conserved");
  result.status = report::Status::failed;
  result.totals.errors.push_back({"switch0", "lost", 1});
  CHECK_THROWS_WITH(require_complete(result), Catch::Contains("switch0: lost"));
}
