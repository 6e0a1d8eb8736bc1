#include "testbench/studies/sweep_report.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/testbench/studies/sample_network.hpp"

using namespace slackline;
using namespace slackline::studies;
using Catch::Matchers::Contains;

namespace {

Sweep sweep_of(const std::vector<std::string>& vary, const std::vector<settings::Override>& settings = {}) {
  settings::InputErrors errors;
  SweepPlan plan = plan_sweep(test::sample_file(), settings, vary, Decimal{10'000'000}, errors);
  REQUIRE(errors.empty());
  Runner runner;
  runner.simulate = test::sample_result;
  return run_sweep(std::move(plan), runner);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

/// A sweep whose points have result.json as `simulate` makes it of a sample result.
Sweep sweep_with(const std::vector<std::string>& vary,
                 const std::function<std::string(double, std::string)>& simulate) {
  settings::InputErrors errors;
  SweepPlan plan = plan_sweep(test::sample_file(), {}, vary, Decimal{10'000'000}, errors);
  REQUIRE(errors.empty());
  Runner runner;
  runner.simulate = [&](const features::Experiment& e) { return simulate(e.traffic.load, test::sample_result(e)); };
  return run_sweep(std::move(plan), runner);
}

/// A result.json of a run that deadlocked: it has neither load nor verdict.
std::string deadlocked() {
  return R"({"status": "failed", "cycles": {"run": 1000, "measured": 0}, "convergence": {"converged": null,
    "saturated": null, "steady": null, "doubt": "latency has no mean: the run came to stand"}, "load": null,
    "latency": {"packets": 0}, "hops": {"mean": null}, "deadlock": {"kind": "cycle"}})";
}

std::string undecided(const std::string& result) {
  return replaced(result, "\"saturated\": false", "\"saturated\": null");
}

}  // namespace

TEST_CASE("the files of a sweep have the numbers of each workload of a list, by its name, where a point has them") {
  settings::InputErrors errors;
  Runner runner;
  runner.simulate = [](const features::Experiment& e) {
    const std::string parts = e.run.seed == 1
                                  ? R"("meet": {"kind": "barriers", "later": {"mean": 52.5}, "groups": [1, 2]})"
                                  : R"("meet": {"later": {"mean": null}}, "solver": {"cycles": 12})";
    return replaced(test::sample_result(e), "{\"status\"", R"({"workloads": {)" + parts + R"(}, "status")");
  };
  const Sweep sweep =
      run_sweep(plan_sweep(test::sample_file(), {}, {"run.seed=1,2"}, Decimal{10'000'000}, errors), runner);
  const std::string csv = sweep_csv(sweep);
  CHECK_THAT(csv, Contains(",doubt,meet.later.mean,solver.cycles\n") && Contains(",52.5,\n") && Contains(",,12\n"));
  CHECK_THAT(nlohmann::json::parse(sweep_json(sweep)).dump(),
             Contains(R"("workloads":{"meet.later.mean":52.5})") && Contains(R"("workloads":{"solver.cycles":12.0})"));
}

TEST_CASE("the files of a sweep have what the barrier units have counted for several groups", "[quick]") {
  settings::InputErrors errors;
  Runner runner;
  runner.simulate = [](const features::Experiment& e) {
    return replaced(test::sample_result(e), "{\"status\"",
                    R"({"workloads": {"meet": {"asked": 20}, "other": {"asked": 20}},
                        "barrier_units": {"worms_cut": 7, "cut_off": {"messages": 0, "links": []}}, "status")");
  };
  const Sweep sweep =
      run_sweep(plan_sweep(test::sample_file(), {}, {"run.seed=1"}, Decimal{10'000'000}, errors), runner);
  CHECK_THAT(sweep_csv(sweep),
             Contains(",doubt,meet.asked,other.asked,barrier_units.cut_off.messages,barrier_units.worms_cut\n") &&
                 Contains(",20,20,0,7\n"));
}

TEST_CASE("the table of a list has columns of each workload, after those of the network") {
  const auto file = std::make_shared<const settings::Source>(
      "list.yaml",
      "schema_version: 1\nname: list\ntopology: { size: [2, 2] }\nswitch: { barrier: { architecture: I } }\n"
      "workloads: [{ kind: barriers, name: meet }, { kind: traffic, name: back }]\n");
  settings::InputErrors errors;
  Runner runner;
  runner.simulate = [](const features::Experiment& e) {
    return replaced(test::sample_result(e), "{\"status\"",
                    R"({"workloads": {"meet": {"first": {"mean": 80.25}, "later": {"mean": 52}},
                        "back": {"load": {"accepted": 0.04}, "latency": {"packets": 0}}}, "status")");
  };
  SweepPlan plan = plan_sweep(file, {}, {"workloads[1].load=0.05,0.1"}, Decimal{1}, errors);
  REQUIRE(errors.empty());
  const Sweep sweep = run_sweep(std::move(plan), runner);
  const std::string table = sweep_table(sweep);
  CHECK_THAT(table, Contains("hops   meet first  meet later  back accepted\n") &&
                        Contains("3.500  80.2        52.0        0.0400\n"));
  CHECK_THAT(sweep_csv(sweep), Catch::StartsWith("workloads[1].load,halving,state"));
  CHECK(sweep_plot(sweep)->x_label == "workloads[1].load (flits per cycle and host)");
}

