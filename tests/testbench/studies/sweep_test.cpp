#include "testbench/studies/sweep.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "testbench/studies/sweep_report.hpp"
#include "tests/support/test_folder.hpp"
#include "tests/testbench/studies/sample_network.hpp"

using namespace slackline;
using namespace slackline::studies;
using test::sample_runner;

namespace {

SweepPlan sweep_plan(const std::vector<std::string>& vary) {
  settings::InputErrors errors;
  SweepPlan p = plan_sweep(test::sample_file(), {}, vary, Decimal{10'000'000}, errors);
  REQUIRE(errors.empty());
  return p;
}

std::string all_of(const Sweep& sweep) {
  return sweep_json(sweep) + sweep_csv(sweep) + to_svg(sweep_plot(sweep).value());
}

std::size_t points_in(const std::string& folder) {
  const auto files = std::filesystem::directory_iterator(folder);
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

const std::vector<std::string> curves{"switch.virtual_channels=1,2,4", "traffic.load=0.05:0.6:0.05"};

}  // namespace

TEST_CASE("each combination is a curve: run up to saturation, bracketed, not run beyond") {
  const Sweep sweep = run_sweep(sweep_plan(curves), sample_runner(2));
  CHECK(sweep.finished);
  REQUIRE(sweep.series.size() == 3);
  const Series& two = sweep.series[1];
  CHECK(point_name(two.values) == "switch.virtual_channels=2");
  REQUIRE(two.saturation);
  CHECK(two.saturation->low.value() == 0.2);
  CHECK(two.saturation->high.value() == 0.21);
  std::size_t halvings = 0;
  for (const SweepPoint& point : two.points) {
    const double load = point.load->value();
    halvings += point.halving;
    INFO(point.name);
    CHECK(point.state == (load <= 0.25 ? PointState::run : PointState::past_saturation));
    if (point.state == PointState::run) CHECK(point.result.saturated == (load > 0.2));
  }
  CHECK(halvings == 2);  // 0.22 and 0.21
  CHECK(two.points.back().load->value() == 0.6);
  CHECK(sweep.ran == 3 + 5 + 9 + 3 * 2);
  CHECK_FALSE(sweep.any_failed());
  CHECK_FALSE(sweep.any_unconverged());
}

TEST_CASE("the result does not depend on how many processes there are, nor on which of them is fast") {
  const std::string one = all_of(run_sweep(sweep_plan(curves), sample_runner(1)));
  CHECK(all_of(run_sweep(sweep_plan(curves), sample_runner(3))) == one);
  CHECK(all_of(run_sweep(sweep_plan(curves), sample_runner(40))) == one);
  // High loads come first.
  CHECK(all_of(run_sweep(sweep_plan(curves), sample_runner(8, [](const features::Experiment& e) {
                           std::this_thread::sleep_for(
                               std::chrono::milliseconds(static_cast<int>(60 * (0.6 - e.traffic.load))));
                           return test::sample_result(e);
                         }))) == one);
}

TEST_CASE("a sweep that was killed goes on where it was, to the same result", "[quick]") {
  const std::string whole = all_of(run_sweep(sweep_plan(curves), sample_runner(1)));
  const test::TestFolder folder;
  const PointStore store(folder / "points");
  Runner killed = sample_runner(2);
  killed.store = &store;
  unsigned asked = 0;
  killed.go_on = [&] { return ++asked < 8; };
  const Sweep first = run_sweep(sweep_plan(curves), killed);
  CHECK_FALSE(first.finished);
  CHECK(first.ran > 0);
  CHECK(first.any(PointState::not_run));
  CHECK(sweep_json(first).find("\"status\": \"partial\"") != std::string::npos);
  const std::size_t kept = points_in(folder / "points");
  REQUIRE(kept >= first.ran);

  Runner going_on = sample_runner(2, [&](const features::Experiment& e) {
    std::ofstream(folder / "runs", std::ios::app) << "x";
    return test::sample_result(e);
  });
  going_on.store = &store;
  const Sweep second = run_sweep(sweep_plan(curves), going_on);
  CHECK(second.finished);
  CHECK(second.stored + second.ran == 23);
  CHECK(second.stored >= first.ran);
  CHECK(all_of(second) == whole);
  std::filesystem::remove(folder / "runs");
  const Sweep third = run_sweep(sweep_plan(curves), going_on);
  CHECK(third.ran == 0);
  CHECK(third.stored == 23);
  CHECK_FALSE(std::filesystem::exists(folder / "runs"));
  CHECK(all_of(third) == whole);
}

TEST_CASE("a point that crashes ends its own curve only, and is named") {
  const Sweep sweep = run_sweep(sweep_plan(curves), sample_runner(2, [](const features::Experiment& e) {
                                  if (e.switches.virtual_channels == 2 && e.traffic.load == 0.15) std::raise(SIGKILL);
                                  return test::sample_result(e);
                                }));
  CHECK(sweep.finished);
  CHECK(sweep.any(PointState::crashed));
  const Series& two = sweep.series[1];
  CHECK(two.points[1].state == PointState::run);
  CHECK(two.points[2].state == PointState::crashed);
  CHECK(two.points[2].name == "switch.virtual_channels=2 traffic.load=0.15");
  CHECK(two.points[2].why == "ended by signal: Killed");
  CHECK(two.points[3].state == PointState::behind_failure);
  CHECK_FALSE(two.saturation);
  CHECK(sweep.series[0].saturation);
  CHECK(sweep.series[2].saturation);
}

TEST_CASE("without loads there is a point a combination, and one that crashes takes none with it", "[quick]") {
  const Sweep sweep = run_sweep(sweep_plan({"run.seed=1:6:1"}), sample_runner(2, [](const features::Experiment& e) {
                                  if (e.run.seed == 3) std::raise(SIGKILL);
                                  return test::sample_result(e);
                                }));
  REQUIRE(sweep.series.size() == 6);
  for (std::size_t i = 0; i < 6; ++i)
    CHECK(sweep.series[i].points.front().state == (i == 2 ? PointState::crashed : PointState::run));
}

TEST_CASE("progress counts what this run does, and ends with nothing left", "[quick]") {
  std::size_t done = 0, total = 0;
  run_sweep(sweep_plan({"traffic.load=0.05,0.1,0.15"}), sample_runner(1), [&](std::size_t d, std::size_t t) {
    CHECK(d >= done);
    CHECK(t >= d);
    done = d;
    total = t;
  });
  CHECK(done == 5);
  CHECK(total == done);
}