TEST_CASE("the table of a curve lists the loads that were run, those that were not and why, and the saturation point",
          "[quick]") {
  CHECK(sweep_table(sweep_of({"traffic.load=0.05,0.1,0.12,0.2,0.3"})) ==
        "sample: 4 points run\n"
        "  load  offered  accepted  95 %      latency  95 %    p99  hops\n"
        "  0.05  0.0500   0.0500    ± 0.0010    19.80  ± 0.50  30   3.500\n"
        "  0.1   0.1000   0.1000    ± 0.0010  1010.00  ± 0.50  30   3.500\n"
        "  0.11  0.1100   0.0900    ± 0.0010  1000.00  ± 0.50  30   3.500  saturated\n"
        "  0.12  0.1200   0.0900    ± 0.0010  1000.00  ± 0.50  30   3.500  saturated\n"
        "  0.2                                                             not run up to 0.3: past saturation\n"
        "  saturates between 0.1 and 0.11\n");
}

TEST_CASE("curves are listed under their values; one without saturation is marked", "[quick]") {
  const std::string table = sweep_table(sweep_of({"switch.virtual_channels=1,8", "traffic.load=0.05,0.15"}));
  CHECK_THAT(table, Contains("  switch.virtual_channels=1\n") && Contains("  switch.virtual_channels=8\n") &&
                        Contains("saturates between 0.1 and 0.11\n") && Contains("does not saturate up to 0.15\n"));
}

TEST_CASE("without loads the table has a row a combination", "[quick]") {
  CHECK(sweep_table(sweep_of({"switch.arbiter=matrix,round_robin", "run.seed=1,2"})) ==
        "sample: 4 points run\n"
        "  switch.arbiter  run.seed  offered  accepted  95 %      latency  95 %    p99  hops\n"
        "  matrix          1         0.1000   0.1000    ± 0.0010  1010.00  ± 0.50  30   3.500\n"
        "  matrix          2         0.1000   0.1000    ± 0.0010  1010.00  ± 0.50  30   3.500\n"
        "  round_robin     1         0.1000   0.1000    ± 0.0010  1010.00  ± 0.50  30   3.500\n"
        "  round_robin     2         0.1000   0.1000    ± 0.0010  1010.00  ± 0.50  30   3.500\n");
}

TEST_CASE("the CSV has a line a point and as many cells in each") {
  std::istringstream csv(sweep_csv(sweep_of({"name=\"a,b\",c", "traffic.load=0.05,0.15,0.2"})));
  std::string line;
  std::getline(csv, line);
  CHECK(line ==
        "name,traffic.load,halving,state,offered,accepted,accepted_half_width,latency,latency_half_width,latency_p50,"
        "latency_p99,network_latency,network_latency_half_width,network_latency_p50,network_latency_p99,hops,failed,"
        "saturated,converged,steady,doubt");
  std::getline(csv, line);
  CHECK_THAT(line, Catch::StartsWith("\"\"\"a,b\"\"\",0.05,false,run,0.05,0.05,0.001,19.8"));
  std::size_t lines = 2;
  while (std::getline(csv, line)) {
    ++lines;
    CHECK(std::count(line.begin(), line.end(), ',') == (line.front() == '"' ? 21 : 20));
  }
  CHECK(lines == 1 + 2 * 6);  // for each curve: three given loads and three that halve
}

TEST_CASE("sweep.json holds every point, the brackets, and the varied keys") {
  const auto json = nlohmann::json::parse(sweep_json(sweep_of({"run.seed=4,5", "traffic.load=0.05,0.15,0.2"})));
  CHECK(json["name"] == "sample");
  CHECK(json["status"] == "complete");
  CHECK(json["varied"][0] == nlohmann::json({{"key", "run.seed"}, {"values", {"4", "5"}}}));
  CHECK(json["varied"][1]["values"] == nlohmann::json({0.05, 0.15, 0.2}));
  REQUIRE(json["series"].size() == 2);
  const auto& series = json["series"][1];
  CHECK(series["values"]["run.seed"] == "5");
  CHECK(series["saturation"] == nlohmann::json({{"low", 0.1}, {"high", 0.11}}));
  REQUIRE(series["points"].size() == 6);
  CHECK(series["points"][0]["latency"]["total"]["p99"] == 30);
  CHECK(series["points"][0]["accepted"]["half_width"] == 0.001);
  CHECK(series["points"][0]["latency"]["network"] == nullptr);
  CHECK(series["points"][1]["halving"] == true);
  CHECK(series["points"][5]["state"] == "past_saturation");
  CHECK_FALSE(series["points"][5].contains("accepted"));
}

TEST_CASE("a figure has a line a curve, without the points past saturation, and the axis ends near the bend") {
  const Plot plot = sweep_plot(sweep_of({"switch.virtual_channels=1,2", "traffic.load=0.05:0.3:0.05"})).value();
  REQUIRE(plot.series.size() == 2);
  CHECK(plot.series[0].label == "virtual channels 1");
  CHECK(plot.series[0].points.size() == 2);
  CHECK(plot.series[0].points[0].error == 0.5);
  REQUIRE(plot.series[1].band);
  CHECK(plot.series[1].band->low == 0.2);
  CHECK(plot.y_most == Approx(6 * 19.8).margin(0.1));
}

TEST_CASE("a figure over numbers that span more than two powers of ten has logarithmic axes") {
  CHECK(sweep_plot(sweep_of({"traffic.packet.flits=1,101"})).value().logarithmic);
  CHECK_FALSE(sweep_plot(sweep_of({"traffic.packet.flits=1,100"})).value().logarithmic);
}

TEST_CASE("without loads the accepted load has its own figure, with points beyond saturation") {
  const Plot plot = sweep_accepted_plot(sweep_of({"traffic.packet.flits=1,101"})).value();
  CHECK(plot.x_label == "traffic.packet.flits");
  CHECK(plot.y_label == "accepted load (flits per cycle and host)");
  REQUIRE(plot.series.size() == 1);
  CHECK(plot.series[0].points.size() == 2);
  CHECK(plot.series[0].points[0].error == 0.001);
  CHECK_FALSE(sweep_accepted_plot(sweep_of({"traffic.packet.flits=1,2", "traffic.load=0.1,0.2"})));
  CHECK_FALSE(sweep_accepted_plot(sweep_of({"switch.arbiter=matrix,round_robin"})));
}

TEST_CASE("without loads the axis of a figure is the first key with numbers; without numbers there is no figure") {
  const Plot plot = sweep_plot(sweep_of({"switch.arbiter=matrix,round_robin", "link.delay=3,1,2"})).value();
  CHECK(plot.x_label == "link.delay");
  REQUIRE(plot.series.size() == 2);
  CHECK(plot.series[0].label == "matrix");
  REQUIRE(plot.series[0].points.size() == 3);
  CHECK(plot.series[0].points[0].x == 1);
  CHECK_FALSE(plot.logarithmic);
  CHECK_FALSE(sweep_plot(sweep_of({"switch.arbiter=matrix,round_robin"})));
}

namespace {

/// A curve of two points, of which the second has no interval of its latency.
Sweep half_steady() {
  Sweep sweep = sweep_of({"traffic.load=0.05,0.08"});
  for (SweepPoint& point : sweep.series[0].points) point.result.steady = true;
  PointResult& second = sweep.series[0].points[1].result;
  second.steady = false;
  second.doubt = "latency still grows";
  second.total->mean.half_width.reset();
  return sweep;
}

}  // namespace

TEST_CASE("a point whose run is not steady has no interval, with the reason in the table, the CSV and JSON",
          "[quick]") {
  Sweep sweep = half_steady();
  CHECK_THAT(sweep_table(sweep), Contains("not steady: latency still grows\n") && Contains("± 0.50"));
  const std::string csv = sweep_csv(sweep);
  CHECK_THAT(csv, Contains(",true,,\n") || Contains(",true,true,\n"));
  CHECK_THAT(csv, Contains(",false,latency still grows\n"));
  const auto json = nlohmann::json::parse(sweep_json(sweep));
  CHECK(json["series"][0]["points"][0]["steady"] == true);
  CHECK(json["series"][0]["points"][0]["doubt"] == nullptr);
  CHECK(json["series"][0]["points"][1]["steady"] == false);
  CHECK(json["series"][0]["points"][1]["doubt"] == "latency still grows");
  sweep.series[0].points[1].result.steady.reset();
  CHECK_THAT(sweep_table(sweep), Contains("no interval: latency still grows\n"));
  PointResult& second = sweep.series[0].points[1].result;
  second.packets = 0;
  CHECK_THAT(sweep_table(sweep), Contains("no packet arrived in the measured window\n"));
  second.offered = 0;
  CHECK_THAT(sweep_table(sweep), Contains("nothing was sent in the measured window\n"));
  second.barriers.emplace();
  CHECK_THAT(sweep_table(sweep), !Contains("measured window") && !Contains("no interval"));
}

TEST_CASE("in the figure a point without an interval has an open marker and no bar", "[quick]") {
  const std::optional<Plot> plot = sweep_plot(half_steady());
  REQUIRE(plot);
  REQUIRE(plot->series[0].points.size() == 2);
  CHECK_FALSE(plot->series[0].points[0].open);
  CHECK(plot->series[0].points[0].error);
  CHECK(plot->series[0].points[1].open);
  CHECK_FALSE(plot->series[0].points[1].error);
  const std::string svg = to_svg(*plot);
  const auto count = [&](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1)) ++found;
    return found;
  };
  CHECK(count("<circle") == 2);
  CHECK(count("r=\"4\" fill=\"#fff\"") == 1);
}

TEST_CASE("a sweep of barriers has the latency of barriers in its figure", "[quick]") {
  Sweep sweep = sweep_of({"traffic.load=0.05,0.08"});
  for (SweepPoint& point : sweep.series[0].points) {
    point.result.barriers.emplace();
    point.result.barriers->first = 300;
    point.result.barriers->later = 250 + 1000 * point.load->value();
    point.result.barriers->later_half_width = 3;
  }
  const std::optional<Plot> plot = sweep_plot(sweep);
  REQUIRE(plot);
  CHECK(plot->y_label == "mean latency of a barrier (cycles)");
  REQUIRE(plot->series[0].points.size() == 2);
  CHECK(plot->series[0].points[1].y == Approx(330));
  CHECK(plot->series[0].points[1].error == 3);
}

TEST_CASE("a point that deadlocked has neither load nor verdict, in table, CSV and JSON", "[quick]") {
  const Sweep sweep = sweep_with({"traffic.load=0.05,0.08"}, [](double load, const std::string& result) {
    return load > 0.06 ? deadlocked() : result;
  });
  const SweepPoint& point = sweep.series[0].points[1];
  REQUIRE(point.state == PointState::run);
  CHECK(point.result.failed);
  CHECK_FALSE(point.result.saturated);
  CHECK_FALSE(point.result.offered);
  CHECK_FALSE(point.result.accepted);
  CHECK_THAT(sweep_table(sweep),
             Contains("\n  0.08                                                            deadlock\n"
                      "  saturation was not found\n"));
  CHECK_THAT(sweep_csv(sweep), Contains("\n0.08,false,run,,,,,,,,,,,,,true,,,,latency has no mean: the run came to "
                                        "stand\n"));
  const auto json = nlohmann::json::parse(sweep_json(sweep))["series"][0];
  CHECK(json["saturation"] == nullptr);
  const auto& in_json = json["points"][1];
  CHECK(in_json["came_to_stand"] == "deadlock");
  for (const char* field : {"saturated", "steady", "offered"}) {
    INFO(field);
    CHECK(in_json[field] == nullptr);
  }
  CHECK(in_json["accepted"] == nlohmann::json({{"mean", nullptr}, {"half_width", nullptr}}));
  CHECK(sweep_plot(sweep)->series[0].points.size() == 1);
}

TEST_CASE("without loads a point that deadlocked is missing in the figure of the accepted load", "[quick]") {
  const Sweep sweep = sweep_with({"traffic.packet.flits=1,2"}, [](double, const std::string&) { return deadlocked(); });
  const std::optional<Plot> plot = sweep_accepted_plot(sweep);
  REQUIRE(plot);
  for (const PlotSeries& series : plot->series) CHECK(series.points.empty());
}

TEST_CASE("a run too short to tell has no verdict in CSV and JSON, and the search for saturation says so", "[quick]") {
  const auto short_above = [](double least) {
    return [least](double load, const std::string& result) {
      return load > least && load < 0.1 ? undecided(result) : result;
    };
  };
  const Sweep none = sweep_with({"traffic.load=0.05,0.08"}, short_above(0.01));
  CHECK_THAT(sweep_csv(none), Contains(",3.5,false,,true,,\n") && !Contains(",false,false,"));
  CHECK(nlohmann::json::parse(sweep_json(none))["series"][0]["points"][1]["saturated"] == nullptr);
  CHECK_THAT(sweep_table(none), Contains("  saturation was not found; 2 runs are too short to tell\n"));
  const Sweep bracket = sweep_with({"traffic.load=0.05,0.08,0.2"}, short_above(0.06));
  CHECK_THAT(sweep_table(bracket), Contains("  saturates between ") && Contains("; 2 runs are too short to tell\n"));
}
